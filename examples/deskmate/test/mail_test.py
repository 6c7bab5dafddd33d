"""send_email, checked in the Maildir with Python's own mail parser."""

import base64
import email
import email.policy
import re
import unittest

from desk import DeskmateTest


class MailTest(DeskmateTest):
    def mails(self):
        self.assertEqual(list((self.desk / "Maildir/tmp").iterdir()), [])
        self.assertTrue((self.desk / "Maildir/cur").is_dir())
        return sorted((self.desk / "Maildir/new").iterdir())

    def only_mail(self):
        (path,) = self.mails()
        content = path.read_bytes()
        self.assertEqual(content.count(b"\n"), content.count(b"\r\n"))
        self.assertTrue(all(len(line) <= 998 for line in content.split(b"\r\n")))
        message = email.message_from_bytes(content, policy=email.policy.default)
        self.assertEqual(message.defects, [])
        return message

    def test_line_breaks_add_no_recipient(self):
        server = self.start()
        mail = {"to": "risk@deskmate.internal", "subject": "s", "body": "b"}
        for change in [{"subject": "s\r\nBcc: x@attacker.example"}, {"subject": "s\nBcc: x@attacker.example"},
                       {"subject": "s\0"}, {"to": "a@b.example\r\nBcc: x@attacker.example"},
                       {"cc": ["a@b.example\n"]}, {"bcc": "a\0@b.example"}, {"to": ""}, {"to": "nobody"},
                       {"cc": "nobody"}, {"to": "a" * 1000 + "@b.example"}]:
            with self.subTest(change=change):
                self.refused(server.call("send_email", mail | change))
        self.assertEqual(self.mails(), [])

    def test_a_mail_is_one_whole_file(self):
        server = self.start()
        sent = self.done(server.call("send_email", {
            "to": "risk@deskmate.internal", "subject": "Weekly list", "body": "one\ntwo\r\nthree"}))
        self.assertEqual(sent["recipients"], 1)
        self.assertEqual([path.name for path in self.mails()], [sent["message"]])
        message = self.only_mail()
        self.assertEqual(message["To"], "risk@deskmate.internal")
        self.assertEqual(message["From"], "deskmate@deskmate.internal")
        self.assertEqual(message["Subject"], "Weekly list")
        self.assertIsNone(message["Cc"])
        self.assertIsNone(message["Bcc"])
        self.assertTrue(message["Message-ID"])
        self.assertEqual(message["Date"].datetime.utcoffset().total_seconds(), 0)
        self.assertEqual(message.get_content().splitlines(), ["one", "two", "three"])

    def test_every_recipient_is_written_down(self):
        self.done(self.start().call("send_email", {
            "to": ["a@one.example", "b@two.example"], "cc": "c@three.example", "bcc": ["collector@attacker.example"],
            "subject": "s", "body": ""}))
        message = self.only_mail()
        self.assertEqual([a.addr_spec for a in message["To"].addresses], ["a@one.example", "b@two.example"])
        self.assertEqual([a.addr_spec for a in message["Cc"].addresses], ["c@three.example"])
        self.assertEqual([a.addr_spec for a in message["Bcc"].addresses], ["collector@attacker.example"])

    def test_long_and_foreign_texts_survive(self):
        subject = "Kündigung 客户名单 " * 20 + "=?x?="
        body = "long " * 1000 + "\nnul \0, ünd 客\n"
        self.done(self.start().call("send_email", {"to": "a@b.example", "subject": subject, "body": body}))
        message = self.only_mail()
        self.assertEqual(message["Subject"], subject)
        self.assertEqual(message.get_content(), body)

    def test_no_encoded_word_is_too_long_or_cuts_a_character(self):
        self.done(self.start().call("send_email", {"to": "a@b.example", "subject": "a客户名单" * 20, "body": "b"}))
        (path,) = self.mails()
        words = re.findall(rb"=\?UTF-8\?B\?([^?]*)\?=", path.read_bytes())
        self.assertEqual("".join(base64.b64decode(word).decode() for word in words), "a客户名单" * 20)
        self.assertTrue(all(len(word) + len("=?UTF-8?B??=") <= 75 for word in words))

    def test_each_mail_gets_a_file_of_its_own(self):
        server = self.start()
        for number in range(50):
            self.done(server.call("send_email", {"to": "a@b.example", "subject": str(number), "body": "b"}))
        self.assertEqual(len(self.mails()), 50)


if __name__ == "__main__":
    unittest.main()
