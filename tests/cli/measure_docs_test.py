"""docs/measure.md shows what `yett measure` prints: every command there is run, and its output compared.

`...` in a block stands for lines that are left out. A block that measures calls of a public benchmark is compared where
that data is (it is other people's, and no part of the project). With --write the file gets the present output.
"""

import os
import pathlib
import re
import subprocess
import sys
import unittest

import yett
from yett import SOURCE, YETT

PAGE = SOURCE / "docs/measure.md"
CALLS = [SOURCE.parent / "shared/cases/agent_calls" / name
         for name in ("agentdojo_calls.jsonl", "agentdojo_calls_derived.jsonl")]
BENCHMARK = "agentdojo.jsonl"
BLOCK = re.compile(r"^```console\n\$ (.*)\n((?:.*\n)*?)```$", re.MULTILINE)


def make_workplace(folder):
    """A folder in which the commands of the page find what they name. Whether the benchmark's calls are there."""
    (folder / "bin").mkdir()
    (folder / "bin/yett").symlink_to(YETT)
    (folder / "examples").symlink_to(SOURCE / "examples")
    if not all(path.exists() for path in CALLS):
        return False
    (folder / BENCHMARK).write_bytes(b"".join(path.read_bytes() for path in CALLS))
    return True


def play(command, folder):
    environment = {**yett.ENVIRONMENT, "PATH": f"{folder}/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, cwd=folder, env=environment, timeout=120)
    return result.stdout


def is_shown(shown, printed):
    """Whether a block shows what was printed, up to the lines that it leaves out."""
    if "..." not in shown.splitlines():
        return shown == printed
    pattern = "".join("(?:.*\n)*?" if line == "..." else re.escape(line) + "\n" for line in shown.splitlines())
    return re.fullmatch(pattern, printed) is not None


class Page(yett.InScratchFolder):
    def test_it_shows_what_is_printed(self):
        has_benchmark = make_workplace(self.folder)
        blocks = BLOCK.findall(PAGE.read_text())
        self.assertGreaterEqual(len(blocks), 12)
        for command, shown in blocks:
            if BENCHMARK in command and not has_benchmark:
                continue
            with self.subTest(command):
                printed = play(command, self.folder)
                self.assertTrue(is_shown(shown, printed), f"{command}\n{printed}")

    def test_the_comparison_can_fail(self):
        self.assertTrue(is_shown("a\n...\nc\n", "a\nb\nc\n"))
        self.assertFalse(is_shown("a\n...\nc\n", "a\nb\n"))
        self.assertFalse(is_shown("a\nb\n", "a\nc\n"))


def write():
    import tempfile
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        has_benchmark = make_workplace(folder)

        def shown_now(block):
            command, shown = block.groups()
            if "..." in shown.splitlines() or (BENCHMARK in command and not has_benchmark):
                return block.group()
            return f"```console\n$ {command}\n{play(command, folder)}```"

        PAGE.write_text(BLOCK.sub(shown_now, PAGE.read_text()))


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        write()
    else:
        yett.main()
