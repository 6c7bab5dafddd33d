"""Runs the program for the tests of this folder: the binary and the source folder come from the command line."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

YETT = pathlib.Path(sys.argv[1]).resolve()
SOURCE = pathlib.Path(sys.argv[2]).resolve()
DESKMATE = SOURCE / "examples/deskmate/yett.toml"
del sys.argv[1:3]

ENVIRONMENT = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "LANG": "C.UTF-8"}


def run(*words, text="", cwd=None, environment=None, program=None):
    """One run of the program; never inherits the caller's environment."""
    return subprocess.run(
        [program or YETT, *map(str, words)],
        input=text if isinstance(text, bytes) else text.encode(),
        capture_output=True,
        cwd=cwd,
        env={**ENVIRONMENT, **(environment or {})},
        timeout=120,
    )


def out(result):
    return result.stdout.decode()


def err(result):
    return result.stderr.decode()


def rows(result):
    return [json.loads(line) for line in out(result).splitlines()]


def root_of(folder, name="traces"):
    """What a policy says at its end, so that a server finds that folder in its sandbox and can change it."""
    return f'\n[paths.{name}]\nroot = "{folder}"\naccess = "read-write"\n'


def cards_of(folder):
    return pathlib.Path("/dev/shm") / folder.name


class InScratchFolder(unittest.TestCase):
    """A test with a folder of its own that only its owner can write."""

    def setUp(self):
        self._folder = tempfile.TemporaryDirectory(prefix="yett-cli-")
        self.addCleanup(self._folder.cleanup)
        self.folder = pathlib.Path(self._folder.name)
        # Cards of waiting calls lie in memory; those of a test go with it.
        self.cards = cards_of(self.folder)
        self.cards.mkdir(mode=0o700)
        self.addCleanup(shutil.rmtree, self.cards)

    def write(self, name, text, mode=0o644):
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        os.chmod(path, mode)
        return path


def main():
    unittest.main(verbosity=1)
