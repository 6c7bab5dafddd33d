"""What tests with canaries share: a guarded server of which every byte is kept, and where a canary could have got to."""

import json
import os
import pathlib
import resource
import secrets
import stat
import subprocess
import time

import yett
from guarded import Ended, Guarded
from yett import run


class Watched(Guarded):
    """A guarded server of which every byte is kept that the client and the person get, in a place of its own."""

    def __init__(self, test, *words, policy, command=None, core=0, client="t"):
        self.state = test.folder / "state"
        self.desk = test.folder / "desk"
        self.heard = b""
        self.errors = test.folder / f"stderr-{secrets.token_hex(4)}"
        for name in ("work", "tmp", "home"):
            (test.folder / name).mkdir(exist_ok=True)
        with open(self.errors, "wb") as errors:
            self.process = subprocess.Popen(
                [yett.YETT, "mcp", "--policy", policy, "--state", self.state, "--run", "r-1", "--user", "ana", *words,
                 *self.server(command)],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, cwd=test.folder / "work",
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CORE, (core, core)) if core else None,
                env={**yett.ENVIRONMENT, "XDG_RUNTIME_DIR": str(test.cards), "TMPDIR": str(test.folder / "tmp"),
                     "HOME": str(test.folder / "home")})
        test.addCleanup(self.close)
        self.next_id = 0
        self.request("initialize", {"protocolVersion": "2025-11-25", "clientInfo": {"name": client, "version": client},
                                    "capabilities": {"sampling": {}, "elicitation": {}, "roots": {}}})
        self.answer(self.next_id)
        self.notify("notifications/initialized", {})

    def message(self):
        line = self.process.stdout.readline()
        self.heard += line
        if not line:
            raise Ended("the guard ended: " + self.errors.read_text(errors="replace"))
        message = json.loads(line)
        if "method" in message and "id" in message:  # what a server asks
            self.write({"jsonrpc": "2.0", "id": message["id"], "result": {"action": "decline"}})
        return message

    def ask(self, method, params):
        return self.answer(self.request(method, params))

    def close(self):
        if not self.process.stdin.closed:
            try:
                self.process.stdin.close()
            except BrokenPipeError:
                pass
            self.heard += self.process.stdout.read()
            self.process.wait(timeout=60)
            self.process.stdout.close()

    def kill(self):
        self.process.kill()
        self.close()


class CanaryTest(yett.InScratchFolder):
    def setUp(self):
        super().setUp()
        self.began = time.time() - 1
        self.told = self.folder / "told"
        self.told.mkdir()
        self.notify = self.write("notify", f"#!/bin/sh\ncat >> {self.told}/told\n", mode=0o755)

    def is_new_file(self, path):
        try:
            seen = path.lstat()
        except FileNotFoundError:
            return False  # another's, that is gone by now
        return stat.S_ISREG(seen.st_mode) and seen.st_uid == os.getuid() and seen.st_mtime >= self.began

    def outputs(self):
        """What the commands say that look into the store."""
        state = ["--state", self.folder / "state"]
        for words in (["approvals", "list"], ["approvals", "list", "--format", "json"], ["audit", "list"],
                      ["audit", "list", "--format", "json"], *(["audit", "export", "--format", form] for form in ("jsonl", "cef", "ocsf")),
                      ["audit", "tail"], ["audit", "verify"], ["sessions", "list"]):
            said = run(*words, *state)
            self.assertIn(said.returncode, (0, 1), said)
            self.assertTrue(said.stdout, words)
            yield " ".join(map(str, words)), said.stdout + said.stderr

    def assert_nowhere(self, canaries, guard, but=()):
        """In no file, name of a file, process or output; `but` are files that are meant to hold one."""
        found = canaries.in_folder(self.folder) | canaries.in_folder(self.cards)
        for folder in ("/dev/shm", "/tmp", "/var/tmp"):
            for path in pathlib.Path(folder).iterdir():
                if self.is_new_file(path):
                    found |= canaries.in_folder(path)
        if guard.process.poll() is None:
            try:
                found |= canaries.in_process(guard.process.pid)
            except PermissionError:
                pass  # who runs the test may not look either
        meant = {str(path) for path in but}
        self.assertEqual({path: what for path, what in found.items() if path not in meant}, {})
        self.assertEqual(canaries.in_lines(guard.heard), [], "what the client got")
        for words, said in self.outputs():
            self.assertEqual(canaries.in_lines(said), [], words)
