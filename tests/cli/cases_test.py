"""The cases of tests/corpus that speak of loading a policy and of judging: one scenario for each line, by its id.

A line that is not judged here says where it is: in another test, or in a later version. A line that is in neither list fails.
"""

import json
import os
import sys

import yett
from guarded import Guarded, decision
from yett import SOURCE, err, out, rows, run

HEAD = '[policy]\nname = "cases"\nversion = 1\n[session]\npermissions = "no execution"\ntenant = "local"\n'
TOOLS = (
    "[tools]\n"
    'fetch = { effect = "read", sensitivity = "internal", reversible = true, destination.url = ["url"] }\n'
    'mail = { effect = "send", sensitivity = "internal", reversible = false, destination.email = ["to"], content = ["a", "b", "s"] }\n'
    'note = { effect = "write", sensitivity = "internal", reversible = true, path.write = ["path"], content = ["text"] }\n'
    'run = { effect = "execute", sensitivity = "internal", reversible = false, content = ["argument"] }\n'
)
EGRESS = '[egress]\nhosts = ["hooks.example.com"]\nemail_domains = ["corp.example"]\n'
PATHS = '[paths.docs]\nroot = "/srv/docs"\naccess = "read-write"\n'


# Every tool of it asks. `send` is the tool of one name that two servers have.
ASKED = """[policy]
name = "asked"
version = 1
[session]
permissions = "full access"
[egress]
hosts = ["hooks.example.com"]
[paths.ws]
root = "{workspace}"
access = "read-write"
[approval]
unsigned = "a test"
"""
ASKED_TOOLS = """[servers.{server}.tools]
change = {{ effect = "write", sensitivity = "internal", reversible = false, path.write = ["path"], content = ["text"] }}
copy = {{ effect = "write", sensitivity = "internal", reversible = false, path.read = ["source"], path.write = ["to"] }}
note = {{ effect = "write", sensitivity = "internal", reversible = false, content = ["text"] }}
send = {{ effect = "write", sensitivity = "internal", reversible = false, content = ["text"] }}
[servers.{server}.tools.run]
effect = "execute"
sensitivity = "internal"
reversible = false
command.argv = ["argv"]
path.read = {{ roots = ["ws"], base = "ws" }}
[[servers.{server}.tools.run.commands]]
program = "/usr/bin/git"
effect = "read"
fixed = ["--no-pager", "-c", "safe.bareRepository=explicit"]
subcommands = ["log"]
paths = "read"
[[servers.{server}.tools.run.commands]]
program = "/usr/bin/rg"
effect = "read"
paths = ["text", "read"]
[[servers.{server}.tools.run.commands]]
program = "/usr/bin/curl"
effect = "read"
fixed = ["-q"]
options = ["-s"]
paths = "url"
"""

SERVER = """import json, sys
folder, name = sys.argv[1:]
PROPERTIES = {"change": ["path", "text"], "copy": ["source", "to"], "run": ["argv"], "note": ["text"], "send": ["text"]}

def schema(tool):
    types = {key: {"type": "array", "items": {"type": "string"}} if key == "argv" else {"type": "string"} for key in PROPERTIES[tool]}
    return {"type": "object", "properties": types}

for line in sys.stdin:
    message = json.loads(line)
    method, number = message.get("method"), message.get("id")
    if number is None:
        continue
    told = {"error": {"code": -32601, "message": "not known"}}
    if method == "initialize":
        told = {"result": {"protocolVersion": message["params"]["protocolVersion"], "capabilities": {"tools": {}},
                           "serverInfo": {"name": name, "version": "1"}}}
    elif method == "tools/list":
        told = {"result": {"tools": [{"name": tool, "inputSchema": schema(tool)} for tool in PROPERTIES]}}
    elif method == "tools/call":
        with open(f"{folder}/ran", "a") as ran:
            ran.write(f"{name} {message['params']['name']}\\n")
        told = {"result": {"content": [{"type": "text", "text": "done"}]}}
    print(json.dumps({"jsonrpc": "2.0", "id": number, **told}), flush=True)
"""


