"""A gate that is killed at any moment: nothing ran without its record, nothing ran twice, and what nobody saw end is unknown.

    kill_test.py YETT SOURCE [ROUNDS]
"""

import json
import os
import random
import signal
import sys
import time

ROUNDS = int(sys.argv.pop(3)) if len(sys.argv) > 3 and sys.argv[3].isdigit() else 12

import yett
from guarded import Guarded
from yett import rows, run

POLICY = """[policy]
name = "kill"
version = 1
[session]
permissions = "full access"
tenant = "acme"
[tools]
note = { effect = "write", sensitivity = "internal", reversible = true, content = ["text"] }
[approval]
unsigned = "a test"
[limits]
calls_per_minute = 1000000
"""

# Writes down each call that reaches it, for good, and takes its time to answer.
SERVER = """import json, os, sys, time
calls = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
for line in sys.stdin:
    message = json.loads(line)
    method, number = message.get("method"), message.get("id")
    if method == "initialize":
        result = {"protocolVersion": message["params"]["protocolVersion"], "capabilities": {"tools": {}},
                  "serverInfo": {"name": "notes", "version": "1"}}
    elif method == "tools/list":
        result = {"tools": [{"name": "note", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}}}]}
    elif method == "tools/call":
        os.write(calls, (message["params"]["arguments"]["text"] + "\\n").encode())
        os.fsync(calls)
        time.sleep(0.003)
        result = {"content": [{"type": "text", "text": "noted"}]}
    else:
        if method == "server/discover":
            print(json.dumps({"jsonrpc": "2.0", "id": number, "error": {"code": -32601, "message": "?"}}), flush=True)
        continue
    if number is not None:
        print(json.dumps({"jsonrpc": "2.0", "id": number, "result": result}), flush=True)
"""


class Killed(yett.InScratchFolder):
    def setUp(self):
        super().setUp()
        self.calls = self.folder / "calls"
        self.policy = self.write("kill.toml", POLICY)
        self.server = self.write("server.py", SERVER)

    def start(self):
        command = ["/usr/bin/env", "python3", "-B", str(self.server), str(self.calls)]
        return Guarded(self.folder, policy=self.policy, command=command)

    def kill(self, guard):
        os.kill(guard.process.pid, signal.SIGKILL)
        guard.process.wait(timeout=60)
        for stream in (guard.process.stdin, guard.process.stdout, guard.process.stderr):
            stream.close()

    def records(self, state):
        return rows(run("audit", "list", "--state", state, "--format", "json"))

    def noted(self):
        return self.calls.read_text().split() if self.calls.exists() else []

    def test_killed_at_any_moment(self):
        source = random.Random(20261130)
        sent = 0
        answered = set()
        for _ in range(ROUNDS):
            guard = self.start()
            names = [f"n{sent + i}" for i in range(source.randint(1, 30))]
            sent += len(names)
            numbers = {guard.send_call("note", {"text": name}): name for name in names}
            # Some answers are waited for, so that the kill falls before, between and behind the steps of calls.
            for _ in range(source.randint(0, len(names) - 1)):
                message = guard.message()
                if message.get("id") in numbers and not message["result"].get("isError"):
                    answered.add(numbers[message["id"]])
            time.sleep(source.random() * 0.002)
            self.kill(guard)
        state = guard.state
        time.sleep(0.2)  # a server that was just killed too may still be writing its last line

        noted = self.noted()
        self.assertEqual(len(noted), len(set(noted)), "a call ran twice")
        self.assertLessEqual(answered, set(noted))
        # The run is opened once more, so that what nobody saw end is told.
        guard = self.start()
        records = self.records(state)
        allowed = {row["seq"] for row in records if row["kind"] == "decision" and row["decision"] == "allow"}
        outcomes = [row for row in records if row["kind"] == "outcome"]
        self.assertGreaterEqual(len(allowed), len(noted), "a call ran without its record")
        ended = [row["intent"]["intent_seq"] for row in outcomes]
        self.assertEqual(len(ended), len(set(ended)), "an execution ended twice")
        self.assertEqual(set(ended), allowed, "an execution without an end")
        known = sum(row["decision"] == "executed" for row in outcomes)
        self.assertGreaterEqual(known, len(answered), "an answer was given before its outcome was kept")
        self.assertEqual(run("audit", "verify", "--state", state).returncode, 0)

        self.kill(guard)
        if ROUNDS >= 10:
            self.assertGreater(sum(row["decision"] == "unknown" for row in outcomes), 0, "no kill hit an execution")


if __name__ == "__main__":
    yett.main()
