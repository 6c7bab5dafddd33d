"""`yett redact`: what it finds, in a stream of any size."""

import json
import os
import re
import subprocess
import sys

import yett
from yett import err, out, run

TEXT = "ana@acme.example sk-abcd1234efgh 13812345678 token_ABCDEFGH1 plain\n"
REDACTED = "<mailbox@acme.example> <secret redacted> <phone redacted> <secret redacted> plain\n"
KEY = "-----BEGIN PRIVATE KEY-----\n" + "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n" * 20 + "-----END PRIVATE KEY-----\n"

POLICY = """
[policy]
name = "n"
version = 1
[session]
permissions = "read-only"
[tools]
look = { effect = "read", sensitivity = "internal", reversible = true }
[redact]
"""

# For each kind what only that kind keeps back, and what stays of it.
ONLY_OF_ITS_KIND = {
    "private_key": [("-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----",
                     "<private key redacted>")],
    "url_password": [("postgres://app:hunter2@db/desk", "postgres://<login redacted>@db/desk")],
    "model_key": [("sk-proj-T3BlbkFJabcd_efgh-1234", "<model key redacted>"), ("hf_abcdefghijKLMNOPQRSTuvwxyz0123", "<model key redacted>")],
    "aws": [("AKIAIOSFODNN7EXAMPLE", "<aws key redacted>"),
            ("SecretAccessKey: wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "SecretAccessKey: <aws key redacted>")],
    "github": [("ghp_abcdefghijklmnopqrstuvwxyz0123456789", "<github token redacted>"),
               ("github_pat_11ABCDEFG0abcdefghijkl", "<github token redacted>")],
    "gitlab": [("glpat-abcdefghij0123456789", "<gitlab token redacted>")],
    "slack": [("xoxb-123456789012-abcdef", "<slack token redacted>"),
              ("hooks.slack.com/services/T0AB/B0CD/abcd1234", "hooks.slack.com/services/<slack token redacted>")],
    # `secret` takes sk_ and eight letters; here four of them and another _ follow.
    "stripe": [("sk_live_abcdefghij12", "<stripe key redacted>"), ("whsec_abcdefghij0123456789+/", "<stripe key redacted>")],
    "google": [("AIzaSyabcdefghijklmnopqrstuvwxyz0123456", "<google key redacted>")],
    "npm": [("npm_abcdefghijklmnopqrstuvwxyz0123456789", "<npm token redacted>")],
    "jwt": [("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N", "<jwt redacted>")],
    "secret": [(f"{word}abcdefgh1", "<secret redacted>") for word in ("sk-", "rk_", "api-", "token_", "TOKEN-")],
    "email": [("ana@acme.example", "<mailbox@acme.example>")],
    "iban": [("DE89 3704 0044 0532 0130 00", "<account DE redacted>")],
    "chinese_id": [("11010519491231002X", "<id number redacted>")],
    "card": [("4111 1111 1111 1111", "<card ending 1111>")],
    "international_phone": [("+49 30 1234567", "+49 <phone redacted>")],
    "phone": [("13812345678", "<phone redacted>")],
}


class Redact(yett.InScratchFolder):
    def off(self, *kinds):
        """A policy that switches these kinds off."""
        return self.write("off.toml", POLICY + "off = [" + ", ".join(f'"{kind}"' for kind in kinds) + "]\n")

    def built_in_kinds(self):
        """As the program names them, which knows of those that this file does not."""
        said = err(run("check", self.off("no_such_kind")))
        return re.search(r"no kind of text that is redacted \(([^)]*)\)", said).group(1).split(", ")

    def test_each_kind_switched_off_lets_through_what_only_it_keeps_back(self):
        kinds = self.built_in_kinds()
        self.assertEqual(sorted(kinds), sorted(ONLY_OF_ITS_KIND), "a kind has no line here, or a line no kind")
        for kind, finds in ONLY_OF_ITS_KIND.items():
            text = "".join(f"{find}\n" for find, _ in finds)
            redacted = "".join(f"{left}\n" for _, left in finds)
            with self.subTest(kind):
                self.assertEqual(out(run("redact", text=text)), redacted)
                self.assertEqual(out(run("redact", "--policy", self.off(kind), text=text)), text, "with all kinds but this one")
                others = self.off(*(other for other in kinds if other != kind))
                self.assertEqual(out(run("redact", "--policy", others, text=text)), redacted, "with this kind alone")

    def test_both_languages(self):
        self.assertEqual(out(run("redact", text=TEXT)), REDACTED)
        self.assertEqual(out(run("redact", "--lang", "zh", text=TEXT)), "<邮箱@acme.example> <密钥已脱敏> <手机号已脱敏> <密钥已脱敏> plain\n")

    def test_kinds_beyond_the_first_three(self):
        text = "4111 1111 1111 1111, DE89 3704 0044 0532 0130 00, +49 30 1234567, https://ana:hunter2@git.example\n" + KEY
        self.assertEqual(
            out(run("redact", text=text)),
            "<card ending 1111>, <account DE redacted>, +49 <phone redacted>, https://<login redacted>@git.example\n<private key redacted>\n")

    def test_rules_of_a_policy(self):
        rules = "off = [\"phone\"]\nadd = [{ name = \"id\", pattern = 'E-[0-9]{6}', with = \"<employee>\" }]\n"
        policy = self.write("rules.toml", POLICY + rules)
        text = "E-123456 13812345678 ana@acme.example\n"
        self.assertEqual(out(run("redact", "--policy", policy, text=text)), "<employee> 13812345678 <mailbox@acme.example>\n")
        self.assertEqual(out(run("redact", text=text)), "E-123456 <phone redacted> <mailbox@acme.example>\n")
        broken = run("redact", "--policy", self.write("broken.toml", POLICY + rules.replace("phone", "phones")), text=text)
        self.assertEqual((broken.returncode, broken.stdout), (2, b""))

    def test_what_a_server_writes_while_it_is_pinned_goes_by_the_rules_of_the_policy(self):
        server = self.write("server.py", """import json, sys
print("13812345678 E-123456 ana@acme.example", file=sys.stderr, flush=True)
for line in sys.stdin:
    message = json.loads(line)
    answers = {"initialize": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "s", "version": "1"}},
               "tools/list": {"tools": [{"name": "look", "inputSchema": {"type": "object"}}]}}
    told = {"result": answers[message["method"]]} if message["method"] in answers else {"error": {"code": -32601, "message": "no"}}
    if "id" in message:
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **told}), flush=True)
""")
        policy = self.write("pinned.toml", """[policy]
name = "n"
version = 1
[session]
permissions = "read-only"
[servers.own]
command = %s
[servers.own.tools]
look = { effect = "read", sensitivity = "internal", reversible = true }
[redact]
off = ["phone"]
add = [{ name = "id", pattern = 'E-[0-9]{6}', with = "<employee>" }]
""" % json.dumps([sys.executable, "-I", "-S", "-B", str(server)]))
        self.assertEqual(err(run("pin", "-p", policy)), "[own] 13812345678 <employee> <mailbox@acme.example>\n")
        (self.folder / "yett.lock").unlink()
        self.assertEqual(err(run("pin", "-p", policy, "--lang", "zh")), "[own] 13812345678 <employee> <邮箱@acme.example>\n")

    def test_large_input_across_read_blocks(self):
        result = out(run("redact", text=TEXT * 20000))
        self.assertEqual(result, REDACTED * 20000)
        self.assertEqual(out(run("redact", text=KEY * 1000)), "<private key redacted>\n" * 1000)

    def test_any_bytes_pass(self):
        data = bytes(range(256)) * 3
        self.assertEqual(run("redact", text=data).stdout, data)

    def test_a_line_comes_before_the_next_is_read(self):
        process = subprocess.Popen([yett.YETT, "redact"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={})
        with process.stdin as lines, process.stdout as redacted:
            for _ in range(3):
                lines.write(TEXT.encode())
                lines.flush()
                self.assertEqual(redacted.readline().decode(), REDACTED)
        self.assertEqual(process.wait(), 0)

    def test_memory_does_not_grow_with_the_input(self):
        # One line without a place to cut, longer than what the program may take.
        megabytes, most = 128, 100
        part = b"a1-" * (1 << 18)
        process = subprocess.Popen([yett.YETT, "redact"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                   env={"ASAN_OPTIONS": "quarantine_size_mb=16"})
        with process.stdin as stream:
            for _ in range((megabytes << 20) // len(part)):
                stream.write(part)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 0)
        self.assertLess(usage.ru_maxrss, most << 10)


if __name__ == "__main__":
    yett.main()
