"""A clock that is set forward or back while the gate runs: no approval, grant or session becomes younger by it, what has expired
stays so, and the ledger stays whole.

    clock_test.py YETT SOURCE YETT_WITH_FAULTS
"""

from machine import OnAMachine, decision, err, rows, yett

HOUR = 3600


class Clock(OnAMachine):
    def test_set_forward_ends_what_waits_and_setting_it_back_does_not_bring_it_back(self):
        self.start()
        request = self.ask("p1")
        self.set_clock(HOUR)
        refused = self.approve(request)
        self.assertNotEqual(refused.returncode, 0)
        self.assertIn("expired", err(refused))
        self.guard.call("note", {"text": "n1"})  # the gate sees that it has expired
        self.set_clock(0)
        self.assertNotEqual(self.approve(request).returncode, 0)
        self.assertNotEqual(self.ask("p1"), request)
        self.assertEqual(self.story.ran(), ["n1"])

    def test_set_forward_makes_an_approval_too_old_to_be_used(self):
        self.start()
        request = self.ask("p1")
        self.assertEqual(self.approve(request).returncode, 0)
        self.set_clock(HOUR)
        self.assertNotEqual(self.ask("p1"), request)
        self.assertEqual(self.story.ran(), [])

    def test_set_back_makes_no_approval_younger(self):
        self.start()
        answered = self.ask("p1")
        unanswered = self.ask("p2")
        self.assertEqual(self.approve(answered).returncode, 0)
        self.set_clock(-HOUR)
        self.assertNotEqual(self.approve(unanswered).returncode, 0)
        self.assertNotEqual(self.ask("p1"), answered)
        self.assertEqual(self.story.ran(), [])

    def test_set_back_ends_a_call_that_keeps_its_caller_waiting(self):
        self.start(hold="10m")
        number = self.guard.send_call("pay", {"text": "p1"})
        self.guard.wait_for_question()
        self.set_clock(-HOUR)
        self.assertEqual(decision(self.guard.answer(number))["rule"], "approval.expired")
        self.assertEqual(self.story.ran(), [])

    def test_a_grant_covers_no_call_before_or_after_its_time(self):
        self.start()
        granted = self.yett("approvals", "grant", "one_wire", "-p", self.story.policy, "--user", "ana", "--tenant", "acme")
        self.assertEqual(granted.returncode, 0, err(granted))
        for seconds in (-HOUR, 2 * HOUR):
            self.set_clock(seconds)
            self.assertEqual(self.rule_of("wire", f"at {seconds}"), "approval.irreversible_write", seconds)
        self.set_clock(0)
        self.assertIsNone(self.rule_of("wire", "now"))
        self.assertEqual(self.rule_of("wire", "once more"), "approval.irreversible_write")

    def test_set_forward_ends_the_session(self):
        self.start(expires="30m")
        self.assertIsNone(self.rule_of("note", "n1"))
        self.set_clock(HOUR)
        self.assertEqual(self.rule_of("note", "n2"), "session.expired")
        self.assertEqual(self.story.ran(), ["n1"])

    def test_the_ledger_is_whole_whatever_its_times_say(self):
        self.start()
        for number, seconds in enumerate((0, HOUR, -HOUR, 400 * 24 * HOUR, 0)):
            self.set_clock(seconds)
            self.guard.call("note", {"text": f"n{number}"})
        self.check_whole()
        records = self.story.records()
        self.assertEqual([row["seq"] for row in records], list(range(1, len(records) + 1)))
        self.assertNotEqual([row["time"] for row in records], sorted(row["time"] for row in records))
        self.assertEqual(len(rows(self.yett("audit", "list", "--run", "r-1", "--format", "json"))), len(records))


if __name__ == "__main__":
    yett.main()
