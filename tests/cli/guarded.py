"""An MCP client in a few lines: a deskmate server behind `yett mcp`, one call at a time or several at once."""

import json
import pathlib
import subprocess

import yett


class Ended(AssertionError):
    """The guard is gone, with what it still said to its person."""


def held(folder, path):
    """A copy of a file that Yett goes by, in a folder that no server may change: one that lies in what a server may change
    is refused."""
    place = folder / "held"
    place.mkdir(exist_ok=True)
    copy = place / path.name
    if copy == path:
        return copy
    copy.write_bytes(path.read_bytes())
    lock = path.parent / "yett.lock"
    if path.suffix == ".toml" and lock.exists():
        (place / lock.name).write_bytes(lock.read_bytes())
    return copy


def shown_to_server(folder, policy, root):
    """The policy, with this root among its paths: without it the server would find there nothing of what the test does. A policy
    with paths of its own says itself what is shown."""
    source = policy or yett.DESKMATE
    text = source.read_text() if source.exists() else "[paths."
    if "[paths.held]" in text and folder in source.parents:
        return held(folder, source)
    if "\n[paths." in "\n" + text:
        return source
    root.mkdir(exist_ok=True)
    if root != folder:
        shown = source if folder in source.parents else folder / ("shown-" + source.name)
        shown.write_text(text + yett.root_of(root))
        return shown
    shown = held(folder, source)
    shown.write_text(text + yett.root_of(root) + f'[paths.held]\nroot = "{shown.parent}"\naccess = "read"\n')
    if folder in source.parents:  # others go by it too
        source.write_text(shown.read_text())
    return shown


def with_held_files(folder, words):
    return [held(folder, pathlib.Path(word)) if before in ("--session", "--candidate") and pathlib.Path(word).is_file() else word
            for before, word in zip(("", *words), words)]


class Guarded:
    def __init__(self, folder, *words, policy=None, command=None, program=None, environment=None, run="r-1"):
        self.state = folder / "state"
        self.desk = folder / "desk"
        root = self.desk if command is None else folder
        words = with_held_files(folder, words) if root == folder else words
        policy = shown_to_server(folder, policy, root)
        self.process = subprocess.Popen(
            [program or yett.YETT, "mcp", "--policy", policy, "--state", self.state, "--run", run, "--user", "ana",
             "--tenant", "acme", *words, *self.server(command)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**yett.ENVIRONMENT, "XDG_RUNTIME_DIR": str(yett.cards_of(folder)), **(environment or {})})
        self.next_id = 0
        try:
            self.request("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "0"}})
            self.answer(self.next_id)
        except Ended:
            self.close()
            raise

    def server(self, command):
        """The words that name it; an empty command: the policy does."""
        if command is None:
            command = [yett.YETT.parent / "deskmate", self.desk]
        return ["--", *command] if command else []

    def request(self, method, params):
        self.next_id += 1
        self.write({"jsonrpc": "2.0", "id": self.next_id, "method": method, "params": params})
        return self.next_id

    def notify(self, method, params):
        self.write({"jsonrpc": "2.0", "method": method, "params": params})

    def write(self, message):
        try:
            self.process.stdin.write(json.dumps(message).encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Ended("the guard does not read any more: " + self.process.stderr.read().decode()) from None

    def send_call(self, tool, arguments):
        return self.request("tools/call", {"name": tool, "arguments": arguments, "_meta": {"progressToken": self.next_id + 1}})

    def message(self):
        line = self.process.stdout.readline()
        if not line:
            raise Ended("the guard ended: " + self.process.stderr.read().decode())
        return json.loads(line)

    def answer(self, number):
        """The answer to a request; what comes before it is skipped."""
        while True:
            message = self.message()
            if message.get("id") == number:
                return message

    def wait_for_question(self):
        """Returns the id of the request that a held call tells of in its progress."""
        while True:
            message = self.message()
            if message.get("method") == "notifications/progress":
                return message["params"]["message"].split()[-1]

    def call(self, tool, arguments):
        return self.answer(self.send_call(tool, arguments))

    def close(self):
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass  # what was still in its buffer has no reader
        self.process.wait(timeout=60)
        self.process.stdout.close()
        self.process.stderr.close()

    def mails(self):
        return sorted((self.desk / "Maildir/new").iterdir())


def decision(answer):
    return answer["result"]["_meta"]["dev.yett/decision"]
