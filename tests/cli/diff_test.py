"""`yett diff`: what a change of a policy grants, and `extends`, which may only narrow."""

import csv
import io
import json
import re
import shutil
import subprocess
import unittest

import audited
import yett
from yett import DESKMATE, SOURCE, YETT, err, out, run

CALLS = [
    {"tool": "send_email", "arguments": {"to": "a@evil.example", "subject": "s", "body": "b"}},
    {"tool": "send_email", "arguments": {"to": "risk@deskmate.internal", "subject": "s", "body": "b"}},
    {"tool": "read_ticket", "arguments": {"id": "T-1"}},
]


class Diff(yett.InScratchFolder):
    def policy(self, name, *changes):
        text = DESKMATE.read_text()
        for old, new in changes:
            self.assertIn(old, text)
            text = text.replace(old, new)
        return self.write(name, text)

    def diff(self, *words, code, **how):
        result = run("diff", *words, **how)
        self.assertEqual(result.returncode, code, out(result) + err(result))
        return result

    def differences(self, *words, code):
        return json.loads(out(self.diff(*words, "--format", "json", code=code)))["differences"]

    WIDER = ('["deskmate.internal"]', '["deskmate.internal", "evil.example"]')
    TRUSTED = ('content = ["id"], returns = "tool_output"', 'content = ["id"], returns = "trusted"')

    def test_nothing_differs(self):
        old = self.policy("old.toml")
        new = self.policy("new.toml", ('name    = "deskmate"', 'name = "other"'))
        self.assertIn("decide alike", out(self.diff(old, new, code=0)))
        self.assertEqual(self.differences(old, new, code=0), [])

    def test_a_grant_is_exit_1_and_backwards_exit_0(self):
        old, new = self.policy("old.toml"), self.policy("new.toml", self.WIDER)
        wider, = self.differences(old, new, code=1)
        self.assertEqual((wider["direction"], wider["subject"], wider["after"]["text"]), ("grants", "egress.email_domains", "evil.example"))
        line, column = map(int, wider["after"]["at"].split(":")[-2:])
        self.assertTrue(new.read_text().splitlines()[line - 1][column - 1:].startswith('"evil.example"'))
        narrower, = self.differences(new, old, code=0)
        self.assertEqual(narrower["direction"], "takes away")

    def test_what_nobody_can_tell_is_exit_1(self):
        old = self.policy("old.toml", ("[flow]", '[servers.x]\ncommand = ["/bin/a"]\n[flow]'))
        new = self.policy("new.toml", ("[flow]", '[servers.x]\ncommand = ["/bin/b"]\n[flow]'))
        self.assertEqual([one["direction"] for one in self.differences(old, new, code=1)], ["changes"])

    def test_wrong_input_is_exit_2(self):
        old = self.policy("old.toml")
        for words in ([old, self.folder / "absent.toml"], [old], [self.write("broken.toml", "[policy"), old],
                      [old, old, "--against", self.folder / "absent.jsonl"], [old, old, "--format", "yaml"],
                      [old, old, "--tenant", "acme"], [old, old, "--sequence"]):
            result = self.diff(*words, code=2)
            self.assertEqual(out(result), "")
            self.assertNotEqual(err(result), "")

    def test_formats(self):
        old, new = self.policy("old.toml"), self.policy("new.toml", self.WIDER, self.TRUSTED)
        rows = list(csv.reader(io.StringIO(out(self.diff(old, new, "--format", "csv", code=1)))))
        self.assertEqual([row[0] for row in rows], ["change", "grants", "grants"])
        self.assertEqual([row[1] for row in rows[1:]], ["grave", "serious"])
        text = out(self.diff(old, new, "--format", "markdown", code=1))
        self.assertTrue(text.startswith("### Policy change: "))
        self.assertIn("**2 differences: 2 grant, 0 may grant, 0 take away**", text)
        self.assertIn("| grants | grave | tools.read\\_ticket.returns |", text)
        self.assertIn("2 处差别：放宽 2", out(self.diff(old, new, "--lang", "zh", code=1)))

    def test_a_note_forges_no_markdown(self):
        old = self.policy("old.toml")
        new = self.policy("new.toml", ('["deskmate.internal"]', '["deskmate.internal", { domain = "e.example", why = "x | y\\n### no [l](u) <b>" }]'))
        text = out(self.diff(old, new, "--format", "markdown", code=1))
        self.assertEqual(len([line for line in text.splitlines() if line.startswith("#")]), 1)
        self.assertNotIn("<b>", text)

    def test_calls_are_judged_under_both(self):
        old, new = self.policy("old.toml"), self.policy("new.toml", self.WIDER, ("reversible = false", "reversible = true"))
        calls = self.write("calls.jsonl", "".join(json.dumps(call) + "\n" for call in CALLS) + "no call\n")
        report = json.loads(out(self.diff(old, new, "--against", calls, "--tenant", "acme", "--format", "json", code=1)))
        told = [(call["line"], (call["before"] or {}).get("decision"), (call["after"] or {}).get("decision")) for call in report["calls"]]
        self.assertEqual(told, [(1, "deny", "allow"), (2, "confirm", "allow"), (4, None, None)])
        self.assertEqual(report["calls"][0]["before"]["rule"], "destination.unlisted")
        self.assertIn("the line is no call", report["calls"][2]["not_replayable"])
        self.assertEqual((report["calls_judged"], report["calls_not_replayable"]), (3, 1))
        text = out(self.diff(old, new, "--against", calls, "--tenant", "acme", code=1))
        self.assertIn("3 calls judged again: 2 wider, 0 narrower, 1 not replayable", text)
        narrower = out(self.diff(new, old, "--against", "-", "--tenant", "acme", code=0, text=json.dumps(CALLS[0])))
        self.assertIn("1 calls judged again: 0 wider, 1 narrower", narrower)

    def test_a_session_that_a_policy_does_not_grant_has_no_right_under_it(self):
        old = self.policy("old.toml")
        new = self.policy("new.toml", ('may_choose  = ["read-only"]', "may_choose  = []"))
        result = self.diff(old, new, "--against", "-", "--tenant", "acme", "--permissions", "read-only", "--format", "json", code=0,
                           text=json.dumps(CALLS[2]))
        self.assertEqual([call["after"]["rule"] for call in json.loads(out(result))["calls"]], ["permission.capability"])
        self.assertIn("the session has no right", err(result))

    def test_the_audit_is_judged_again_by_what_it_holds(self):
        told = self.write("told.toml", DESKMATE.read_text())
        state = audited.make_story(self.folder, told)
        new = self.policy("new.toml", ('["deskmate.internal"]', '["deskmate.internal", "attacker.example"]'))
        report = json.loads(out(self.diff(told, new, "--without-lock", "--against", "audit", "--state", state, "--format", "json", code=1)))
        wider = [call for call in report["calls"] if call["after"]]
        self.assertEqual([(call["tool"], call["before"]["decision"], call["after"]["decision"]) for call in wider], [("send_email", "deny", "confirm")])
        self.assertGreater(report["calls_judged"], 2)
        self.assertTrue(all(call["not_replayable"] for call in report["calls"] if not call["after"]))
        only = json.loads(out(self.diff(DESKMATE, new, "--against", "audit", "--state", state, "--tool", "read_ticket", "--format", "json", code=1)))
        self.assertEqual([call for call in only["calls"] if call["after"]], [])
        self.assertEqual(self.diff(DESKMATE, new, "--against", "audit", "--state", self.folder / "none", code=2).returncode, 2)

    def test_the_locks_beside_the_files(self):
        old = self.policy("yett.toml")
        self.write("yett.lock", '{"yett_lock": 1, "servers": {}}\n')
        (self.folder / "new").mkdir(mode=0o700)
        new = self.write("new/yett.toml", DESKMATE.read_text())
        self.assertEqual([one["matter"] for one in self.differences(old, new, code=1)], ["lock"])
        self.assertEqual([one["direction"] for one in self.differences(new, old, code=0)], ["takes away"])
        self.assertEqual(self.differences(old, new, "--without-lock", code=0), [])

    def test_the_page_shows_what_it_prints(self):
        page = (SOURCE / "docs/diff.md").read_text()
        old, new = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
        self.write("old.toml", old)
        self.write("new.toml", new)
        printed = re.search(r"```\n\$ yett diff old.toml new.toml\n(.*?)```", page, re.DOTALL)[1]
        self.assertEqual(out(self.diff("old.toml", "new.toml", code=1, cwd=self.folder)), printed)

    @unittest.skipUnless(shutil.which("git"), "git is not installed")
    def test_git_shows_it_as_the_page_says(self):
        page = (SOURCE / "docs/diff.md").read_text()
        attribute, command = re.search(r"```\n(echo .*)\n(git config diff\.yett\.command .*)\n```", page).groups()
        environment = {**yett.ENVIRONMENT, "PATH": f"{YETT.parent}:/usr/bin:/bin", "GIT_CONFIG_GLOBAL": "/dev/null", "TMPDIR": str(self.folder)}

        def shell(line):
            result = subprocess.run(["/bin/sh", "-ec", line], cwd=self.folder, env=environment, capture_output=True, timeout=60)
            self.assertEqual(result.returncode, 0, err(result) + out(result))
            return out(result)

        self.policy("yett.toml")
        shell("git init -q . && git add yett.toml && git -c user.name=a -c user.email=a@b.example commit -qm first")
        shell(f"{attribute}\n{command}")
        self.policy("yett.toml", self.WIDER)
        self.assertIn("evil.example", shell("git --no-pager diff -- yett.toml"))


