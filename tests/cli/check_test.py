"""Policies that must not load: exit 2, file and line, and what to do."""

import json
import os

import yett
from yett import DESKMATE, err, out, run


class Check(yett.InScratchFolder):
    def refused(self, path, *words):
        result = run("check", path)
        self.assertEqual(result.returncode, 2, out(result))
        for word in words:
            self.assertIn(word, err(result))
        self.assertEqual(out(result), "")

    def test_deskmate_loads(self):
        result = run("check", DESKMATE)
        self.assertEqual(result.returncode, 0, err(result))
        self.assertIn("sha256:", out(result))

    def test_counts_are_words_in_both_languages(self):
        one = self.write("one.toml", '[policy]\nname = "a"\nversion = 1\n[session]\npermissions = "full access"\n[tools]\n'
                         't = { effect = "read", sensitivity = "internal", reversible = true }\n')
        self.assertIn('policy "a" holds together: 1 tool, 1 warning\n', out(run("check", one)))
        self.assertIn("1 个工具，1 条警告\n", out(run("check", one, "--lang", "zh")))

    def test_absent_empty_folder(self):
        self.refused(self.folder / "none.toml", "none.toml")
        self.refused(self.write("empty.toml", ""), "empty.toml")
        self.refused(self.folder, "is a directory")

    def test_truncated_anywhere_never_loads_as_something_wider(self):
        text = DESKMATE.read_bytes()
        whole = out(run("tools", self.write("whole.toml", text), "--format", "json"))
        for cut in range(0, len(text), 97):
            path = self.write("cut.toml", text[:cut])
            result = run("tools", path, "--format", "json")
            self.assertIn(result.returncode, (0, 2), cut)
            if result.returncode == 0:
                self.assertEqual(out(result).replace("cut.toml", "whole.toml"), whole, "only what stands behind the tools may be missing")

    def test_writable_by_others(self):
        path = self.write("loose.toml", DESKMATE.read_text(), 0o666)
        self.refused(path, "loose.toml", "chmod")

    def test_in_a_folder_that_others_can_write(self):
        folder = self.folder / "loose"
        folder.mkdir()
        (folder / "yett.toml").write_text(DESKMATE.read_text())
        os.chmod(folder, 0o777)
        self.refused(folder / "yett.toml", "loose")

    def test_unreadable(self):
        if os.geteuid() == 0:
            self.skipTest("root reads everything")
        self.refused(self.write("secret.toml", DESKMATE.read_text(), 0o000), "secret.toml")

    def test_unknown_key_names_line_and_the_nearest(self):
        path = self.write("typo.toml", DESKMATE.read_text().replace("email_domains", "email_domain"))
        self.refused(path, "typo.toml:", "email_domain", "did you mean", "email_domains")

    def test_says_all_that_is_wrong_in_the_order_of_the_file(self):
        text = DESKMATE.read_text().replace("email_domains", "email_domain").replace("[flow]", "[flw]").replace("version = 1", "version = \"1\"", 1)
        result = run("check", self.write("thrice.toml", text))
        lines = [int(line.split(":")[2]) for line in err(result).splitlines()]
        self.assertEqual((result.returncode, len(lines), lines), (2, 3, sorted(lines)), err(result))
        many = text + "".join(f"[unknown{number}]\n" for number in range(30))
        result = run("check", self.write("many.toml", many))
        self.assertEqual(err(result).splitlines()[-1], "yett: and 13 more")
        self.assertEqual(len(err(result).splitlines()), 21)

    def test_repeated_key(self):
        path = self.write("twice.toml", DESKMATE.read_text().replace("[flow]", "[approval]\nexpires = \"1m\"\n[flow]"))
        self.refused(path, "twice.toml:")

    def test_missing_field_of_a_tool(self):
        for field in ('effect = "read",  ', 'sensitivity = "internal", ', "reversible = true, "):
            text = DESKMATE.read_text()
            self.assertIn(field, text)
            self.refused(self.write("field.toml", text.replace(field, "", 1)), "field.toml:", field.split()[0])

    def test_send_without_destination(self):
        text = DESKMATE.read_text().replace('destination.url = ["url"], ', "")
        self.refused(self.write("nowhere.toml", text), "nowhere.toml:", "call_webhook")

    def test_later_keys_say_so(self):
        path = self.write("later.toml", DESKMATE.read_text() + "\n[servers.x]\ncommand = [\"/usr/bin/x\"]\nhosts = [\"a.example\"]\n")
        self.refused(path, "later.toml:", "not in this version")

    def test_a_tier_cannot_be_assigned(self):
        path = self.write("tier.toml", DESKMATE.read_text().replace('content = ["id"], returns', 'content = ["id"], tier = "safe", returns'))
        self.refused(path, "tier.toml:", "computed")

    def test_empty_lists_load_and_let_nothing_through(self):
        text = DESKMATE.read_text().replace('["deskmate.internal"]', "[]").replace('["hooks.deskmate.internal"]', "[]")
        path = self.write("closed.toml", text)
        self.assertEqual(run("check", path).returncode, 0)
        self.assertEqual(run("check", path, "--strict").returncode, 1)
        call = '{"tool":"send_email","arguments":{"to":"risk@deskmate.internal"}}\n'
        result = run("decide", "-p", path, text=call)
        self.assertEqual(yett.rows(result)[0]["rule"], "destination.unlisted")

    def test_a_lock_of_another_policy_in_the_folder_is_told(self):
        servers = {name: {"command": ["/bin/cat"], "tools": {}} for name in ("files", "mail")}
        for name in servers:
            self.write(f"{name}.toml", f'[policy]\nname = "{name}"\nversion = 1\n[session]\npermissions = "full access"\n'
                       f'[servers.{name}]\ncommand = ["/bin/cat"]\n[servers.{name}.tools]\n'
                       't = { effect = "read", sensitivity = "internal", reversible = true }\n')
        self.write("yett.lock", json.dumps({"yett_lock": 1, "servers": {"files": servers["files"]}}))
        self.assertNotIn("folder", err(run("check", self.folder / "files.toml")))
        told = "servers that this policy does not have"
        for language, warning in (("en", "warning: "), ("zh", "警告：")):
            check = run("check", self.folder / "mail.toml", "--lang", language)
            self.assertEqual(check.returncode, 0)
            self.assertIn(f"yett.lock: {warning}the lock has {told}: files (policies in one folder share it: give each a folder", err(check))
        start = run("mcp", "-p", self.folder / "mail.toml", "--state", self.folder / "state", "--user", "ana",
                    environment={"XDG_RUNTIME_DIR": str(self.cards)})
        self.assertIn(f"server mail is not in the lock (`yett pin` puts it there; the lock has {told} (files):", err(start))
        servers["mail"]["command"] = ["/bin/dog"]
        self.write("yett.lock", json.dumps({"yett_lock": 1, "servers": servers}))
        start = run("mcp", "-p", self.folder / "mail.toml", "--state", self.folder / "state", "--user", "ana",
                    environment={"XDG_RUNTIME_DIR": str(self.cards)})
        self.assertIn(f"another command than the lock has (`yett pin` shows the difference; the lock has {told} (files):", err(start))
        # Whoever signed the lock of another policy is no approver of this one.
        self.write("mail.toml", (self.folder / "mail.toml").read_text() +
                   '[approvers.olga]\nkey = "ed25519:n9/4TSWYUIm5aMeYEGDKRSJa4oeeuhgtZoRJ0MzqSnY="\n')
        self.refused(self.folder / "mail.toml", "nobody has signed the lock", told, "give each a folder of its own")

    def test_init_writes_a_policy_that_loads_and_never_overwrites(self):
        result = run("init", cwd=self.folder)
        self.assertEqual(result.returncode, 0, err(result))
        self.assertEqual(run("check", self.folder / "yett.toml").returncode, 0)
        before = (self.folder / "yett.toml").read_bytes()
        self.assertEqual(run("init", cwd=self.folder).returncode, 2)
        self.assertEqual((self.folder / "yett.toml").read_bytes(), before)


if __name__ == "__main__":
    yett.main()
