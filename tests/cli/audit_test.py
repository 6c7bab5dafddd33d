"""What a person reads in the audit on a bad day, what other systems get of it, and who keeps it."""

import json
import shutil
import signal
import subprocess
import time

import yett
from audited import MAIL, database, make_story, ours, theirs
from guarded import Guarded, decision
from yett import err, out, rows, run


class Audit(yett.InScratchFolder):
    def audit(self, *words, **how):
        return run("audit", *words, "--state", self.folder / "state", **how)

    # --- For people ------------------------------------------------------------------------------------------------

    def test_the_story_of_a_run_answers_the_five_questions(self):
        make_story(self.folder)
        text = out(self.audit("list", "--run", "r-1"))
        self.assertIn("run: r-1   user: ana   tenant: acme", text)  # who acted, for whom
        blocks = [block for block in text.split("#") if "tries" in block]
        tried = [block.splitlines()[0].split("tries ")[1].split(" @")[0] for block in blocks]
        self.assertEqual(tried, ["read_ticket", "send_email", "send_email", "an unknown tool (its name has 12 bytes)", "read_ticket", "send_email", "send_email"])
        self.assertRegex(blocks[0], r"read.*\n +allow  default.allow: risk tier safe\n +-> ran \(\d\d:\d\d:\d\d, $")
        self.assertRegex(blocks[1], r"to=<mailbox@attacker.example>.*\(.*to string 26 bytes.*\)\n"
                                    r" +deny  destination.unlisted: recipient domain not on the allowlist: attacker.example\n +-> did not run")
        self.assertRegex(blocks[2], r"confirm  approval.dangerous: .*\n +-> request [0-9a-f]+: approved by [^,( ]+ \(")
        self.assertRegex(blocks[3], r"deny  tool.unregistered")
        self.assertRegex(blocks[6], r"allow .*\n +-> ran")
        self.assertLess(text.index("session opened"), text.index("tries"))
        self.assertLess(text.index("approval approved"), text.index("session closed"))

    def test_a_filtered_story_still_knows_what_came_of_a_call(self):
        make_story(self.folder)
        allowed = out(self.audit("list", "--run", "r-1", "--decision", "allow"))
        self.assertEqual((allowed.count("tries"), allowed.count("-> ran (")), (3, 3), allowed)
        asked = out(self.audit("list", "--run", "r-1", "--decision", "confirm"))
        self.assertNotIn("waits for a person", asked)
        self.assertEqual((asked.count("tries"), asked.count("approved by")), (2, 2), asked)
        self.assertNotIn("not used so far", asked)
        newest = out(self.audit("tail", "--run", "r-1", "--decision", "allow", "-n", "1"))
        self.assertEqual((newest.count("tries"), newest.count("-> ran (")), (1, 1), newest)
        self.assertEqual(out(self.audit("list", "--run", "r-1", "--tool", "no_such_tool")), "nothing yet\n")

    def test_a_call_that_still_waits_says_so(self):
        guard = Guarded(self.folder, "--hold", "0")
        self.addCleanup(guard.close)
        request = decision(guard.call("send_email", MAIL))["approval"]
        self.assertIn(f"-> waits for a person: request {request}", out(self.audit("list", "--run", "r-1")))

    def test_no_member_of_a_record_is_told_as_a_raw_text(self):
        make_story(self.folder)
        told = [out(self.audit(*words, "--lang", lang)) for lang in ("en", "zh") for words in (["list"], ["list", "--run", "r-1"], ["tail"])]
        for text in told:
            self.assertNotRegex(text, r"tool_name_bytes|intent_seq|result_bytes|key=|by=|approval=|engine=|tries -")
        self.assertRegex(told[1], r"#4 .*outcome executed read_ticket  the call of #3, \d+ bytes came back")
        self.assertRegex(told[1], r"approval approved send_email  request [0-9a-f]+, 1 of 1 approvals, by [^,= ]+\n")
        self.assertEqual(self.audit("list", "--format", "csv").stdout.count(b"intent_seq="), 3)

    def test_a_cancelled_request_says_by_what_when_its_record_does(self):
        make_story(self.folder)
        with database(self.folder / "state") as base:
            base.execute("UPDATE records SET body = json_set(body, '$.decision', 'cancelled', '$.intent.by', 'the agent')"
                         " WHERE json_extract(body, '$.decision') = 'approved'")
        self.assertRegex(out(self.audit("list", "--run", "r-1")), r"-> request [0-9a-f]+: cancelled by the agent \(")

    def test_the_story_is_told_in_chinese_too(self):
        make_story(self.folder)
        text = out(self.audit("list", "--run", "r-1", "--lang", "zh"))
        for word in ("运行：r-1", "尝试 read_ticket", "已执行", "没有执行"):
            self.assertIn(word, text)
        self.assertNotIn("tries", text)

    def test_the_table_fits_the_screen_and_ends_with_the_newest(self):
        make_story(self.folder)
        for columns in (80, 100, 140):
            lines = out(self.audit("list", environment={"COLUMNS": str(columns)})).splitlines()
            self.assertLessEqual(max(map(len, lines)), columns)
            self.assertIn("run: r-1   user: ana   tenant: acme", lines[0])
            self.assertRegex(lines[1], r"^\d{4}-\d\d-\d\d UTC$")
            self.assertIn("closed", lines[-1])
            self.assertIn("destination.unlisted", "".join(lines))

    def test_a_hostile_text_makes_no_line_of_its_own(self):
        make_story(self.folder)
        with database(self.folder / "state") as base:
            base.execute("UPDATE records SET body = replace(body, '\"user\":\"ana\"', '\"user\":\"a\\n#99 \\u001b[2Jb\"') WHERE seq = 2")
        for words in (["list"], ["list", "--run", "r-1"], ["tail"]):
            text = out(self.audit(*words))
            self.assertNotIn("\x1b", text)
            self.assertNotIn("\n#99 ", text)

    def test_an_option_that_an_action_would_ignore_is_refused(self):
        make_story(self.folder)
        for words in (["list", "--keep", "1d"], ["verify", "--run", "r-1"], ["list", "--follow"], ["prune", "--run", "r-1"],
                      ["export", "--lines", "3"], ["checkpoint", "--key", "x"], ["list", "--checkpoint", "x"], ["shred"],
                      ["export", "--format", "table"], ["list", "--format", "cef"], ["verify", "--key", "ed25519:x"],
                      ["tail", "--follow", "--format", "csv"]):
            result = self.audit(*words)
            self.assertEqual((result.returncode, out(result)), (2, ""), words)

    # --- Following -------------------------------------------------------------------------------------------------

    def follow(self, *words):
        process = subprocess.Popen([yett.YETT, "audit", *words, "--follow", "--state", self.folder / "state"],
                                   stdout=subprocess.PIPE, env=yett.ENVIRONMENT)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        self.addCleanup(process.stdout.close)
        return process

    def test_tail_follows_what_comes(self):
        guard = Guarded(self.folder, "--hold", "0")
        self.addCleanup(guard.close)
        tail = self.follow("tail", "--format", "json", "-n", "1")
        self.assertEqual(json.loads(tail.stdout.readline())["decision"], "server_started")
        guard.call("read_ticket", {"id": "T-1"})
        self.assertEqual([json.loads(tail.stdout.readline())["decision"] for _ in range(2)], ["allow", "executed"])
        people = self.follow("tail", "-n", "1", "--decision", "deny")
        self.assertEqual(people.stdout.readline(), b"nothing yet\n")
        guard.call("send_email", {"to": "x@attacker.example", "subject": "s", "body": "b"})
        self.assertIn(b"send_email  deny  destination.unlisted", people.stdout.readline())

    def test_a_follower_whose_reader_is_gone_ends(self):
        make_story(self.folder)
        tail = self.follow("export")
        tail.stdout.readline()
        tail.stdout.close()
        self.assertEqual(tail.wait(timeout=60), 0)

    # --- For other systems -----------------------------------------------------------------------------------------

    def test_an_export_is_verified_without_the_store(self):
        state = make_story(self.folder)
        whole = self.folder / "whole.jsonl"
        whole.write_bytes(self.audit("export").stdout)
        kept = self.folder / "kept"
        kept.write_bytes(self.audit("checkpoint").stdout)
        key = out(self.audit("key")).strip()
        self.assertEqual(theirs(whole).code, 0)
        self.assertEqual(theirs(whole, "--checkpoint", kept, "--key", key).code, 0)
        lines = whole.read_text().splitlines(keepends=True)
        for what, changed, record in (("one gone", lines[:3] + lines[4:], 4), ("one changed", [lines[0].replace("ana", "bob")] + lines[1:], 1),
                                      ("two swapped", [lines[1], lines[0]] + lines[2:], 1), ("no JSON", ["{\n"] + lines[1:], 1)):
            whole.write_text("".join(changed))
            verdict = theirs(whole)
            self.assertEqual((verdict.code, verdict.record), (1, record), (what, verdict))
        whole.write_text("".join(lines[:-1]))
        self.assertEqual(theirs(whole).code, 0, "where it has to end only a checkpoint tells")
        self.assertEqual(theirs(whole, "--checkpoint", kept).code, 1)
        whole.write_text("".join(lines[5:]))
        self.assertEqual(theirs(whole).code, 1)
        self.assertEqual(ours(state).code, 0)

    def test_an_export_holds_every_record_once_in_every_format(self):
        make_story(self.folder)
        records = rows(self.audit("list", "--format", "json"))
        self.assertEqual(rows(self.audit("export", "--format", "jsonl")), records)
        events = rows(self.audit("export", "--format", "ocsf"))
        self.assertEqual([e["metadata"]["sequence"] for e in events], [r["seq"] for r in records])
        self.assertEqual({e["class_uid"] for e in events}, {6003})
        lines = out(self.audit("export", "--format", "cef")).splitlines()
        self.assertEqual(len(lines), len(records))
        self.assertTrue(all(line.startswith("CEF:0|Yett|Yett|") for line in lines))
        denied = rows(self.audit("export", "--decision", "deny", "--run", "r-1"))
        self.assertEqual(len(denied), 2)
        self.assertEqual(rows(self.audit("export", "--since", "2999-01-01T00:00:00Z")), [])

    def test_a_dead_export_stops_no_gate(self):
        guard = Guarded(self.folder, "--hold", "0")
        self.addCleanup(guard.close)
        for _ in range(200):
            guard.call("read_ticket", {"id": "T-1"})
        stuck = self.follow("export")  # nobody reads it: its pipe is full
        gone = self.follow("export")
        gone.stdout.readline()
        gone.stdout.close()
        with open("/dev/full", "wb") as full:
            result = subprocess.run([yett.YETT, "audit", "export", "--state", guard.state], stdout=full, stderr=subprocess.PIPE,
                                    env=yett.ENVIRONMENT, timeout=60)
        self.assertEqual(result.returncode, 2)
        self.assertIn(b"could not be written", result.stderr)
        self.assertIs(guard.call("read_ticket", {"id": "T-1"})["result"]["isError"], False)
        self.assertEqual(decision(guard.call("send_email", {"to": "x@attacker.example", "subject": "s", "body": "b"}))["decision"], "deny")
        self.assertIsNone(stuck.poll())
        self.assertEqual(self.audit("verify").returncode, 0)

    # --- Checkpoints -----------------------------------------------------------------------------------------------

    def test_a_checkpoint_is_written_once(self):
        make_story(self.folder)
        kept = self.folder / "kept"
        self.assertEqual(self.audit("checkpoint", "--out", kept).returncode, 0)
        self.assertEqual(self.audit("verify", "--checkpoint", kept).returncode, 0)
        self.assertEqual(self.audit("checkpoint", "--out", kept).returncode, 2)
        self.assertIn("as the checkpoint of record", out(self.audit("verify", "--checkpoint", kept)))
        self.assertEqual(json.loads(kept.read_text())["key"], out(self.audit("key")).strip())

    def policy_with_audit(self, lines):
        return self.write("audited.toml", yett.DESKMATE.read_text() + "\n[audit]\n" + lines)

    def keeper(self, script):
        program = self.write("keeper", "#!/bin/sh\n" + script, mode=0o755)
        return self.policy_with_audit(f'checkpoint_to = ["{program}"]\nkeep = "400d"\n')

    def test_a_gate_hands_over_checkpoints_when_it_opens_and_closes(self):
        kept = self.folder / "elsewhere"
        policy = self.keeper(f"cat >> {kept}\n")
        make_story(self.folder, policy)
        stated = [json.loads(line) for line in kept.read_text().splitlines()]
        records = rows(self.audit("list", "--format", "json"))
        self.assertEqual(stated[0]["seq"], 2, "what opened it and what holds its server in")
        self.assertEqual(stated[-1]["seq"], len(records))
        self.assertEqual(stated[-1]["hash"], records[-1]["hash"])
        for verdict in (ours(self.folder / "state", "--checkpoint", kept), theirs(self.folder / "state/store.db", "--checkpoint", kept)):
            self.assertEqual(verdict.code, 0, verdict)

    def test_a_policy_that_is_read_again_names_another_keeper(self):
        kept = self.folder / "elsewhere"
        policy = self.write("policy.toml", yett.DESKMATE.read_text())
        guard = Guarded(self.folder, "--hold", "0", policy=policy)
        self.addCleanup(guard.close)
        program = self.write("keeper", f"#!/bin/sh\ncat >> {kept}\n", mode=0o755)
        self.write("policy.toml", yett.DESKMATE.read_text() + f'\n[audit]\ncheckpoint_to = ["{program}"]\n')
        guard.process.send_signal(signal.SIGHUP)
        while not kept.exists() or not kept.read_text():
            guard.call("read_ticket", {"id": "T-1"})
        self.assertEqual(self.audit("verify", "--checkpoint", kept).returncode, 0)

    def test_a_keeper_that_fails_is_told_and_recorded_and_stops_nothing(self):
        for script, how in (("echo the disk is full >&2; exit 3\n", "exited with code 3"), ("kill -9 $$\n", "was killed by signal 9 (Killed)")):
            folder = self.folder / how.replace(" ", "-")
            folder.mkdir(mode=0o700)
            cards = yett.cards_of(folder)
            cards.mkdir(mode=0o700)
            self.addCleanup(shutil.rmtree, cards)
            guard = Guarded(folder, "--hold", "0", policy=self.keeper(script))
            self.assertIs(guard.call("read_ticket", {"id": "T-1"})["result"]["isError"], False)
            self.assertEqual(decision(guard.call("send_email", {"to": "x@attacker.example", "subject": "s", "body": "b"}))["decision"], "deny")
            guard.process.stdin.close()
            told = guard.process.stderr.read().decode()
            guard.process.wait(timeout=60)
            guard.process.stdout.close()
            guard.process.stderr.close()
            self.assertIn("is not kept elsewhere: its program " + how, told)
            states = rows(run("audit", "list", "--kind", "state", "--format", "json", "--state", guard.state))
            self.assertEqual([(r["decision"], r["intent"]) for r in states], [("checkpoint_not_kept", {"program": how})])
            self.assertEqual(run("audit", "verify", "--state", guard.state).returncode, 0)

    def test_a_keeper_that_hangs_holds_no_call_up(self):
        guard = Guarded(self.folder, "--hold", "0", policy=self.keeper("sleep 1000\n"))
        for _ in range(20):
            self.assertIs(guard.call("read_ticket", {"id": "T-1"})["result"]["isError"], False)
        guard.close()
        self.assertEqual(self.audit("verify").returncode, 0)

    # --- Pruning ---------------------------------------------------------------------------------------------------

    def test_nothing_is_removed_unless_something_vouches_for_the_rest(self):
        make_story(self.folder)
        before = self.audit("list", "--format", "json").stdout
        forged = self.write("forged", "{}\n")
        for words in (["--keep", "1ms"], ["--keep", "1ms", "--checkpoint", forged], ["--keep", "1ms", "--checkpoint", self.folder / "none"],
                      ["--keep", "0d"], []):
            result = self.audit("prune", *words)
            self.assertEqual(result.returncode, 2, words)
            self.assertTrue(err(result))
        failing = self.keeper("exit 1\n")
        failing.write_text(failing.read_text().replace('keep = "400d"', 'keep = "1ms"'))
        result = self.audit("prune", "--policy", failing)
        self.assertEqual(result.returncode, 2)
        self.assertIn("not kept elsewhere", err(result))
        self.assertEqual(self.audit("list", "--format", "json").stdout, before)

    def test_pruning_hands_a_checkpoint_over_first(self):
        make_story(self.folder)
        kept = self.folder / "elsewhere"
        policy = self.keeper(f"cat >> {kept}\n")
        count = len(rows(self.audit("list", "--format", "json")))
        self.assertIn("no record is old enough", out(self.audit("prune", "--policy", policy)))
        time.sleep(0.01)
        sooner = self.audit("prune", "--policy", policy, "--keep", "1ms")
        self.assertEqual(sooner.returncode, 2)
        self.assertIn("shorter than keep", err(sooner))
        policy.write_text(policy.read_text().replace('keep = "400d"', 'keep = "1ms"'))
        result = self.audit("prune", "--policy", policy)
        self.assertEqual(result.returncode, 0, err(result))
        self.assertIn(str(count), out(result))
        left = rows(self.audit("list", "--format", "json"))
        self.assertEqual([(r["seq"], r["kind"], r["decision"], r["intent"]["through"]) for r in left], [(count + 1, "state", "pruned", count)])
        for verdict in (ours(self.folder / "state", "--checkpoint", kept), theirs(self.folder / "state/store.db", "--checkpoint", kept)):
            self.assertEqual(verdict.code, 0, verdict)
        self.assertIn(f"those up to record {count} were pruned", out(self.audit("verify")))
        # What comes afterwards goes on behind it.
        guard = Guarded(self.folder, "--hold", "0")
        guard.call("read_ticket", {"id": "T-1"})
        guard.close()
        self.assertEqual(self.audit("verify", "--checkpoint", kept).returncode, 0)
        export = self.folder / "rest.jsonl"
        export.write_bytes(self.audit("export").stdout)
        self.assertEqual(theirs(export).code, 0)

    def test_nothing_is_removed_from_a_broken_chain(self):
        state = make_story(self.folder)
        kept = self.folder / "kept"
        kept.write_bytes(self.audit("checkpoint").stdout)
        with database(state) as base:
            base.execute("UPDATE records SET body = replace(body, '\"ana\"', '\"bob\"') WHERE seq = 3")
        result = self.audit("prune", "--keep", "1ms", "--checkpoint", kept)
        self.assertEqual(result.returncode, 1)
        self.assertIn("record 3", err(result))


if __name__ == "__main__":
    yett.main()
