#!/usr/bin/env python3
"""A real `yett mcp` before the example's server: how many calls a second many callers get through, and how soon an approval releases
the call that waits for it.

    bench/guard_callers.py YETT [STATE_PARENT]

The callers are calls of one client, as many under way as there are callers. The state folder lies under STATE_PARENT (the current
folder), which must be on a disk; fdatasync(2) of 4 KiB there is measured in the same run. Times in milliseconds, at the median.
"""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

POLICY = pathlib.Path(__file__).resolve().parent.parent / "examples/deskmate/yett.toml"
CALLERS = 64
CALLS = 20_000
APPROVALS = 100


def fdatasync(folder):
    with open(folder / "yardstick", "w+b", buffering=0) as file:
        file.write(bytes(4096 * 256))
        os.fsync(file.fileno())
        times = []
        for page in range(256):
            began = time.perf_counter()
            os.pwrite(file.fileno(), bytes(4096), 4096 * page)
            os.fdatasync(file.fileno())
            times.append(time.perf_counter() - began)
    return statistics.median(times)


class Client:
    def __init__(self, yett, folder, policy):
        self.yett = yett
        self.state = folder / "state"
        command = [yett, "mcp", "--policy", policy, "--state", self.state, "--run", "r", "--user", "ana", "--tenant", "acme",
                   "--hold", "10m", "--", yett.parent / "deskmate", folder / "desk"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.number = 0
        self.send("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "0"}})
        self.process.stdin.flush()
        self.answer()

    def send(self, method, params):
        self.number += 1
        message = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        return self.number

    def call(self, tool, arguments, **more):
        return self.send("tools/call", {"name": tool, "arguments": arguments, **more})

    def message(self):
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("the gate ended")
        return json.loads(line)

    def answer(self):
        while "id" not in (message := self.message()):
            pass
        if message["result"].get("isError"):
            raise SystemExit(message["result"]["content"])
        return message

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def calls_a_second(client):
    began = time.perf_counter()
    sent = 0
    for _ in range(CALLERS):
        sent = client.call("read_ticket", {"id": "T-1"}) and sent + 1
    client.process.stdin.flush()
    for done in range(CALLS):
        client.answer()
        if sent < CALLS:
            client.call("read_ticket", {"id": "T-1"})
            sent += 1
        # What has arrived together is answered together.
        if done % CALLERS == CALLERS - 1 or sent == CALLS:
            client.process.stdin.flush()
    return CALLS / (time.perf_counter() - began)


def releases(client):
    """Of each approval: from the start of `yett approve` to the result at the client, in milliseconds."""
    times = []
    for i in range(APPROVALS):
        client.call("send_email", {"to": "risk@deskmate.internal", "subject": "s", "body": f"b {i}"}, _meta={"progressToken": i})
        client.process.stdin.flush()
        request = client.message()["params"]["message"].split()[-1]
        began = time.perf_counter()
        approving = subprocess.Popen([client.yett, "approve", request, "--state", client.state], stdout=subprocess.PIPE)
        client.answer()
        times.append((time.perf_counter() - began) * 1e3)
        approving.communicate()
    return times


def main():
    yett = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory(prefix="yett-bench-", dir=sys.argv[2] if len(sys.argv) > 2 else ".") as name:
        folder = pathlib.Path(name).resolve()
        policy = folder / "yett.toml"
        text = POLICY.read_text()
        policy.write_text(text + '\n[limits]\ncalls_per_minute = 4000000000\nsends_per_run = 1000000\nresult_bytes = "1000GiB"\n'
                          f'[paths.desk]\nroot = "{folder / "desk"}"\naccess = "read-write"\n')
        (folder / "desk").mkdir()
        sync = fdatasync(folder)
        client = Client(yett, folder, policy)
        rate = calls_a_second(client)
        times = releases(client)
        client.close()
        print(f"fdatasync of 4 KiB               {sync * 1e3:8.3f} ms")
        print(f"calls a second of {CALLERS} callers    {rate:8.0f}   ({rate * sync:.2f} a fdatasync)")
        print(f"an approval, from the start of `yett approve` to the result at the client: "
              f"median {statistics.median(times):.1f} ms, longest {max(times):.1f} ms")


if __name__ == "__main__":
    main()
