#!/usr/bin/env python3
"""What `yett prove` costs: 1,000 mutants against a whole suite, and against 200 cases of it, which leave survivors.

Usage: prove_cost.py YETT
The yardstick beside it is `yett decide` on as many calls as the suite would make if each mutant met each case.
"""

import json
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

TOOLS = 44  # of each kind
CASES = 200

HEAD = """[policy]
name = "wide"
version = 1
[session]
permissions = "no execution"
may_choose = ["read-only", "allowlisted", "no side effects"]
[egress]
email_domains = ["acme.example"]
hosts = ["hooks.acme.example"]
[approval]
unsigned = "a benchmark"
[tools]
"""


def policy():
    lines = []
    for i in range(TOOLS):
        lines.append(f'read_{i} = {{ effect = "read", sensitivity = "private", reversible = true, tenant = ["tenant_id"], content = ["q"] }}')
        lines.append(f'write_{i} = {{ effect = "write", sensitivity = "internal", reversible = false, content = ["id", "note"] }}')
        lines.append(f'mail_{i} = {{ effect = "send", sensitivity = "internal", reversible = false, destination.email = ["to", "cc"], content = ["subject"] }}')
        lines.append(f'hook_{i} = {{ effect = "send", sensitivity = "internal", reversible = true, destination.url = ["url"], content = ["body"] }}')
    return HEAD + "\n".join(lines) + "\n"


def timed(*words, text=None):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.monotonic()
    result = subprocess.run(list(map(str, words)), input=text, capture_output=True, check=False)
    wall = time.monotonic() - begin
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return result, wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    yett = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "yett.toml"
        file.write_text(policy())
        whole = pathlib.Path(folder) / "whole.cases.toml"
        subprocess.run([yett, "prove", "-p", file, "--starter", whole], check=True, capture_output=True)
        part = pathlib.Path(folder) / "part.cases.toml"
        parts = whole.read_text().split("[[case]]\n")
        part.write_text("[[case]]\n".join(parts[:CASES + 1]))
        calls = "".join(f'{{"tool":"mail_{i % TOOLS}","arguments":{{"to":"sam@acme.example","subject":"s"}}}}\n' for i in range(200_000)).encode()
        for suite in (whole, part):
            count = suite.read_text().count("[[case]]\n")
            for _ in range(3):
                result, wall, cpu = timed(yett, "prove", "-p", file, suite, "--format", "json")
                proof = json.loads(result.stdout)
                _, _, decide = timed(yett, "decide", "-p", file, "--tenant", "acme", text=calls)
                pairs = proof["mutants"] * count
                print(f"{proof['mutants']} mutants x {count} cases, {proof['survived']} survivors: {wall:.2f} s, {cpu:.2f} s of processors, "
                      f"{cpu / pairs * 1e6:.0f} us a pair, {cpu / decide:.0f} x yett decide of 200,000 calls")


if __name__ == "__main__":
    main()
