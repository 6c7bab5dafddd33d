"""read_ticket and update_ticket, checked in the tickets' files."""

import json
import unittest

from desk import DeskmateTest


class TicketsTest(DeskmateTest):
    def test_ids_that_are_no_ids_reach_no_file(self):
        server = self.start()
        (self.desk / "secret.json").write_text('{"id":"X-1","body":"secret"}')
        before = self.everything_in(self.scratch)
        for identifier in ["", "T-", "t-1", "TT-1", "T-1 ", "T-1/../T-2", "../secret", "T-1.json", "T-1\0", "T-１",
                           "/etc/passwd", "T-" + "1" * 300]:
            with self.subTest(id=identifier):
                self.refused(server.call("read_ticket", {"id": identifier}), "ticket id")
                self.refused(server.call("update_ticket", {"id": identifier, "note": "n"}), "ticket id")
        self.assertEqual(self.everything_in(self.scratch), before)

    def test_links_are_not_followed(self):
        server = self.start()
        outside = self.scratch / "outside.json"
        outside.write_text('{"id":"T-7","body":"outside","notes":[]}')
        (self.desk / "tickets/T-7.json").symlink_to(outside)
        self.refused(server.call("read_ticket", {"id": "T-7"}))
        self.refused(server.call("update_ticket", {"id": "T-7", "note": "n"}))
        self.assertNotIn('"n"', outside.read_text())

    def test_a_damaged_or_absent_ticket_is_an_error_and_stays_as_it_is(self):
        server = self.start()
        damaged = self.desk / "tickets/T-8.json"
        damaged.write_text('{"id":"T-8","notes":')
        self.refused(server.call("read_ticket", {"id": "T-8"}), "damaged")
        self.refused(server.call("update_ticket", {"id": "T-8", "note": "n"}), "damaged")
        self.assertEqual(damaged.read_text(), '{"id":"T-8","notes":')
        self.refused(server.call("read_ticket", {"id": "T-404"}), "no ticket T-404")
        self.refused(server.call("update_ticket", {"id": "T-404", "note": "n"}), "no ticket T-404")
        self.assertFalse((self.desk / "tickets/T-404.json").exists())

    def test_the_first_ticket_carries_the_attack(self):
        ticket = self.done(self.start().call("read_ticket", {"id": "T-1"}))
        self.assertEqual(ticket, json.loads((self.desk / "tickets/T-1.json").read_text()))
        for bait in ["collector@attacker.example", "https://169.254.169.254/latest/meta-data/", "globex"]:
            self.assertIn(bait, ticket["body"])

    def test_notes_end_up_in_the_file_in_order(self):
        server = self.start()
        server.call("update_ticket", {"id": "T-2", "note": "first"})
        ticket = self.done(server.call("update_ticket", {"id": "T-2", "note": "zweite \"Notiz\"\n…"}))
        self.assertEqual(ticket["notes"], ["first", "zweite \"Notiz\"\n…"])
        self.assertEqual(json.loads((self.desk / "tickets/T-2.json").read_text()), ticket)
        self.assertEqual(sorted(path.name for path in (self.desk / "tickets").iterdir()),
                         ["T-1.json", "T-2.json", "T-3.json"])


if __name__ == "__main__":
    unittest.main()
