"""What the deskmate tests share: a running deskmate on a scratch folder, spoken to over its pipes.

Each test file is run as: FILE_test.py PATH_TO_DESKMATE [unittest options]
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

DESKMATE = os.path.abspath(sys.argv.pop(1))


def run_once(*arguments):
    """Starts deskmate with nothing to read and waits for its end."""
    return subprocess.run([DESKMATE, *map(str, arguments)], stdin=subprocess.DEVNULL, capture_output=True, env={})


class Server:
    """A running deskmate on a folder, spoken to line by line."""

    def __init__(self, folder, *options, environment=None):
        # Nothing of the outer environment: a proxy set there would send the webhook elsewhere.
        self.process = subprocess.Popen(
            [DESKMATE, str(folder), *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=environment or {})
        self.next_id = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.status = self.process.wait()
        self.process.stdout.close()
        self.process.stderr.close()

    def send_line(self, line):
        self.process.stdin.write(line if isinstance(line, bytes) else line.encode())
        self.process.stdin.write(b"\n")
        self.process.stdin.flush()

    def receive(self):
        return json.loads(self.process.stdout.readline())

    def request(self, method, params=None):
        self.next_id += 1
        message = {"jsonrpc": "2.0", "id": self.next_id, "method": method}
        if params is not None:
            message["params"] = params
        self.send_line(json.dumps(message))
        reply = self.receive()
        assert reply["jsonrpc"] == "2.0" and reply["id"] == self.next_id, reply
        return reply

    def call(self, tool, arguments):
        return self.request("tools/call", {"name": tool, "arguments": arguments})["result"]


class DeskmateTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.scratch = pathlib.Path(scratch.name)
        self.desk = self.scratch / "desk"

    def start(self, *options, environment=None):
        server = Server(self.desk, *options, environment=environment)
        self.enterContext(server)
        server.request("ping")  # its answer means that the folder is filled
        return server

    def refused(self, result, *words):
        """The call came back as the tool's own error, and its text says why."""
        self.assertTrue(result["isError"], result)
        self.assertNotIn("structuredContent", result)
        for word in words:
            self.assertIn(word, result["content"][0]["text"])

    def done(self, result):
        self.assertFalse(result["isError"], result)
        self.assertEqual(json.loads(result["content"][0]["text"]), result["structuredContent"])
        return result["structuredContent"]

    def everything_in(self, folder):
        return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
