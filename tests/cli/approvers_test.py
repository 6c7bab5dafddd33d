"""Approvers with keys of their own: enrolling, signed answers, quorum, four eyes, and answers that do not count."""

import base64
import json
import os
import pty
import re
import signal
import sqlite3
import subprocess
import time

import yett
from guarded import Guarded, decision
from yett import err, out, rows, run

MAIL = {"to": "risk@deskmate.internal", "subject": "check", "body": "please look at T-1"}
PASSPHRASE = "correct horse battery"


class Approvers(yett.InScratchFolder):
    def setUp(self):
        super().setUp()
        self.keys = self.folder / "keys"
        self.passphrase = self.write("passphrase", PASSPHRASE + "\n", 0o600)
        self.lines = {}

    def signing(self):
        return ("--keys", self.keys, "--passphrase-file", self.passphrase)

    def enroll(self, *names, terms=""):
        for name in names:
            result = run("approvals", "enroll", name, *self.signing())
            self.assertEqual(result.returncode, 0, err(result))
            self.lines[name] = out(result) + terms

    def start(self, approval="", *words, lines=None):
        text = yett.DESKMATE.read_text()
        head, tail = text.split("[approval]", 1)
        rest = tail[tail.index("\n[") :] if "\n[" in tail else ""
        lines = self.lines.values() if lines is None else lines
        policy = self.write("approvers.toml", f"{head}[approval]\n{approval}\n{rest}\n{''.join(lines)}")
        self.policy = policy
        self.guard = Guarded(self.folder, *words, policy=policy)
        self.addCleanup(self.guard.close)
        return self.guard

    def yett(self, *words):
        return run(*words, "--state", self.guard.state)

    def story(self, *words):
        return out(self.yett("audit", "list", "--run", "r-1", *words))

    def approve(self, request, name, *words):
        return self.yett("approve", request, "--as", name, *self.signing(), *words)

    def ask(self):
        number = self.guard.send_call("send_email", MAIL)
        return number, self.guard.wait_for_question()

    # --- Keys ----------------------------------------------------------------------------------------------------

    def test_a_key_is_kept_encrypted_and_never_overwritten(self):
        self.enroll("ana")
        pem = (self.keys / "ana.pem").read_text()
        self.assertTrue(pem.startswith("-----BEGIN ENCRYPTED PRIVATE KEY-----"))
        self.assertEqual((self.keys / "ana.pem").stat().st_mode & 0o777, 0o600)
        again = run("approvals", "enroll", "ana", *self.signing())
        self.assertEqual(again.returncode, 2)
        self.assertIn("already", err(again))
        self.assertEqual((self.keys / "ana.pem").read_text(), pem)
        public = subprocess.run(
            ["openssl", "pkey", "-in", self.keys / "ana.pem", "-passin", f"pass:{PASSPHRASE}", "-pubout", "-outform", "DER"],
            capture_output=True, check=True,
        ).stdout
        self.assertIn(base64.b64encode(public[-32:]).decode(), self.lines["ana"])

    def test_the_passphrase_is_asked_at_the_terminal_and_never_shown(self):
        pid, terminal = pty.fork()
        if pid == 0:
            os.execve(yett.YETT, [str(yett.YETT), "approvals", "enroll", "ana", "--keys", str(self.keys)], yett.ENVIRONMENT)
        shown = b""
        for _ in range(2):
            while not shown.endswith(b": "):
                shown += os.read(terminal, 100)
            time.sleep(0.1)
            os.write(terminal, PASSPHRASE.encode() + b"\n")
            shown += os.read(terminal, 2)
        try:
            while chunk := os.read(terminal, 1000):
                shown += chunk
        except OSError:
            pass
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), 0, shown)
        self.assertIn(b"[approvers.ana]", shown)
        self.assertNotIn(PASSPHRASE.encode(), shown)

    # --- Answers -------------------------------------------------------------------------------------------------

    def test_only_a_signed_answer_of_an_approver_runs_the_call(self):
        self.enroll("olga")
        self.start()
        number, request = self.ask()
        plain = self.yett("approve", request)
        self.assertEqual(plain.returncode, 2, out(plain))
        self.assertIn("only signed answers count", err(plain))
        signed = self.approve(request, "olga")
        self.assertEqual(signed.returncode, 0, err(signed))
        key = self.lines["olga"].split('"')[1]
        for language, word in (("en", "signed"), ("zh", "已签名")):
            card = out(self.yett("approvals", "show", request, "--lang", language))
            self.assertRegex(card, rf"(?m)  olga  \S+Z  {word} {re.escape(key)}$")
        self.assertIs(self.guard.answer(number)["result"]["isError"], False)
        self.assertEqual(len(self.guard.mails()), 1)
        (record,) = [row for row in self.records() if row["decision"] == "approved"]
        self.assertEqual(record["intent"]["by"], "olga")
        self.assertIn(record["intent"]["key"], self.lines["olga"])

    def test_the_only_key_that_lies_here_is_found(self):
        self.enroll("olga")
        self.start()
        number, request = self.ask()
        self.assertEqual(self.yett("approve", request, *self.signing()).returncode, 0)
        self.assertIs(self.guard.answer(number)["result"]["isError"], False)

    def test_a_wrong_passphrase_and_a_foreign_key_approve_nothing(self):
        self.enroll("olga")
        known = dict(self.lines)
        self.enroll("eve")
        self.start(lines=known.values())
        _, request = self.ask()
        wrong = self.write("wrong", "incorrect\n", 0o600)
        result = self.yett("approve", request, "--as", "olga", "--keys", self.keys, "--passphrase-file", wrong)
        self.assertEqual(result.returncode, 2)
        self.assertIn("passphrase is wrong", err(result))
        result = self.approve(request, "eve")
        self.assertEqual(result.returncode, 1)
        self.assertIn("approval.not_entitled", err(result))
        (self.keys / "eve.pem").rename(self.keys / "olga.pem")
        result = self.approve(request, "olga")
        self.assertEqual(result.returncode, 1)
        self.assertIn("approval.not_entitled", err(result))
        self.assertEqual(self.guard.mails(), [])

    def test_two_people_of_a_quorum_are_two(self):
        self.enroll("olga", "paul")
        self.start("quorum = 2")
        number, request = self.ask()
        first = self.approve(request, "olga")
        self.assertEqual(first.returncode, 0, err(first))
        self.assertIn("Others must approve", out(first))
        self.assertIn("1/2", out(first))
        again = self.approve(request, "olga")
        self.assertEqual(again.returncode, 1)
        self.assertIn("has approved", err(again))
        self.assertEqual(self.guard.mails(), [])
        self.assertRegex(self.story(), rf"-> request {request}: approved by olga, 1 of 2 \([^)]*\)\n")
        self.assertRegex(self.story("--lang", "zh"), rf"-> 请求 {request}：olga 已批准，共需 2 人，这是第 1 人 \([^)]*\)\n")
        self.assertEqual(self.approve(request, "paul").returncode, 0)
        self.assertRegex(self.story(), r"approved by olga, 1 of 2 \([^)]*\), approved by paul, 2 of 2 ")
        self.assertIs(self.guard.answer(number)["result"]["isError"], False)
        self.assertEqual(len(self.guard.mails()), 1)

    def test_with_four_eyes_the_own_user_is_none(self):
        self.enroll("ana", "olga")
        self.start("four_eyes = true")
        number, request = self.ask()
        own = self.approve(request, "ana")
        self.assertEqual(own.returncode, 1)
        self.assertIn("approval.self", err(own))
        self.assertEqual(self.approve(request, "olga").returncode, 0)
        self.assertIs(self.guard.answer(number)["result"]["isError"], False)

    def test_a_no_needs_no_key(self):
        self.enroll("olga")
        self.start()
        number, request = self.ask()
        self.assertEqual(self.yett("deny", request).returncode, 0)
        self.assertEqual(decision(self.guard.answer(number))["rule"], "approval.denied")

    def test_an_approver_of_another_tenant_may_not(self):
        self.enroll("olga")
        self.enroll("paul", terms='tenants = ["globex"]\n')
        self.start()
        _, request = self.ask()
        self.assertNotIn("paul", out(self.yett("approvals", "show", request)))
        refused = self.approve(request, "paul")
        self.assertEqual(refused.returncode, 1)
        self.assertIn("approval.not_entitled", err(refused))

    def test_what_somebody_writes_into_the_store_approves_nothing(self):
        self.enroll("olga")
        self.start()
        number, request = self.ask()
        answer = [{"answer": "approve", "at": int(time.time() * 1e6), "by": "olga", "key": None, "signature": None}]
        with sqlite3.connect(self.guard.state / "store.db") as database:
            database.execute("UPDATE requests SET state = 'approved', answers = ?", [json.dumps(answer)])
        database.close()
        self.assertEqual(decision(self.guard.answer(number))["rule"], "approval.mismatch")
        self.assertEqual(self.guard.mails(), [])

    def test_what_was_approved_under_another_policy_is_not_run(self):
        self.enroll("olga")
        self.enroll("paul")
        self.start("quorum = 2")
        number, request = self.ask()
        self.assertEqual(self.approve(request, "olga").returncode, 0)
        text = self.policy.read_text().replace(self.lines["olga"], "").replace("quorum = 2", "quorum = 1")
        self.write("approvers.toml", text)
        self.guard.process.send_signal(signal.SIGHUP)
        self.assertEqual(decision(self.guard.answer(number))["rule"], "approval.mismatch")
        self.assertEqual(self.approve(request, "paul").returncode, 1)
        self.assertEqual(self.guard.mails(), [])

    # --- Granted ahead -------------------------------------------------------------------------------------------

    CEILING = '[approval.grants.mails]\ntool = "send_email"\nmax_uses = 3\nmax_for = "8h"\n'

    def grant(self, *words):
        return self.yett("approvals", "grant", "mails", "-p", self.policy, "--user", "ana", "--tenant", "acme", *words,
                         *self.signing())

    def test_what_was_granted_ahead_runs_without_asking_as_often_as_it_says(self):
        self.enroll("olga")
        self.start(self.CEILING)
        granted = self.grant("--uses", "2", "--for", "2h")
        self.assertEqual(granted.returncode, 0, err(granted))
        for count in (1, 2):
            self.assertIs(self.guard.call("send_email", MAIL)["result"]["isError"], False)
            self.assertEqual(len(self.guard.mails()), count)
        self.ask()
        self.assertIn("2/2", out(self.yett("approvals", "grant")))
        self.assertRegex(self.story(), r"-> ran \([^)]*\); granted ahead by olga, grant [0-9a-f]{16}\n")
        self.assertRegex(self.story("--lang", "zh"), r"olga 已预先授权，授权 [0-9a-f]{16}\n")
        # Who granted it, and by which key.
        key = self.lines["olga"].split('"')[1]
        self.assertRegex(out(self.yett("approvals", "grant")), rf"(?m) olga  {re.escape(key)}$")
        self.assertIn("密钥", out(self.yett("approvals", "grant", "--lang", "zh")))

    def test_nobody_grants_more_than_the_policy_lets(self):
        self.enroll("olga")
        self.start(self.CEILING)
        for words, says in [(("--uses", "4"), "1 to 3"), (("--for", "9h"), "at most 8h")]:
            refused = self.grant(*words)
            self.assertEqual(refused.returncode, 1)
            self.assertIn(says, err(refused))
        self.assertEqual(self.grant("--as", "eve").returncode, 2)
        self.ask()

    def test_a_grant_that_was_revoked_is_none(self):
        self.enroll("olga")
        self.start(self.CEILING)
        number = out(self.grant("--uses", "2")).split()[0]
        revoked = self.yett("approvals", "revoke", number[:5])
        self.assertEqual(revoked.returncode, 0, err(revoked))
        self.ask()
        self.assertEqual(self.yett("approvals", "revoke", number).returncode, 1)
        self.assertEqual([row["decision"] for row in self.records() if "grant" in (row["intent"] or {})], ["granted", "revoked"])

    # --- The lock ------------------------------------------------------------------------------------------------

    def test_a_lock_is_signed_by_an_approver_and_holds_as_it_was_signed(self):
        self.enroll("olga")
        self.enroll("paul", terms='tenants = ["acme"]\n')
        self.start()
        command = ("--", yett.YETT.parent / "deskmate", self.folder / "desk")
        pin = lambda *words: run("pin", "-p", self.policy, *words, *self.signing(), *command)
        refused = pin("--as", "paul")
        self.assertEqual(refused.returncode, 2)
        self.assertIn("may not accept tools", err(refused))
        self.assertFalse((self.folder / "yett.lock").exists())
        signed = pin("--as", "olga")
        self.assertEqual(signed.returncode, 0, err(signed))
        check = lambda: run("check", self.policy)
        self.assertEqual(check().returncode, 0, err(check()))
        lock = self.folder / "yett.lock"
        text = lock.read_text()
        lock.write_text(text.replace("mail", "male", 1))
        self.assertEqual(check().returncode, 2)
        self.assertIn("not what olga has signed", err(check()))
        unsigned = json.loads(text)
        del unsigned["signature"]
        lock.write_text(json.dumps(unsigned))
        self.assertEqual(check().returncode, 2)
        self.assertIn("nobody has signed", err(check()))

    # --- The kill switch -----------------------------------------------------------------------------------------

    def test_a_suspended_run_goes_on_by_an_approver_alone(self):
        self.enroll("olga")
        self.enroll("paul", terms='may = ["approve"]\n')
        self.start()
        self.assertEqual(self.yett("sessions", "suspend", "r-1").returncode, 0)
        self.assertEqual(decision(self.guard.call("read_ticket", {"id": "T-1"}))["rule"], "session.suspended")
        plain = self.yett("sessions", "resume", "r-1", "--keys", self.folder / "none")
        self.assertEqual(plain.returncode, 2)
        wrong = self.yett("sessions", "resume", "r-1", "--as", "paul", *self.signing())
        self.assertEqual(wrong.returncode, 1)
        self.assertIn("paul may not", err(wrong))
        self.assertEqual(self.yett("sessions", "resume", "r-1", "--as", "olga", *self.signing()).returncode, 0)
        self.assertIs(self.guard.call("read_ticket", {"id": "T-1"})["result"]["isError"], False)

    def test_another_policy_lets_nobody_resume_a_run_that_was_suspended_under_approvers(self):
        self.enroll("olga")
        self.start()
        self.assertEqual(self.yett("sessions", "suspend", "r-1").returncode, 0)
        self.start('unsigned = "me"', lines=[])  # the same run under a policy without approvers
        plain = self.yett("sessions", "resume", "r-1", "--keys", self.folder / "none")
        self.assertEqual(plain.returncode, 2, out(plain))
        self.assertEqual(self.yett("sessions", "resume", "r-1", "--as", "olga", *self.signing()).returncode, 0)

    # --- Notifying -----------------------------------------------------------------------------------------------

    def test_people_are_told_of_a_question_and_of_no_argument(self):
        told = self.folder / "told"
        script = self.write("page", f"#!/bin/sh\ncat > {told}.part && mv {told}.part {told}\n", 0o755)
        self.start(f'unsigned = "a test"\nnotify = ["{script}"]')
        _, request = self.ask()
        while not told.exists():
            time.sleep(0.01)
        text = told.read_text()
        self.assertEqual(json.loads(text)["id"], request)
        self.assertEqual(json.loads(text)["tool"], "send_email")
        for secret in MAIL.values():
            self.assertNotIn(secret, text)

    def test_without_a_home_an_answer_that_needs_no_key_counts(self):
        self.start('unsigned = "a test"')
        number, request = self.ask()
        self.assertEqual(run("approve", request, "--state", self.guard.state, environment={"HOME": ""}).returncode, 0)
        self.assertIs(self.guard.answer(number)["result"]["isError"], False)

    def test_a_pager_that_is_not_there_changes_nothing(self):
        self.start('unsigned = "a test"\nnotify = ["/nonexistent/page"]')
        number, request = self.ask()
        self.assertEqual(self.yett("approve", request).returncode, 0)
        self.assertIs(self.guard.answer(number)["result"]["isError"], False)

    # --- Watching ------------------------------------------------------------------------------------------------

    def test_watch_shows_a_question_and_what_became_of_it(self):
        self.enroll("olga")
        self.start()
        watch = subprocess.Popen([yett.YETT, "approvals", "watch", "--state", self.guard.state], stdout=subprocess.PIPE,
                                 env=yett.ENVIRONMENT)
        self.addCleanup(watch.stdout.close)
        self.addCleanup(watch.wait)
        self.addCleanup(watch.kill)
        number, request = self.ask()
        self.assertIn(request, watch.stdout.readline().decode())
        self.assertEqual(self.approve(request, "olga").returncode, 0)
        self.guard.answer(number)
        self.assertIn(request, watch.stdout.readline().decode())

    def records(self):
        return rows(self.yett("audit", "list", "--format", "json"))


if __name__ == "__main__":
    yett.main()
