"""The scratch folder: what is put into it, and that nothing lands outside."""

import unittest

from desk import DeskmateTest, Server, run_once


class FolderTest(DeskmateTest):
    def test_wrong_usage_starts_nothing(self):
        for arguments in [[], [""], ["--seed"], [self.desk, "--sed"], [self.desk, self.desk]]:
            with self.subTest(arguments=arguments):
                result = run_once(*arguments)
                self.assertEqual(result.returncode, 2)
                self.assertEqual(result.stdout, b"")
                self.assertIn(b"usage", result.stderr)
        self.assertFalse(self.desk.exists())

    def test_a_file_in_place_of_the_folder_is_refused(self):
        self.desk.write_text("a file")
        self.assertEqual(run_once(self.desk).returncode, 2)
        self.assertEqual(self.desk.read_text(), "a file")

    def test_a_folder_with_other_things_is_left_alone_unless_seeding_is_asked_for(self):
        self.desk.mkdir()
        (self.desk / "holiday.txt").write_text("mine")
        result = run_once(self.desk)
        self.assertEqual(result.returncode, 2)
        self.assertIn(b"--seed", result.stderr)
        self.assertEqual(self.everything_in(self.desk), ["holiday.txt"])
        self.assertEqual(run_once(self.desk, "--seed").returncode, 0)
        self.assertEqual(self.everything_in(self.desk), [
            "customers.db", "holiday.txt", "tickets/T-1.json", "tickets/T-2.json", "tickets/T-3.json"])

    def test_folders_and_files_that_lead_outside_are_refused(self):
        outside = self.scratch / "outside"
        for name in ["Maildir", "tickets", "customers.db"]:
            with self.subTest(name=name):
                outside.mkdir(exist_ok=True)
                desk = self.scratch / f"desk with {name}"
                desk.mkdir()
                (desk / name).symlink_to(outside / "file" if "." in name else outside)
                result = run_once(desk, "--seed")
                self.assertEqual(result.returncode, 2, result.stderr)
                self.assertEqual(list(outside.iterdir()), [])

    def test_seeding_again_restores_the_examples_and_keeps_the_mail(self):
        with Server(self.desk) as server:
            server.call("update_ticket", {"id": "T-1", "note": "changed"})
            server.call("send_email", {"to": "a@b.example", "subject": "s", "body": "b"})
        with Server(self.desk) as server:
            self.assertEqual(self.done(server.call("read_ticket", {"id": "T-1"}))["notes"], ["changed"])
        with Server(self.desk, "--seed") as server:
            self.assertEqual(self.done(server.call("read_ticket", {"id": "T-1"}))["notes"], [])
        self.assertEqual(len(list((self.desk / "Maildir/new").iterdir())), 1)

    def test_a_folder_reached_through_a_link_works(self):
        (self.scratch / "real").mkdir()
        self.desk.symlink_to(self.scratch / "real")
        self.assertEqual(run_once(self.desk).returncode, 0)
        self.assertTrue((self.scratch / "real/customers.db").exists())

    def test_files_are_private(self):
        with Server(self.desk) as server:
            server.call("send_email", {"to": "a@b.example", "subject": "s", "body": "b"})
        self.assertEqual(self.desk.stat().st_mode & 0o777, 0o700)
        (mail,) = (self.desk / "Maildir/new").iterdir()
        self.assertEqual(mail.stat().st_mode & 0o777, 0o600)


if __name__ == "__main__":
    unittest.main()
