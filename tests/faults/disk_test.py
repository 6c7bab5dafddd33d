"""A store that cannot be written, whose disk fails, or that is damaged: nothing runs, the program says so, and it goes on as
docs/operations.md says.

    disk_test.py YETT SOURCE YETT_WITH_FAULTS
"""

import random
import shutil

from machine import Ended, OnAMachine, decision, err, out, rows, yett


class Disk(OnAMachine):
    def refused_start(self, *expected):
        """The gate does not start, says why and does not start the server either; what it says."""
        with self.assertRaises(Ended) as ended:
            self.start()
        said = str(ended.exception)
        for words in expected:
            self.assertIn(words, said)
        self.assertNotIn("guarding", said.splitlines()[-1])
        return said

    # --- It cannot be written ----------------------------------------------------------------------------------------

    def test_that_cannot_be_written_starts_no_gate(self):
        self.set_disk("read-only")
        self.refused_start("store.db", "Read-only")
        self.set_disk("sound")
        self.start()
        self.assertIsNone(self.rule_of("note", "n1"))
        self.guard.close()
        self.set_disk("read-only")
        self.refused_start("store.db", "Read-only")
        self.assertEqual(self.story.ran(), ["n1"])
        self.set_disk("sound")
        self.check_whole()

    def test_that_cannot_be_written_any_more_lets_no_call_through_until_it_can(self):
        self.start()
        self.assertIsNone(self.rule_of("note", "n1"))
        request = self.ask("p1")
        self.set_disk("read-only")
        for tool, text in (("note", "n2"), ("pay", "p2"), ("unknown_tool", "u")):
            self.assertEqual(self.rule_of(tool, text), "system.audit")
        unwritten = self.approve(request)
        self.assertNotEqual(unwritten.returncode, 0)
        self.assertIn("Read-only", err(unwritten))
        self.assertEqual(self.story.ran(), ["n1"])
        self.set_disk("sound")
        self.assertEqual(self.ask("p1"), request, "nobody has answered it")
        self.assertEqual(self.approve(request).returncode, 0)
        self.assertIsNone(self.rule_of("pay", "p1"))
        self.assertIsNone(self.rule_of("note", "n2"))
        self.assertEqual(self.story.ran(), ["n1", "p1", "n2"])
        self.check_whole()

    def break_under_a_call(self):
        self.start()
        withheld = self.guard.call("note", {"text": "disk-breaks"})
        self.assertIn("withheld", withheld["error"]["message"])
        self.assertEqual(self.story.ran(), ["disk-breaks"])

    def resume(self):
        self.run_id = rows(self.yett("audit", "list", "--format", "json"))[0]["run"]
        self.assertEqual(self.yett("sessions", "resume", self.run_id).returncode, 0)

    def check_withheld_outcome(self, outcome):
        outcomes = [row for row in rows(self.yett("audit", "list", "--format", "json")) if row["kind"] == "outcome"]
        self.assertEqual(outcomes[0]["decision"], outcome)

    def test_that_takes_no_outcome_suspends_the_run_until_a_person_lets_it_go_on(self):
        self.break_under_a_call()
        self.assertEqual(self.rule_of("note", "n1"), "system.audit")
        self.set_disk("sound")
        self.assertEqual(self.rule_of("note", "n2"), "session.suspended", "although it could be written")
        self.check_withheld_outcome("executed")
        self.resume()
        self.assertIsNone(self.rule_of("note", "n3"))
        self.assertEqual(self.story.ran(), ["disk-breaks", "n3"])
        self.check_whole()

    def test_that_takes_no_outcome_suspends_the_run_beyond_the_end_of_its_process(self):
        self.break_under_a_call()
        self.guard.process.kill()
        self.guard.close()
        self.set_disk("sound")
        self.start()
        self.assertEqual(self.rule_of("note", "n1"), "session.suspended")
        self.check_withheld_outcome("unknown")
        self.resume()
        self.assertIsNone(self.rule_of("note", "n2"))
        self.assertEqual(self.rule_of("note", "disk-breaks"), "approval.repeat")
        self.check_whole()

    # --- It fails ----------------------------------------------------------------------------------------------------

    def test_that_does_not_confirm_an_intent_runs_nothing_until_the_next_start(self):
        self.start()
        self.assertIsNone(self.rule_of("note", "n1"))
        self.set_disk("failing")
        self.assertEqual(self.rule_of("note", "n2"), "system.audit")
        # The kernel may have dropped what it could not write: that a later sync succeeds proves nothing.
        self.set_disk("sound")
        self.assertEqual(self.rule_of("note", "n3"), "system.audit")
        self.assertEqual(self.story.ran(), ["n1"])
        self.guard.close()
        self.start()
        # The intent may have been kept: nobody knows, so it asks.
        self.assertEqual(self.rule_of("note", "n2"), "approval.repeat")
        self.assertIsNone(self.rule_of("note", "n3"))
        self.assertEqual(self.story.ran(), ["n1", "n3"])
        self.check_whole()

    def test_that_does_not_confirm_an_answer_says_so(self):
        self.start()
        request = self.ask("p1")
        self.set_disk("failing")
        unconfirmed = self.approve(request)
        self.assertNotEqual(unconfirmed.returncode, 0)
        self.assertIn("fails", err(unconfirmed))
        self.set_disk("sound")
        self.check_whole()

    # --- It is damaged -----------------------------------------------------------------------------------------------

    def damage(self, change):
        """A story, and after its end a change to the bytes of its database. What comes in whole pages comes by itself."""
        self.start()
        for number in range(40):
            self.guard.call("note", {"text": f"n{number}"})
        self.request = self.ask("p1")
        self.guard.close()
        self.database = self.story.state / "store.db"
        self.assertFalse(self.database.with_name("store.db-wal").exists(), "everything is in the database")
        self.database.write_bytes(change(self.database.read_bytes()))

    def check_closed_and_recovered(self, *words):
        said = self.refused_start("store.db", *words)
        self.assertRegex(said, "damaged|empty|not a store of Yett")
        ran = self.story.ran()
        for program in (("approve", self.request), ("approvals",), ("audit", "verify"), ("audit", "list"), ("status",)):
            result = self.yett(*program)
            self.assertNotEqual(result.returncode, 0, program)
            self.assertIn("store.db", err(result), program)
        self.assertEqual(self.story.ran(), ran)
        # As the message says: the folder is moved away for inspection, and a new one begun.
        kept = self.story.folder / "kept"
        self.story.state.rename(kept)
        self.start()
        self.assertIsNone(self.rule_of("note", "new"))
        self.check_whole()

    def test_that_begins_with_other_bytes(self):
        self.damage(lambda data: b"x" * 100 + data[100:])
        self.check_closed_and_recovered()

    def test_that_was_cut_off(self):
        self.damage(lambda data: data[: len(data) // 2])
        self.check_closed_and_recovered()

    def test_that_is_empty(self):
        self.damage(lambda data: b"")
        self.check_closed_and_recovered("restore its folder from a backup")

    def test_with_any_page_overwritten(self):
        """Some pages are not read by every program: whatever still starts lets nothing through without a record, and says nothing
        wrong about the chain."""
        self.damage(lambda data: data)
        whole = self.database.read_bytes()
        verdict = out(self.yett("audit", "verify"))
        source = random.Random(20261130)
        refused = 0
        for page in range(len(whole) // 4096):
            self.database.write_bytes(whole[: page * 4096] + source.randbytes(4096) + whole[(page + 1) * 4096 :])
            verified = self.yett("audit", "verify")
            self.assertTrue(verified.returncode in (1, 2) or out(verified) == verdict, f"page {page}: {out(verified)}")
            before = self.story.ran()
            try:
                self.start()
                rule = self.rule_of("note", f"at page {page}")
                self.guard.close()
            except Ended:
                rule = "not started"
            if rule is None:
                # A page that only readers of old records come by.
                listed = self.yett("audit", "list", "--format", "json")
                if listed.returncode == 0:
                    self.assertIn("allow", [row["decision"] for row in rows(listed)[-5:]], f"page {page}")
                else:
                    self.assertIn("damaged", err(listed))
            else:
                refused += 1
                self.assertEqual(self.story.ran(), before, f"page {page}")
            for name in ("store.db-wal", "store.db-shm"):
                self.database.with_name(name).unlink(missing_ok=True)
        self.assertGreater(refused, 2)

    def test_that_has_lost_the_end_of_its_log_is_not_whole_to_a_kept_checkpoint(self):
        self.start()
        for number in range(5):
            self.guard.call("note", {"text": f"n{number}"})
        kept = self.story.folder / "kept.jsonl"
        self.assertEqual(self.yett("audit", "checkpoint", "--out", kept).returncode, 0)
        self.assertEqual(self.yett("audit", "verify", "--checkpoint", kept).returncode, 0)
        self.guard.process.kill()  # what is in the log stays there
        self.guard.process.wait()
        log = self.story.state / "store.db-wal"
        data = log.read_bytes()
        log.write_bytes(data[: len(data) // 2] + bytes(len(data) - len(data) // 2))
        # By itself the chain only ends earlier.
        self.check_whole()
        self.assertEqual(self.yett("audit", "verify", "--checkpoint", kept).returncode, 1)

    def test_copied_back_from_a_backup_goes_on(self):
        self.damage(lambda data: data)
        backup = self.story.folder / "backup"
        shutil.copytree(self.story.state, backup)
        self.database.write_bytes(b"")
        self.refused_start()
        shutil.rmtree(self.story.state)
        backup.rename(self.story.state)
        self.story.state.chmod(0o700)
        self.start()
        self.assertEqual(self.ask("p1"), self.request)
        self.assertEqual(self.approve(self.request).returncode, 0)
        self.assertIsNone(self.rule_of("pay", "p1"))
        self.check_whole()


if __name__ == "__main__":
    yett.main()
