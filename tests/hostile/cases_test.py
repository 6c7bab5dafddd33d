"""Every line of the cases of isolation, on the backend that is taken by itself.

What is denied does not get out, what is allowed works.

    cases_test.py SANDBOXED YETT_INSIDE
"""

import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import ordinary_programs_test as ordinary
from attempt import CANARY
from escapes_test import ALL_ATTEMPTS, try_out
from sandboxes import is_filtered, launchers

CORPUS = Path(__file__).resolve().parent.parent / "corpus/isolation.jsonl"

# What the default backend leaves open, and why; each is an attempt with the same reason.
RESIDUAL = {
    "isolation-068": "bubblewrap's --tmpfs knows a size and no number of files",
    "isolation-074": "whoever may change a folder marks what he likes executable; no list of programs is held by paths",
    "isolation-088": "nothing tells a program's result from what somebody runs later; protected names are read-only",
}


def judge(launcher, found):
    """Adds to `found`, by case, what came of each attempt and program: None when it is as it has to be."""
    ground = launcher.ground()
    ground.file(ground.home / "secret", CANARY)
    filtered = is_filtered(launcher, ground)
    with subprocess.Popen(["/usr/bin/cat"], stdin=subprocess.PIPE, env={"YETT_CANARY": CANARY}, cwd="/",
                          **launcher.identity) as bystander:
        for attempt in ALL_ATTEMPTS:
            if not attempt.cases:
                continue
            why = try_out(attempt, launcher, ground, filtered, bystander)
            for case in attempt.cases:
                found[case].append((attempt.name, why))
        bystander.stdin.close()
    ground.close()
    for name, (argv, options) in ordinary.all_programs().items():
        numbers = ordinary.CASES.get(name, [])
        why = ordinary.try_program(launcher, name, argv, options) if numbers else None
        for number in numbers:
            found[f"isolation-{number}"].append((name, why))
    for number in ordinary.SIBLINGS:
        why = None if ordinary.are_siblings(launcher) else "two sandboxes at once do not work"
        found[f"isolation-{number}"].append(("two sandboxes at once", why))


def wrong_with(case, tried):
    """What is wrong with a line, "" when it is as it has to be, and "skipped: ..." where nothing could be tried."""
    if not tried:
        return "" if case["expect"] == "allow" and is_java(case) else "it has no attempt"
    failures = [f"{name}: {why}" for name, why in tried if why and not why.startswith("skipped")]
    open_ones = [name for name, why in tried if why and why.startswith("skipped: residual")]
    residual = RESIDUAL.get(case["id"])
    if failures:
        return failures[0]
    if open_ones:
        return f"skipped: residual: {residual}" if residual else f"open, and not in the table: {open_ones[0]}"
    if residual:
        return "it is in the table of what is open, and was held"
    if all(why for _, why in tried):
        return f"skipped: nothing of it succeeds outside: {tried[0][1]}"
    return ""


def is_java(case):
    return case["id"] == "isolation-110"  # left out by name where there is none


def main():
    cases = [json.loads(line) for line in CORPUS.read_text().splitlines()]
    able = launchers(["bwrap"])
    if not able:
        print("skipped: the default backend makes no sandbox here")
        return 77
    found = defaultdict(list)
    for launcher in able:
        judge(launcher, found)
    failed = len(found.keys() - {case["id"] for case in cases})
    for case in cases:
        why = wrong_with(case, found[case["id"]])
        held = not why or why.startswith("skipped")
        failed += not held
        print(f"{'FAIL' if not held else 'skip' if why else 'ok  '} {case['id']} {case['expect']}: "
              f"{case['input']['attempt']}" + (f": {why}" if why else ""))
    print(f"{len(cases)} lines, {failed} wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