def policy(egress=EGRESS, more=""):
    return HEAD + TOOLS + egress + PATHS + more


class Config(yett.InScratchFolder):
    """config.jsonl: what a policy may be, and where it may come from."""

    ELSEWHERE = {
        "config-005": "tests/cli/reload_test.py",
        "config-039": "tests/cli/reload_test.py",
        "config-040": "tests/e2e/pins.test.mjs",
        "config-041": "Yett makes no connection of its own in this version",
        "config-042": "Yett makes no connection of its own in this version",
        "config-043": "Yett runs no git",
        "config-045": "isolation is in a later version",
        "config-055": "comparing with a candidate policy is in a later version",
    }

    def load(self, text, mode=0o644, name="yett.toml"):
        return run("check", self.write(name, text, mode))

    def loads(self, text, **how):
        result = self.load(text, **how)
        self.assertEqual(result.returncode, 0, err(result))
        return result

    def refused(self, text, *words, **how):
        result = self.load(text, **how)
        self.assertEqual(result.returncode, 2, out(result))
        for word in words:
            self.assertIn(word, err(result))

    def judged(self, text, call, words=()):
        path = self.write("yett.toml", text)
        return rows(run("decide", "-p", path, *words, text=json.dumps(call) + "\n"))[0]

    def test_001_operator_file(self):
        self.loads(policy())

    def test_002_a_filled_list_alone(self):
        self.loads(policy())
        row = self.judged(policy(), {"tool": "fetch", "arguments": {"url": "https://hooks.example.com/x"}})
        self.assertEqual(row["decision"], "allow")

    def test_016_a_link_to_the_policys_folder(self):
        for folder in ("ws", "config"):
            (self.folder / folder).mkdir()
        (self.folder / "ws/.rt").symlink_to("../config")
        three = 'sensitivity = "internal", reversible = true'
        text = HEAD + f"""
[tools]
look = {{ effect = "read", {three}, path.read = ["path"] }}
change = {{ effect = "write", {three}, path.write = ["path"], content = ["text"] }}
[paths.all]
root = "{self.folder}"
access = "read-write"
"""
        path = self.write("config/yett.toml", text)
        calls = [("look", {"path": "ws/.rt/yett.toml"}), ("change", {"path": "ws/.rt/yett.toml", "text": ""}),
                 ("change", {"path": "ws/.rt", "text": ""})]
        lines = "".join(json.dumps({"tool": tool, "arguments": arguments}) + "\n" for tool, arguments in calls)
        self.assertEqual([row["rule"] for row in rows(run("decide", "-p", path, text=lines))], ["path.protected"] * 3)

    def test_008_an_env_file_moves_nothing(self):
        self.write("evil.toml", policy())
        self.write(".env", "YETT_POLICY=./evil.toml\nYETT_STATE=./.rt\n")
        result = run("tools", cwd=self.folder)
        self.assertEqual(result.returncode, 2)
        self.assertFalse((self.folder / ".rt").exists())

    def test_011_hooks_are_no_key(self):
        self.refused(policy(more='[hooks]\nsession_start = "sh x"\n'), "unknown key hooks")

    def test_013_no_key_turns_protection_off(self):
        self.refused(policy(more="[sandbox]\nenabled = false\n"), "unknown key sandbox")

    def test_017_writable_by_others(self):
        self.refused(policy(), "yett.toml", mode=0o666)

    def test_019_in_a_folder_that_others_can_write(self):
        folder = self.folder / "loose"
        folder.mkdir()
        os.chmod(folder, 0o777)
        self.refused(policy(), "loose", name="loose/yett.toml")

    def test_021_missing(self):
        self.assertEqual(run("check", self.folder / "none.toml").returncode, 2)

    def test_022_truncated(self):
        self.refused(policy()[:-10])

    def test_025_a_misspelt_key(self):
        self.refused(policy(egress='[egress]\nhost = ["hooks.example.com"]\n'), "did you mean", "hosts")

    def test_027_a_public_suffix(self):
        self.refused(policy(egress='[egress]\nhosts = ["*.com"]\n'), "patterns are not read")
        self.refused(policy(egress='[egress]\nhosts = [{ subdomains_of = "co.uk", why = "x" }]\n'), "public suffix")

    def test_030_a_host_with_a_slash(self):
        self.refused(policy(egress='[egress]\nhosts = ["hooks.example.com/"]\n'), "without scheme and path")

    def test_031_an_address_that_is_oddly_spelt(self):
        self.refused(policy(egress='[egress]\nhosts = ["2130706433"]\n'), "cannot be listed")

    def test_032_metadata(self):
        self.refused(policy(egress='[egress]\nhosts = ["169.254.169.254"]\n'), "metadata", "cannot be listed")

    def test_036_a_text_in_place_of_a_list(self):
        self.refused(policy(egress='[egress]\nhosts = "hooks.example.com"\n'), "expected a list")

    def test_037_a_flag_within_the_value_of_another(self):
        evil = self.write("evil.toml", policy(egress='[egress]\nhosts = ["evil.example"]\n'))
        call = {"tool": "fetch", "arguments": {"url": "https://evil.example/"}}
        row = self.judged(policy(), call, words=["--user", f"--policy={evil}"])
        self.assertEqual(row["rule"], "destination.unlisted")

    def test_046_a_folder_that_the_model_chooses(self):
        call = {"tool": "note", "arguments": {"path": "a.md", "text": "t", "cwd": "/"}}
        self.assertEqual(self.judged(policy(), call)["rule"], "arguments.schema")

    def test_047_what_a_tool_claims_of_itself(self):
        call = {"tool": "note", "arguments": {"path": "a.md", "text": "t", "readOnlyHint": True}}
        text = policy().replace('"no execution"', '"read-only"')
        self.assertEqual(self.judged(text, call)["rule"], "permission.capability")

    def test_048_capital_letters(self):
        result = self.loads(policy(egress='[egress]\nhosts = ["HOOKS.example.com"]\n'))
        self.assertIn("hooks.example.com:443", err(result))

    def test_050_an_address_in_brackets_with_a_port(self):
        self.loads(policy(egress='[egress]\nhosts = ["[2606:4700::1111]:443"]\n'))

    def test_051_a_private_range_by_name(self):
        entry = '{ host = "api.corp.example", addresses = ["10.20.0.0/16"], why = "on-prem" }'
        self.loads(policy(egress=f"[egress]\nhosts = [{entry}]\n"))

    def test_053_a_link_in_a_folder_of_the_owner(self):
        self.write("policy-2026.toml", policy())
        (self.folder / "current.toml").symlink_to("policy-2026.toml")
        self.assertEqual(run("check", self.folder / "current.toml").returncode, 0)


