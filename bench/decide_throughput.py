#!/usr/bin/env python3
"""How many calls of 300 bytes `yett decide` judges a second and core, and how much memory that takes.

    bench/decide_throughput.py YETT [CALLS]

The time is the program's own user and system time; output goes to /dev/null. Memory is measured for a tenth of the
calls and for all: it must not grow.
"""

import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

POLICY = pathlib.Path(__file__).resolve().parent.parent / "examples/deskmate/yett.toml"


def call(number):
    """An allowed webhook call of exactly 300 bytes, its newline included."""
    row = {"id": f"c{number}", "tool": "call_webhook", "arguments": {"url": f"https://hooks.deskmate.internal/in/{number}", "body": ""}}
    row["arguments"]["body"] = "x" * (299 - len(json.dumps(row, separators=(",", ":"))))
    return json.dumps(row, separators=(",", ":")) + "\n"


def measure(yett, path):
    """Seconds of processor time and KiB of memory of one run."""
    child = subprocess.Popen([yett, "decide", "-p", POLICY, path], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        raise SystemExit("a call was not allowed")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss


def main():
    yett = sys.argv[1]
    calls = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with tempfile.TemporaryDirectory() as folder:
        small, large = pathlib.Path(folder) / "small", pathlib.Path(folder) / "large"
        with open(large, "w") as out:
            out.writelines(call(number) for number in range(calls))
        with open(small, "w") as out:
            out.writelines(call(number) for number in range(calls // 10))
        _, small_memory = measure(yett, small)
        seconds, large_memory = measure(yett, large)
    print(f"{calls} calls of 300 bytes: {calls / seconds:,.0f} a second and core")
    print(f"memory: {small_memory} KiB for a tenth of them, {large_memory} KiB for all")


if __name__ == "__main__":
    main()
