"""Switches off one check of the readers of destinations and paths after the other, and shows which bypass gets through.

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

SOURCES = Path(__file__).parents[2] / "src/text"


def run(command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr.strip()[-2000:])
    return done.stdout.split()


class Build:
    def __init__(self, commands, parts, scratch):
        self.commands = {Path(entry["file"]).name: entry for entry in json.loads(Path(commands).read_text())
                         if Path(entry["file"]).parent == SOURCES}
        self.parts, self.scratch = parts, Path(scratch)

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
        run([compiler, "-o", program, self.parts[0], target, *self.parts[1:]], entry["directory"])
        return run([program], self.scratch)


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
        build = Build(sys.argv[1], sys.argv[2:], scratch)
        before = build.let_through("none", CHECKS[0].file, (SOURCES / CHECKS[0].file).read_text())
        if before:
            print(f"with every check: {' '.join(before)} get through")
            return 1
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            results = list(pool.map(lambda item: judge(build, *item), enumerate(CHECKS)))
    for check, (problem, passing) in zip(CHECKS, results, strict=True):
        print(f"{check.name}: {problem or ' '.join(passing)}")
    return 1 if any(problem for problem, _ in results) else 0


if __name__ == "__main__":
    sys.exit(main())
