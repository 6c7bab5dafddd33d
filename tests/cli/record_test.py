"""`yett record`: a pipe between a client and its server that writes down the calls it sees, and stops none."""

import json
import pathlib
import signal
import subprocess
import sys

import yett
from yett import YETT, err, out, rows, run

SERVER = pathlib.Path(__file__).parent / "listing_server.py"


def call(number, name, **arguments):
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": name, "arguments": arguments}})


class Record(yett.InScratchFolder):
    def setUp(self):
        super().setUp()
        self.server = [sys.executable, SERVER, self.write("tools.json", "[]")]

    def record(self, *command, text="", words=()):
        return run("record", *words, "--", *command, text=text, cwd=self.folder)

    def calls(self, name="yett-calls.jsonl"):
        return [json.loads(line) for line in (self.folder / name).read_text().splitlines()]

    def start(self, *command):
        process = subprocess.Popen([YETT, "record", "--", *map(str, command)], cwd=self.folder, env=yett.ENVIRONMENT,
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(process.stdin.close)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.kill)
        return process

    def test_calls_are_lines_of_decide_with_what_results_brought_in(self):
        process = self.start(*self.server)
        for number in (1, 2):
            process.stdin.write((call(number, "look", text=f"n{number}") + "\n").encode())
            process.stdin.flush()
            self.assertEqual(json.loads(process.stdout.readline())["id"], number)
        process.stdin.close()
        self.assertEqual(process.wait(), 0)
        first, second = self.calls()
        self.assertEqual((first["tool"], first["arguments"]), ("look", {"text": "n1"}))
        self.assertNotIn("source", first)
        self.assertEqual(second["source"], "tool_output")
        self.assertNotEqual(first["id"], second["id"])
        policy = self.write("p.toml", '[policy]\nname="p"\nversion=1\n[session]\npermissions="read-only"\ntenant="local"\n[tools]\n'
                            'look={effect="read",sensitivity="internal",reversible=true,content=["text"]}\n')
        judged = rows(run("decide", "-p", policy, self.folder / "yett-calls.jsonl"))
        self.assertEqual([row["rule"] for row in judged], ["default.allow", "permission.source"])

    def test_the_file_is_private_and_grows(self):
        for _ in range(2):
            self.assertEqual(self.record(*self.server, text=call(1, "look") + "\n").returncode, 0)
        self.assertEqual((self.folder / "yett-calls.jsonl").stat().st_mode & 0o777, 0o600)
        self.assertEqual(len(self.calls()), 2)

    def test_it_says_that_it_is_no_gate(self):
        result = self.record("/bin/true")
        self.assertIn("NOT A GATE", err(result))
        self.assertIn(str(self.folder / "yett-calls.jsonl"), err(result))
        self.assertIn("NOT A GATE", out(run("record", "--help")))
        self.assertIn("【不是】", err(self.record("/bin/true", words=("--lang", "zh"))))

    def test_every_byte_passes_unchanged_both_ways(self):
        for text in (b"", b"no newline", b"\x00\xff\r\n\n\n{\"id\":1}", b"x" * 3_000_000 + b"\n", (call(1, "a") + "\r\n").encode() * 3000):
            result = self.record("/bin/cat", text=text)
            self.assertEqual((result.returncode, result.stdout), (0, text))
        self.assertEqual(len(self.calls()), 3000)

    def test_malformed_lines_pass_and_are_counted(self):
        text = "nonsense\n" + call(1, "look") + "\n{\"id\":1,\"id\":2}\n"
        result = self.record(*self.server, text=text)
        self.assertEqual([one["tool"] for one in self.calls()], ["look"])
        self.assertIn("could not be written down: 2", err(result))

    def test_it_ends_as_the_server_ends(self):
        self.assertEqual(self.record("/bin/sh", "-c", "exit 7").returncode, 7)
        self.assertEqual(self.record("/bin/sh", "-c", "kill -9 $$").returncode, 137)
        self.assertEqual(self.record("no-such-program").returncode, 127)
        self.assertEqual(self.record(self.folder / "tools.json").returncode, 126)
        self.assertEqual(run("record", cwd=self.folder).returncode, 125)
        self.assertEqual(self.record(*self.server, text=call(1, "leave") + "\n").returncode, 3)

    def test_what_a_server_says_before_it_ends_arrives(self):
        result = self.record("/bin/sh", "-c", "head -c 500000 /dev/zero; echo last; echo gone >&2; exit 4")
        self.assertEqual((result.returncode, len(result.stdout)), (4, 500005))
        self.assertIn("gone\n", err(result))

    def test_a_signal_ends_the_server(self):
        process = self.start("/bin/sh", "-c", "trap 'echo bye; exit 9' TERM; echo up; while :; do sleep 0.05; done")
        self.assertEqual(process.stdout.readline(), b"up\n")
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.stdout.read(), b"bye\n")
        self.assertEqual(process.wait(), 9)

    def test_a_server_that_ignores_the_signal_is_killed(self):
        process = self.start("/bin/sh", "-c", "trap '' TERM; echo up; while :; do sleep 0.05; done")
        self.assertEqual(process.stdout.readline(), b"up\n")
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(), 128 + signal.SIGKILL)

    def test_a_client_that_is_gone_ends_the_server(self):
        process = self.start("/bin/sh", "-c", "echo up; while :; do echo more; sleep 0.01; done")
        self.assertEqual(process.stdout.readline(), b"up\n")
        process.stdout.close()
        process.wait()

    def test_the_server_has_the_whole_environment(self):
        self.assertIn(b"MARK=here", run("record", "--", "/usr/bin/env", cwd=self.folder, environment={"MARK": "here"}).stdout)

    def test_a_file_that_others_can_read_is_not_written(self):
        self.write("calls", "")
        result = self.record(*self.server, words=("--out", "calls"), text=call(1, "look") + "\n")
        self.assertEqual((result.returncode, result.stdout), (125, b""))
        self.assertIn("chmod 600", err(result))

    def test_a_full_disk_stops_no_call(self):
        (self.folder / "calls").symlink_to("/dev/full")
        self.assertEqual(self.record("/bin/cat", words=("--out", "calls")).returncode, 125)
        limited = f"ulimit -f 0; exec {YETT} record -- /bin/cat"
        result = subprocess.run(["/bin/sh", "-c", f"trap '' XFSZ; {limited}"], input=(call(1, "look") + "\n").encode(),
                                capture_output=True, cwd=self.folder, env=yett.ENVIRONMENT)
        self.assertEqual((result.returncode, result.stdout), (0, (call(1, "look") + "\n").encode()))
        self.assertIn(b"could not be written down: 1", result.stderr)


if __name__ == "__main__":
    yett.main()
