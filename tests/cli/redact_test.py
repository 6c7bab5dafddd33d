"""`yett redact`: what it finds, in a stream of any size."""

import json
import os
import subprocess
import sys

import yett
from yett import err, out, run

TEXT = "ana@acme.example sk-abcd1234efgh 13812345678 token_ABCDEFGH1 plain\n"
REDACTED = "<mailbox@acme.example> <secret redacted> <phone redacted> <secret redacted> plain\n"
KEY = "-----BEGIN PRIVATE KEY-----\n" + "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n" * 20 + "-----END PRIVATE KEY-----\n"


class Redact(yett.InScratchFolder):
    def test_both_languages(self):
        self.assertEqual(out(run("redact", text=TEXT)), REDACTED)
        self.assertEqual(out(run("redact", "--lang", "zh", text=TEXT)), "<邮箱@acme.example> <密钥已脱敏> <手机号已脱敏> <密钥已脱敏> plain\n")

    def test_kinds_beyond_the_first_three(self):
        text = "4111 1111 1111 1111, DE89 3704 0044 0532 0130 00, +49 30 1234567, https://ana:hunter2@git.example\n" + KEY
        self.assertEqual(
            out(run("redact", text=text)),
            "<card ending 1111>, <account DE redacted>, +49 <phone redacted>, https://<login redacted>@git.example\n<private key redacted>\n")

    def test_rules_of_a_policy(self):
        head = '[policy]\nname = "n"\nversion = 1\n[session]\npermissions = "read-only"\n[tools]\n'
        tool = 'look = { effect = "read", sensitivity = "internal", reversible = true }\n'
        rules = "[redact]\noff = [\"phone\"]\nadd = [{ name = \"id\", pattern = 'E-[0-9]{6}', with = \"<employee>\" }]\n"
        policy = self.write("rules.toml", head + tool + rules)
        text = "E-123456 13812345678 ana@acme.example\n"
        self.assertEqual(out(run("redact", "--policy", policy, text=text)), "<employee> 13812345678 <mailbox@acme.example>\n")
        self.assertEqual(out(run("redact", text=text)), "E-123456 <phone redacted> <mailbox@acme.example>\n")
        broken = run("redact", "--policy", self.write("broken.toml", head + tool + rules.replace("phone", "phones")), text=text)
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
