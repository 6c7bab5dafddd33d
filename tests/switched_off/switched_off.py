"""Switches off one check of destinations, paths and commands after the other, and shows which bypass gets through.

    switched_off.py COMPILE_COMMANDS OBJECT_OR_LIBRARY...

A check is switched off by changing its lines in a copy of the source (checks.py), which is compiled and linked in front
of the libraries. Exit 0: each check holds back at least one listed bypass that nothing else holds back.
Exit 1: some check does not, or is not found in its source any more.
"""

import json
import os
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from checks import CHECKS

PROJECT = Path(__file__).parents[2]
sys.path.append(str(PROJECT / "tests/corpus"))
import bypass_cases  # noqa: E402

SOURCES = PROJECT / "src"


def write_calls(file, scratch):
    """The bypasses that a policy can express, as let_through reads them. Gives what has to stay open meanwhile."""
    single = bypass_cases.single_checks
    srv_of = lambda name: scratch / name  # noqa: E731
    on_disk = [*bypass_cases.paths(srv_of), *bypass_cases.paths(srv_of, single("path"))]
    opened = [bypass_cases.make_setup(srv_of(case.line["id"]), case.line["id"]) for case in on_disk]
    on_disk = [case for case in on_disk if bypass_cases.can_be_set_up(case.line["id"])]
    cases = [
        *on_disk,
        *bypass_cases.urls(),
        *bypass_cases.recipients(),
        *bypass_cases.commands(),
        *bypass_cases.commands(single("argv")),
        *bypass_cases.calls(single("call")),
    ]
    for case in cases:
        if case.line["expect"] == "deny":
            row = {"id": case.line["id"], "policy": case.policy, "call": json.dumps(case.call)}
            file.write(json.dumps(row) + "\n")
    return opened


def run(command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr.strip()[-2000:])
    return done.stdout.split()


class Build:
    def __init__(self, commands, parts, scratch):
        self.commands = {Path(entry["file"]).relative_to(SOURCES).as_posix(): entry
                         for entry in json.loads(Path(commands).read_text())
                         if Path(entry["file"]).is_relative_to(SOURCES)}
        self.parts, self.scratch = parts, scratch
        self.calls = scratch / "calls.jsonl"
        with self.calls.open("w") as file:
            self.opened = write_calls(file, scratch / "srv")

    def let_through(self, number, file, text):
        """The ids of the bypasses that pass when `file` has this text."""
        source, target = self.scratch / f"{number}.cc", self.scratch / f"{number}.o"
        source.write_text(text)
        entry = self.commands[file]
        words = shlex.split(entry["command"])
        words[words.index("-o") + 1] = str(target)
        words[words.index("-c") + 1] = str(source)
        run([*words, "-O0", "-w"], entry["directory"])
        compiler = next(word for word in words if Path(word).name not in ("ccache", "env"))
        program = self.scratch / f"{number}"
        libraries = ["-Wl,--start-group", *self.parts[1:], "-Wl,--end-group"]
        run([compiler, "-o", program, self.parts[0], target, *libraries], entry["directory"])
        passing = run([program, self.calls], self.scratch)
        program.unlink()
        return list(dict.fromkeys(passing))


def switched_off(check):
    """The source without the check, or why there is none."""
    text = (SOURCES / check.file).read_text()
    for old, new in check.edits:
        if text.count(old) != 1:
            return None, f"{check.file} has {text.count(old)} times: {old}"
        text = text.replace(old, new)
    return text, None


def judge(build, number, check):
    text, problem = switched_off(check)
    if problem:
        return problem, []
    try:
        passing = build.let_through(number, check.file, text)
    except RuntimeError as error:
        return f"cannot be switched off: {error}", []
    return (None if passing else "nothing gets through"), passing


def main():
    if len(sys.argv) < 3:
        print(__doc__, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as scratch:
        build = Build(sys.argv[1], sys.argv[2:], Path(scratch))
        before = build.let_through("none", CHECKS[0].file, (SOURCES / CHECKS[0].file).read_text())
        if before:
            print(f"with every check: {' '.join(before)} get through")
            return 1
        checks = [check for check in CHECKS if os.geteuid() == 0 or not check.needs_root]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            results = list(pool.map(lambda item: judge(build, *item), enumerate(checks)))
    for check in CHECKS:
        if check not in checks:
            print(f"{check.file}: {check.name}: skipped, only root can give a file away")
    for check, (problem, passing) in zip(checks, results, strict=True):
        print(f"{check.file}: {check.name}: {problem or ' '.join(passing)}")
    return 1 if any(problem for problem, _ in results) else 0


if __name__ == "__main__":
    sys.exit(main())