class Extends(yett.InScratchFolder):
    def setUp(self):
        super().setUp()
        self.base = self.write("base.toml", DESKMATE.read_text())

    def top(self, rest, name="top.toml", base="base.toml"):
        return self.write(name, f'[policy]\nversion = 1\nextends = "{base}"\n{rest}')

    def refused(self, path, *words):
        result = run("check", path)
        self.assertEqual((result.returncode, out(result)), (2, ""))
        for word in words:
            self.assertIn(word, err(result))

    def test_it_is_the_base_narrowed(self):
        top = self.top('[egress]\nemail_domains = []\n[limits]\ndenials = 3\n')
        self.assertEqual(run("check", top).returncode, 0)
        differences = json.loads(out(run("diff", self.base, top, "--format", "json")))["differences"]
        self.assertEqual([one["subject"] for one in differences], ["egress.email_domains", "limits.denials"])
        call = json.dumps(CALLS[1])
        self.assertIn("destination.unlisted", out(run("decide", "-p", top, "--tenant", "acme", text=call)))

    def test_a_grant_is_refused_with_both_places(self):
        top = self.top('[egress]\nemail_domains = [\n  "deskmate.internal",\n  "evil.example",\n]\n')
        self.refused(top, "top.toml:7:3: egress.email_domains: grants more than ", "base.toml:27:1", "may only narrow")
        self.refused(self.top('[tools.read_ticket]\nreturns = "trusted"\n[flow]\nprivate_to_outside = "allow"\n'),
                     "top.toml:5:1", "top.toml:7:1")

    def test_what_is_wrong_is_told_in_its_own_file(self):
        self.refused(self.top("[limits]\ndenials = 0\n"), "top.toml:5:11")
        self.base.write_text(DESKMATE.read_text() + "\n[nonsense]\n")
        self.refused(self.top(""), "base.toml:")

    def test_no_cycle_and_no_endless_chain(self):
        self.refused(self.top("", base="top.toml"), "top.toml:3:11", "would stand on itself")
        (self.folder / "link.toml").symlink_to("top.toml")
        self.refused(self.top("", base="link.toml"), "would stand on itself")
        self.top("", "p0.toml")
        for i in range(1, 8):
            self.top("", f"p{i}.toml", f"p{i - 1}.toml")
        self.assertEqual(run("check", self.folder / "p6.toml").returncode, 0)
        self.refused(self.folder / "p7.toml", "more than 8 policies")

    def test_the_base_is_trusted_no_more_than_the_policy(self):
        top = self.top("")
        self.base.chmod(0o666)
        self.refused(top, "base.toml")
        self.base.unlink()
        self.refused(top, "base.toml")

    def test_the_digest_is_that_of_the_whole(self):
        top = self.top("[limits]\ndenials = 3\n")
        digest = out(run("check", top)).splitlines()[-1]
        self.assertEqual(run("check", top, "--policy-digest", digest).returncode, 0)
        self.base.write_text(self.base.read_text().replace('"12h"', '"11h"'))
        self.assertNotEqual(out(run("check", top)).splitlines()[-1], digest)
        self.assertEqual(run("check", top, "--policy-digest", digest).returncode, 2)

    def test_an_entry_is_explained_in_the_file_that_has_it(self):
        top = self.top("[limits]\ndenials = 3\n")
        text = out(run("explain", "-p", top, "--tenant", "acme", text=json.dumps(CALLS[1])))
        self.assertIn(f"{self.base}:27:18", text)

    def test_no_call_touches_the_base(self):
        section = f'\n[paths.all]\nroot = "{self.folder}"\naccess = "read-write"\n[tools.look]\neffect = "read"\nsensitivity = "internal"\nreversible = true\npath.read = ["path"]\n'
        self.base.write_text(DESKMATE.read_text() + section)
        top = self.top("")
        other = self.write("other.txt", "x")
        for path, rule in ((self.base, "path.protected"), (top, "path.protected"), (other, "default.allow")):
            call = json.dumps({"tool": "look", "arguments": {"path": str(path)}})
            self.assertIn(rule, out(run("decide", "-p", top, "--tenant", "acme", text=call)), path)

    def test_the_page_shows_a_policy_that_loads(self):
        page = (SOURCE / "docs/policy.md").read_text()
        text, = re.findall(r"```toml\n(\[policy\]\nversion = 1\nextends = .*?)```", page, re.DOTALL)
        self.base.rename(self.folder / "company.toml")
        self.assertEqual(run("check", self.write("top.toml", text)).returncode, 0, err(run("check", self.folder / "top.toml")))


if __name__ == "__main__":
    yett.main()
