"""The human's side: approve and deny from another terminal, suspend a run, read and verify the audit."""

import contextlib
import hashlib
import json
import shutil
import sqlite3
import subprocess
import time

import yett
from guarded import Guarded, decision
from yett import err, out, rows, run

MAIL = {"to": "risk@deskmate.internal", "subject": "check", "body": "please look at T-1"}


class Human(yett.InScratchFolder):
    def setUp(self):
        super().setUp()
        self.guard = None

    def start(self, *words):
        self.guard = Guarded(self.folder, *words)
        self.addCleanup(self.guard.close)
        return self.guard

    def yett(self, *words):
        return run(*words, "--state", self.guard.state)

    def test_approved_from_another_terminal_runs_once(self):
        guard = self.start()
        number = guard.send_call("send_email", MAIL)
        request = guard.wait_for_question()
        self.assertEqual(guard.mails(), [])
        shown = out(self.yett("approvals", "show", request))
        for word in ("risk@deskmate.internal", "please look at T-1", "dangerous", "ana", "acme", "sha256:"):
            self.assertIn(word, shown)
        result = self.yett("approve", request[:4])
        self.assertEqual(result.returncode, 0, err(result))
        self.assertIs(guard.answer(number)["result"]["isError"], False)
        self.assertEqual(len(guard.mails()), 1)
        self.assertEqual(self.yett("approve", request).returncode, 1)
        # The very same call asks again.
        guard.send_call("send_email", MAIL)
        self.assertNotEqual(guard.wait_for_question(), request)
        self.assertEqual(len(guard.mails()), 1)

    def test_nothing_of_a_waiting_call_is_pushed_out_of_sight(self):
        guard = self.start()
        blanks = [" " * 300, "\u3000" * 300, "\u00a0" * 300, "\n" * 300, " \u3000" * 150, "\u200b" * 300]
        guard.send_call("send_email", {**MAIL, "body": "x".join(["look", *blanks, "rm -rf"])})
        shown = out(self.yett("approvals", "show", guard.wait_for_question()))
        line = next(line for line in shown.splitlines() if "body =" in line)
        self.assertLess(len(line), 400, line)
        for sign in ("{300 spaces}", "{300 times \\u{3000}}", "{300 times \\u{A0}}", "{300 times \\n}", "{150 times  \\u{3000}}",
                     "{300 times \\u{200B}}", "rm -rf"):
            self.assertIn(sign, line)

    def test_a_card_says_that_the_run_has_private_data(self):
        guard = self.start("--hold", "0")
        card = out(self.yett("approvals", "show", decision(guard.call("send_email", MAIL))["approval"]))
        self.assertNotIn("private data", card)
        self.assertIs(guard.call("search_customers", {"query": "a"})["result"].get("isError", False), False)
        ruling = decision(guard.call("send_email", MAIL))
        card = out(self.yett("approvals", "show", ruling["approval"]))
        self.assertRegex(card, r"tool_output.*; private data")

    def test_everything_that_asks_is_told_in_the_language_of_the_reader(self):
        guard = self.start("--hold", "0", "--lang", "zh")
        card = out(self.yett("approvals", "show", decision(guard.call("send_email", MAIL))["approval"]))
        self.assertIn("irreversible outbound action, human approval required [approval.dangerous]", card)
        self.assertNotRegex(card, r"(?m)^  also ")
        guard.call("search_customers", {"query": "a"})
        request = decision(guard.call("send_email", MAIL))["approval"]
        told = {
            "en": ("reason", "irreversible outbound action, human approval required", "also",
                   "private data and untrusted text are in this run, and the call goes outside"),
            "zh": ("理由", "不可逆的对外动作，需要人确认", "另有", "这次运行里既有私有数据又有不可信文本，而这个动作通向外部"),
        }
        for language, (why, first, also, second) in told.items():
            card = out(self.yett("approvals", "show", request, "--lang", language))
            self.assertRegex(card, rf"(?m)^  {why} +{first} \[approval\.dangerous\]\n  {also} +{second} \[flow\.private_to_outside\]$")
            listed = out(self.yett("approvals", "--lang", language))
            (line,) = [line for line in listed.splitlines() if line.startswith(request)]
            self.assertTrue(line.endswith(f"{first}; {second}"), line)
            self.assertIn(f"{first}; {second}\n", self.watched(2, "--lang", language))
            rows_of = json.loads(out(self.yett("approvals", "--format", "json", "--lang", language)))
            (row,) = [row for row in rows_of if row["id"] == request]
            self.assertEqual((row["rule"], row["reason"]), ("approval.dangerous", first))
            self.assertEqual(row["also"], [{"rule": "flow.private_to_outside", "reason": second}])
        self.assertIn("[flow.private_to_outside]", out(self.yett("approve", request)))

    def watched(self, lines, *words):
        """The first lines of `yett approvals watch`."""
        watch = subprocess.Popen([yett.YETT, "approvals", "watch", "--state", self.guard.state, *words],
                                 stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=yett.ENVIRONMENT)
        try:
            return "".join(watch.stdout.readline().decode() for _ in range(lines))
        finally:
            watch.kill()
            watch.wait()
            watch.stdout.close()

    def test_lists_tell_where_each_call_would_go(self):
        guard = self.start("--hold", "0")
        plain = decision(guard.call("send_email", MAIL))["approval"]
        twice = decision(guard.call("send_email", {**MAIL, "to": ["a@deskmate.internal", "b@deskmate.internal"]}))["approval"]
        for told in (out(self.yett("approvals")), self.watched(2)):
            for request in (plain, twice):
                (line,) = [line for line in told.splitlines() if request in line]
                self.assertRegex(line, r"dangerous  <mailbox@deskmate\.internal>  irreversible")
                self.assertNotIn("risk@", line)
        self.assertIn("goes to", out(self.yett("approvals")))
        self.assertIn("发往", out(self.yett("approvals", "--lang", "zh")))
        known = {row["id"]: row["destinations"] for row in json.loads(out(self.yett("approvals", "--format", "json")))}
        place = {"argument": "to", "kind": "email", "to": "<mailbox@deskmate.internal>", "first_use": True}
        self.assertEqual(known, {plain: [place], twice: [place, place]})
        self.assertEqual(self.yett("approve", plain).returncode, 0)
        self.assertIs(guard.call("send_email", MAIL)["result"]["isError"], False)
        known = {row["id"]: row["destinations"] for row in json.loads(out(self.yett("approvals", "--format", "json")))}
        self.assertEqual(known, {twice: [{**place, "first_use": False}] * 2})

    def test_where_no_record_tells_of_a_destination_nothing_is_known(self):
        guard = self.start("--hold", "0")
        request = decision(guard.call("send_email", MAIL))["approval"]
        guard.close()
        with contextlib.closing(sqlite3.connect(guard.state / "store.db")) as base, base:
            base.execute("UPDATE records SET body = replace(body, ?, 'another')", [request])
            base.execute("UPDATE requests SET state = 'pending'")
        self.assertRegex(out(self.yett("approvals")), rf"(?m)^{request} .*dangerous  - +irreversible")
        (row,) = json.loads(out(self.yett("approvals", "--format", "json")))
        self.assertIsNone(row["destinations"])

    def test_records_that_cannot_be_read_hide_no_call_that_waits(self):
        guard = self.start("--hold", "0")
        request = decision(guard.call("send_email", MAIL))["approval"]
        with contextlib.closing(sqlite3.connect(guard.state / "store.db")) as base, base:
            base.executescript("DROP VIEW audit; DROP TABLE records")
        listed = self.yett("approvals")
        self.assertEqual(listed.returncode, 0)
        self.assertRegex(out(listed), rf"(?m)^{request} .*dangerous  - +irreversible")
        self.assertIn("records", err(listed))
        self.assertIn(request, self.watched(1))

    def test_a_long_destination_keeps_its_end_and_many_are_counted(self):
        domains = ["x" * 50 + ".deskmate.internal", "two.example", "three.example", "four.example"]
        policy = self.write("wide.toml", yett.DESKMATE.read_text().replace(
            "email_domains = [", "email_domains = [" + "".join(f'"{domain}", ' for domain in domains)))
        self.guard = guard = Guarded(self.folder, "--hold", "0", policy=policy)
        self.addCleanup(guard.close)
        request = decision(guard.call("send_email", {**MAIL, "to": ["a@" + domain for domain in domains]}))["approval"]
        listed = out(self.yett("approvals"))
        self.assertRegex(listed, r"  …x{20}\.deskmate\.internal>, <mailbox@two\.example>, \+2  ")
        self.assertNotIn("four.example", listed)
        for domain in domains:
            self.assertIn(f"<mailbox@{domain}>", out(self.yett("approvals", "show", request)))

    def test_on_a_card_a_text_looks_like_nothing_but_a_text(self):
        guard = self.start("--hold", "0")
        one = decision(guard.call("send_email", {**MAIL, "to": ["a@deskmate.internal"], "subject": "[1,2]", "body": 'a"b\n'}))
        two = decision(guard.call("send_email", {**MAIL, "to": '["a@deskmate.internal"]', "subject": "true"}))
        self.assertEqual(two["rule"], "destination.malformed")
        for language in ("en", "zh"):
            card = out(self.yett("approvals", "show", one["approval"], "--lang", language))
            for line in ('    to = ["a@deskmate.internal"]', '    subject = "[1,2]"', '    body = "a\\"b\\n"'):
                self.assertIn(line + "\n", card)

    def test_denied_stays_denied(self):
        guard = self.start()
        number = guard.send_call("send_email", MAIL)
        self.assertEqual(self.yett("deny", guard.wait_for_question()).returncode, 0)
        self.assertEqual(decision(guard.answer(number))["rule"], "approval.denied")
        self.assertRegex(out(self.yett("audit", "list", "--run", "r-1")), r"-> request [0-9a-f]+: denied by [^,( ]+ \(")
        self.assertRegex(out(self.yett("audit", "list", "--run", "r-1", "--lang", "zh")), r"[^,( ]+ 已拒绝 \(")
        self.assertEqual(decision(guard.call("send_email", MAIL))["rule"], "approval.denied")
        self.assertEqual(guard.mails(), [])

    def test_after_the_hold_the_same_call_runs_once_approved(self):
        guard = self.start("--hold", "0")
        first = guard.call("send_email", MAIL)
        self.assertTrue(first["result"]["isError"])
        self.assertTrue(first["result"]["content"][0]["text"].startswith("NOT EXECUTED"))
        self.assertEqual(decision(first)["retry"], "same_call_after_approval")
        self.assertEqual(self.yett("approve", decision(first)["approval"]).returncode, 0)
        self.assertIs(guard.call("send_email", MAIL)["result"]["isError"], False)
        self.assertEqual(len(guard.mails()), 1)
        self.assertTrue(guard.call("send_email", MAIL)["result"]["isError"])
        self.assertEqual(len(guard.mails()), 1)

    def test_runs_and_the_audit_are_told_in_chinese_too(self):
        self.start().call("read_ticket", {"id": "T-1"})
        told = "".join(out(self.yett(*words, "--lang", "zh")) for words in (
            ["sessions", "suspend", "r-1"], ["sessions", "resume", "r-1"], ["status"], ["audit", "verify"]))
        for word in ("已暂停 r-1", "已恢复 r-1", "记录", "运行", "条记录，完整"):
            self.assertIn(word, told)
        for word in ("suspended", "resumed", "records", "runs", "whole"):
            self.assertNotIn(word, told)

    def test_a_suspended_run_does_nothing_and_its_waiting_calls_end(self):
        guard = self.start()
        number = guard.send_call("send_email", MAIL)
        guard.wait_for_question()
        self.assertEqual(self.yett("sessions", "suspend", "r-1").returncode, 0)
        self.assertEqual(decision(guard.answer(number))["rule"], "session.suspended")
        self.assertEqual(decision(guard.call("read_ticket", {"id": "T-1"}))["rule"], "session.suspended")
        status = json.loads(out(self.yett("status", "--format", "json")))
        self.assertEqual((status["suspended"], status["pending"]), (1, 0))
        self.assertEqual(self.yett("sessions", "resume", "r-1").returncode, 0)
        self.assertIs(guard.call("read_ticket", {"id": "T-1"})["result"]["isError"], False)

    def test_a_client_that_hangs_up_cancels_its_waiting_call(self):
        guard = Guarded(self.folder)
        self.guard = guard
        guard.send_call("send_email", MAIL)
        request = guard.wait_for_question()
        guard.close()
        self.assertEqual(self.yett("approve", request).returncode, 1)
        records = rows(self.yett("audit", "list", "--format", "json"))
        self.assertIn(("approval", "cancelled"), [(r["kind"], r["decision"]) for r in records])
        self.assertEqual(guard.mails(), [])

    def test_the_audit_answers_the_five_questions(self):
        guard = self.start("--hold", "0")
        guard.call("read_ticket", {"id": "T-1"})
        guard.call("send_email", {"to": "collector@attacker.example", "subject": "s", "body": "canary-body"})
        guard.call("send_email", MAIL)
        records = [r for r in rows(self.yett("audit", "list", "--format", "json")) if r["kind"] == "decision"]
        self.assertEqual([(r["decision"], r["rule"]) for r in records],
                         [("allow", "default.allow"), ("deny", "destination.unlisted"), ("confirm", "approval.dangerous")])
        for record in records:
            self.assertEqual((record["run"], record["user"], record["tenant"]), ("r-1", "ana", "acme"))
            self.assertTrue(record["reason"])
            self.assertIn("effect", record["intent"])
        self.assertEqual(records[1]["intent"]["destinations"][0]["address"], "<mailbox@attacker.example>")
        table = out(self.yett("audit", "list", "--decision", "deny"))
        self.assertIn("attacker.example", table)
        self.assertNotIn("collector", table)
        self.assertNotIn("confirm", table)

    def test_no_argument_reaches_the_state_folder(self):
        guard = self.start("--hold", "0")
        guard.call("update_ticket", {"id": "T-2", "note": "canary-note-7a31"})
        guard.call("send_email", {"to": "canary-local@deskmate.internal", "subject": "canary-subject", "body": "canary-body"})
        guard.call("canary_tool_name", {})
        for path in guard.state.rglob("*"):
            if path.is_file():
                self.assertNotIn(b"canary", path.read_bytes(), path.name)

    def test_deleting_any_record_breaks_the_chain(self):
        guard = Guarded(self.folder, "--hold", "0")
        self.guard = guard
        guard.call("read_ticket", {"id": "T-1"})
        guard.call("send_email", MAIL)
        guard.close()
        whole = self.yett("audit", "verify")
        self.assertEqual(whole.returncode, 0, out(whole))
        count = len(rows(self.yett("audit", "list", "--format", "json")))
        self.assertGreater(count, 4)
        for seq in range(1, count + 1):
            copy = self.folder / f"copy-{seq}"
            shutil.copytree(guard.state, copy)
            copy.chmod(0o700)
            with sqlite3.connect(copy / "store.db") as database:
                database.execute("DELETE FROM records WHERE seq = ?", (seq,))
            database.close()
            result = run("audit", "verify", "--state", copy)
            self.assertEqual(result.returncode, 1, seq)
            self.assertIn(str(seq), out(result))

    def test_a_request_that_runs_out_unseen_leaves_no_card(self):
        policy = self.write("short.toml", yett.DESKMATE.read_text().replace('expires             = "10m"', 'expires             = "1s"'))
        guard = Guarded(self.folder, "--hold", "0", policy=policy)
        self.guard = guard
        request = decision(guard.call("send_email", MAIL))["approval"]
        guard.close()
        time.sleep(1.1)
        Guarded(self.folder, policy=policy).close()
        records = [(r["decision"], r["intent"]) for r in rows(self.yett("audit", "list", "--kind", "approval", "--format", "json"))]
        self.assertEqual(records, [("expired", {"approval": request})])
        self.assertEqual(list(self.cards.rglob("*.json")), [])

    def test_a_request_that_runs_out_unseen_waits_no_more(self):
        policy = self.write("short.toml", yett.DESKMATE.read_text().replace('expires             = "10m"', 'expires             = "1s"'))
        guard = Guarded(self.folder, "--hold", "0", policy=policy)
        self.guard = guard
        guard.call("send_email", MAIL)
        guard.close()
        time.sleep(1.1)
        self.assertEqual(json.loads(out(self.yett("approvals", "list", "--format", "json"))), [])
        self.assertEqual(json.loads(out(self.yett("status", "--format", "json")))["pending"], 0)
        self.assertEqual([row["pending"] for row in json.loads(out(self.yett("sessions", "--format", "json")))], [0])

    def test_a_card_threatens_no_end_that_cannot_come(self):
        guard = self.start("--hold", "0")
        request = decision(guard.call("send_email", MAIL))["approval"]
        self.assertEqual(json.loads(out(self.yett("status", "--format", "json")))["pending"], 1)
        unanswered, unused = "if nobody answers, it does not run", "if it is not used by then, it does not run"
        card = out(self.yett("approvals", "show", request))
        self.assertEqual((unanswered in card, unused in card), (True, False), card)
        self.assertEqual(self.yett("approve", request).returncode, 0)
        card = out(self.yett("approvals", "show", request))
        self.assertEqual((unanswered in card, unused in card), (False, True), card)
        self.assertIs(guard.call("send_email", MAIL)["result"]["isError"], False)
        card = out(self.yett("approvals", "show", request))
        self.assertNotIn("does not run", card)
        (outcome,) = rows(self.yett("audit", "list", "--kind", "outcome", "--format", "json"))
        self.assertRegex(card, rf"\n  came of it  ran \(#{outcome['seq']}\)\n")
        self.assertRegex(out(self.yett("approvals", "show", request, "--lang", "zh")), rf"结果 +已执行 \(#{outcome['seq']}\)")
        denied = decision(guard.call("send_email", {**MAIL, "subject": "other"}))["approval"]
        self.assertEqual(self.yett("deny", denied).returncode, 0)
        self.assertNotIn("does not run", out(self.yett("approvals", "show", denied)))

    def test_an_option_that_does_nothing_is_refused(self):
        guard = self.start("--hold", "0")
        request = decision(guard.call("send_email", MAIL))["approval"]
        refused = [("approvals", "show", request, "--format", "json"), ("approvals", "list", request), ("approvals", "list", "--user", "ana"),
                   ("approvals", "list", "--uses", "3"), ("approvals", "--as", "olga"), ("approvals", "show", request, "--all"),
                   ("approvals", "watch", request), ("approvals", "revoke", "3f", "--as", "olga"), ("approvals", "grant", "--user", "ana"),
                   ("approvals", "grant", "mails", "--format", "json"), ("approvals", "enroll", "ana", "--as", "ana"),
                   ("approvals", "approve", request, "--format", "json"), ("sessions", "list", "r-1"), ("sessions", "list", "--user", "ana"),
                   ("sessions", "suspend", "r-1", "--format", "json"), ("sessions", "--as", "olga")]
        for words in refused:
            result = self.yett(*words)
            self.assertEqual((result.returncode, out(result)), (2, ""), words)
            self.assertIn(" takes no ", err(result), words)
        (run_of_it,) = json.loads(out(self.yett("sessions", "list", "--format", "json")))
        self.assertEqual((run_of_it["suspended"], run_of_it["pending"]), (False, 1))

    def test_a_gate_leaves_the_cards_of_another_store_alone(self):
        guard = self.start("--hold", "0")
        request = decision(guard.call("send_email", MAIL))["approval"]
        other = self.folder / "other"
        other.mkdir()
        Guarded(other, environment={"XDG_RUNTIME_DIR": str(self.cards)}).close()
        self.assertEqual([card.name.split(".")[0] for card in self.cards.rglob("*.json")], [request])
        self.assertEqual(self.yett("approve", request).returncode, 0)

    def test_digests_that_the_program_prints_cannot_be_guessed_from_arguments(self):
        guard = self.start("--hold", "0")
        request = decision(guard.call("send_email", MAIL))["approval"]
        card = next(self.cards.rglob(request + "*")).read_bytes()
        listed = out(self.yett("approvals", "list", "--format", "json"))
        self.assertNotIn(hashlib.sha256(card).hexdigest(), listed)

    def test_the_session_file_is_out_of_reach_for_every_call(self):
        session = self.write("session.json", json.dumps({"run": "r-1", "user": "ana", "tenant": "acme"}))
        policy = self.write("files.toml", f"""[policy]
name = "files"
version = 1
[session]
permissions = "no execution"
tenant = "acme"
[tools.read_ticket]
effect = "write"
sensitivity = "internal"
reversible = true
path.write = ["id"]
[tools.read_ticket.arguments]
type = "object"
properties.id = {{ type = "string" }}
[paths.all]
root = "{self.folder}"
access = "read-write"
[run]
isolation = {{ none = "the judge alone is tried" }}
""")
        guard = Guarded(self.folder, "--session", session, policy=policy)
        self.addCleanup(guard.close)
        for path in (session, policy, guard.state / "store.db", self.folder / "SESSION.json"):
            self.assertEqual(decision(guard.call("read_ticket", {"id": str(path)}))["rule"], "path.protected", path)

    def test_an_answered_request_says_so_the_second_time(self):
        guard = self.start("--hold", "0")
        request = decision(guard.call("send_email", MAIL))["approval"]
        self.assertIn("Approved", out(self.yett("approve", request)))
        guard.call("send_email", MAIL)
        again = self.yett("approve", request)
        self.assertEqual(again.returncode, 1)
        self.assertIn("consumed", err(again))
        self.assertEqual(self.yett("approvals", "show", request).returncode, 0)

    def test_a_misspelt_filter_is_no_empty_audit(self):
        self.start("--hold", "0").call("read_ticket", {"id": "T-1"})
        self.assertEqual(self.yett("audit", "list", "--rule", "no.rule").returncode, 2)
        self.assertEqual(self.yett("audit", "list", "--kind", "foo").returncode, 2)
        self.assertEqual(len(rows(self.yett("audit", "list", "-n", "1", "--format", "json"))), 1)

    def test_state_commands_refuse_a_broken_policy_beside_them(self):
        self.write("yett.toml", "broken")
        result = run("status", cwd=self.folder)
        self.assertEqual(result.returncode, 2)
        self.assertIn("yett.toml:1", err(result))

    def test_an_id_that_nobody_has(self):
        self.start("--hold", "0").call("send_email", MAIL)
        result = self.yett("approve", "zz")
        self.assertEqual(result.returncode, 2)
        self.assertIn("yett approvals", err(result))


if __name__ == "__main__":
    yett.main()