class Approval(yett.InScratchFolder):
    """approval.jsonl: what is bound, what no approval can lift, and what changes between the question and the use."""

    ELSEWHERE = {
        "approval-001": "src/gate/gate_approval_test.cc",
        "approval-010": "tests/cli/human_test.py",
        "approval-012": "tests/cli/human_test.py",
        "approval-019": "src/gate/gate_approval_test.cc",
        "approval-023": "src/gate/gate_approval_test.cc",
        "approval-024": "src/gate/gate_approval_end_test.cc",
        "approval-028": "src/gate/gate_approval_end_test.cc",
        "approval-031": "Yett makes no connection of its own in this version",
        "approval-033": "nothing is allowed because of isolation in this version",
        "approval-034": "src/gate/gate_approval_test.cc: each call has a request of its own",
        "approval-044": "tests/cli/human_test.py",
    }

    def judged(self, *calls):
        path = self.write("yett.toml", policy())
        text = "".join((call if isinstance(call, str) else json.dumps(call)) + "\n" for call in calls)
        return rows(run("decide", "-p", path, text=text))

    @staticmethod
    def fetch(url):
        return {"tool": "fetch", "arguments": {"url": url}}

    @staticmethod
    def mail(**arguments):
        return {"tool": "mail", "arguments": {"to": "bo@corp.example", **arguments}}

    def test_003_the_order_of_keys_is_no_meaning(self):
        one, two = self.judged(self.mail(a=1, b=2), self.mail(b=2, a=1))
        self.assertEqual(one["call"], two["call"])

    def test_007_another_argument_is_another_call(self):
        one, two = self.judged(self.fetch("https://hooks.example.com/a"), self.fetch("https://hooks.example.com/b"))
        self.assertNotEqual(one["call"], two["call"])

    def test_027_giving_up_is_no_question(self):
        row = self.judged(self.mail(to=[f"m{i}@corp.example" for i in range(51)]))[0]
        self.assertEqual((row["decision"], row["rule"]), ("deny", "destination.malformed"))

    def test_029_a_deny_stands_before_the_question(self):
        row = self.judged(self.mail(to="x@evil.example"))[0]
        self.assertEqual((row["decision"], row["rule"]), ("deny", "destination.unlisted"))

    def test_030_a_hard_refusal_stands_before_the_question(self):
        row = self.judged(self.fetch("https://169.254.169.254/"))[0]
        self.assertEqual((row["decision"], row["rule"]), ("deny", "destination.metadata"))

    def test_035_a_key_twice(self):
        repeated = '{"tool":"mail","arguments":{"to":"bo@corp.example","to":"x@evil.example"}}'
        spaced = self.mail(**{"a": 1, "a ": 2})
        self.assertEqual([row["rule"] for row in self.judged(repeated, spaced)], ["arguments.malformed"] * 2)

    def test_036_two_spellings_of_one_letter(self):
        composed = {"tool": "note", "arguments": {"path": "caf\u00e9", "text": "t"}}
        decomposed = {"tool": "note", "arguments": {"path": "cafe\u0301", "text": "t"}}
        one, two = self.judged(composed, decomposed)
        self.assertNotEqual(one["call"], two["call"])

    def test_037_the_same_bytes(self):
        one, two = self.judged(self.mail(s="caf\u00e9"), self.mail(s="caf\u00e9"))
        self.assertEqual(one["call"], two["call"])

    def test_043_one_refusal_spoils_nothing(self):
        path = self.write("yett.toml", policy())
        calls = [self.fetch("https://evil.example/"), self.fetch("https://hooks.example.com/")]
        text = "".join(json.dumps(call) + "\n" for call in calls)
        self.assertEqual([row["decision"] for row in rows(run("decide", "-p", path, "--sequence", text=text))],
                         ["deny", "allow"])


    # --- From the question to the use, in front of a server -----------------------------------------------------------

    def ask_of(self, *servers):
        """A gate whose every call of these servers waits for a person, with the folder that it may work in."""
        workspace = self.folder / "ws"
        (workspace / "docs").mkdir(parents=True)
        (workspace / "docs/a.md").write_text("a")
        server = self.write("server.py", SERVER)
        lines = "".join(f"[servers.{name}]\ncommand = {json.dumps([sys.executable, str(server), str(self.folder), name])}\n"
                        + ASKED_TOOLS.format(server=name) for name in servers)
        path = self.write("asked.toml", ASKED.format(workspace=workspace) + lines)
        self.guard = Guarded(self.folder, "--hold", "0", policy=path, command=[])
        self.addCleanup(self.guard.close)
        return workspace

    def rule(self, tool, **arguments):
        """The rule that refused the call; None when it ran."""
        answer = self.guard.call(tool, arguments)
        return decision(answer)["rule"] if answer["result"].get("isError") else None

    def asked(self, tool, **arguments):
        """The id of the request that waits for the call."""
        told = decision(self.guard.call(tool, arguments))
        self.assertEqual(told["decision"], "confirm", told)
        return told["approval"]

    def approve(self, request):
        self.assertEqual(run("approve", request, "--state", self.guard.state).returncode, 0)

    def ran(self):
        path = self.folder / "ran"
        return path.read_text().splitlines() if path.exists() else []

    def test_008_a_link_put_in_the_place_of_the_object(self):
        workspace = self.ask_of("one")
        path = workspace / "docs/a.md"
        (workspace / ".vscode").mkdir()
        (workspace / ".vscode/settings.json").write_text("{}")
        for target, stands_against in ((workspace / ".vscode/settings.json", "path.protected"), (self.folder / "asked.toml", "path.outside")):
            path.unlink()
            path.write_text("a")
            self.approve(self.asked("change", path=str(path), text=str(target)))
            path.unlink()
            path.symlink_to(target)
            self.assertEqual(self.rule("change", path=str(path), text=str(target)), stands_against)
        (workspace / "docs/b.md").write_text("b")
        path.unlink()
        path.write_text("a")
        shown = self.asked("change", path=str(path), text="t")
        self.approve(shown)
        path.unlink()
        path.symlink_to("b.md")
        self.assertNotEqual(self.asked("change", path=str(path), text="t"), shown)
        self.assertEqual(self.ran(), [])

    def test_009_where_a_link_leads_is_judged_and_shown(self):
        workspace = self.ask_of("one")
        video, to = workspace / "video.mp4", str(workspace / "docs/video.mp4")
        video.symlink_to(self.folder / "asked.toml")
        self.assertEqual(self.rule("copy", source=str(video), to=to), "path.outside")
        video.unlink()
        video.symlink_to("docs/a.md")
        card = out(run("approvals", "show", self.asked("copy", source=str(video), to=to), "--state", self.guard.state))
        self.assertIn(f"\"{video}\" -> \"{workspace}/docs/a.md\"", card)
        self.assertEqual(self.ran(), [])

    def test_013_an_approved_program_brings_no_other_words_along(self):
        self.ask_of("one")
        self.approve(self.asked("run", argv=["/usr/bin/git", "log"]))
        self.assertEqual(self.rule("run", argv=["/usr/bin/git", "-c", "core.pager=./x", "log"]), "command.unlisted")
        self.assertEqual(self.ran(), [])
        self.assertIsNone(self.rule("run", argv=["/usr/bin/git", "log"]))
        self.assertEqual(self.ran(), ["one run"])

    def test_014_an_approved_command_is_no_approval_of_another_host(self):
        self.ask_of("one")
        listed = ["/usr/bin/curl", "-s", "https://hooks.example.com/x"]
        self.approve(self.asked("run", argv=listed))
        self.assertEqual(self.rule("run", argv=["/usr/bin/curl", "--proxy", "", "https://evil.example/"]), "command.unlisted")
        self.assertEqual(self.rule("run", argv=["/usr/bin/curl", "-s", "https://evil.example/"]), "destination.unlisted")
        self.assertEqual(self.ran(), [])
        self.assertIsNone(self.rule("run", argv=listed))

    def test_016_a_tool_of_the_same_name_at_another_server(self):
        self.ask_of("one", "two")
        shown = self.asked("one.send", text="t")
        self.approve(shown)
        self.assertNotEqual(self.asked("two.send", text="t"), shown)
        self.assertEqual(self.ran(), [])
        self.assertIsNone(self.rule("one.send", text="t"))
        self.assertEqual(self.ran(), ["one send"])

    def test_018_a_second_use(self):
        self.ask_of("one")
        shown = self.asked("note", text="t")
        self.approve(shown)
        self.assertIsNone(self.rule("note", text="t"))
        self.assertNotEqual(self.asked("note", text="t"), shown)
        self.assertEqual(run("approve", shown, "--state", self.guard.state).returncode, 1)
        self.assertEqual(self.ran(), ["one note"])

    def test_040_the_same_words_in_the_same_surroundings(self):
        self.ask_of("one")
        words = ["/usr/bin/rg", "x", "docs"]
        self.approve(self.asked("run", argv=words))
        self.assertIsNone(self.rule("run", argv=words))
        self.assertEqual(self.ran(), ["one run"])


class EveryLine(yett.InScratchFolder):
    def test_is_accounted_for(self):
        for kind, scenarios in (("config", Config), ("approval", Approval)):
            for line in (SOURCE / f"tests/corpus/{kind}.jsonl").read_text().splitlines():
                case = json.loads(line)["id"]
                number = case.rpartition("-")[2]
                has_test = any(name.startswith(f"test_{number}_") for name in dir(scenarios))
                self.assertNotEqual(has_test, case in scenarios.ELSEWHERE, f"{case}: one place, not none and not two")


if __name__ == "__main__":
    yett.main()
