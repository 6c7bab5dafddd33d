"""The longest message and one byte more, from either side: nothing of the longer one happens, and that is said."""

import json

import yett
from guarded import Guarded, decision
from yett import out, rows, run

LONGEST = 64 << 20

POLICY = """[policy]
name = "size"
version = 1
[session]
permissions = "full access"
tenant = "acme"
[tools]
note = { effect = "write", sensitivity = "internal", reversible = true, content = ["text"] }
fetch = { effect = "read", sensitivity = "internal", reversible = true, content = ["bytes"] }
[approval]
unsigned = "a test"
[limits]
result_bytes = "1GiB"
"""

# `note` writes down how long its text is; `fetch` answers with a line of that many bytes.
SERVER = """import json, sys
for line in sys.stdin:
    message = json.loads(line)
    method, number = message.get("method"), message.get("id")
    if number is None:
        continue
    text = "noted"
    if method == "initialize":
        result = {"protocolVersion": message["params"]["protocolVersion"], "capabilities": {"tools": {}},
                  "serverInfo": {"name": "size", "version": "1"}}
    elif method == "tools/list":
        schemas = {"note": {"text": {"type": "string"}}, "fetch": {"bytes": {"type": "integer"}}}
        result = {"tools": [{"name": name, "inputSchema": {"type": "object", "properties": properties}}
                            for name, properties in schemas.items()]}
    elif method != "tools/call":
        print(json.dumps({"jsonrpc": "2.0", "id": number, "error": {"code": -32601, "message": "not known"}}), flush=True)
        continue
    else:
        arguments = message["params"]["arguments"]
        with open(sys.argv[1], "a") as calls:
            calls.write(f"{message['params']['name']} {len(arguments.get('text', ''))}\\n")
        result = {"content": [{"type": "text", "text": "done"}]}
        if "bytes" in arguments:
            short = json.dumps({"jsonrpc": "2.0", "id": number, "result": result})
            result["content"][0]["text"] += "x" * (arguments["bytes"] - len(short))
    print(json.dumps({"jsonrpc": "2.0", "id": number, "result": result}), flush=True)
"""


class MessageSize(yett.InScratchFolder):
    def setUp(self):
        super().setUp()
        self.calls = self.folder / "calls"
        server = self.write("server.py", SERVER)
        self.command = ["/usr/bin/env", "python3", "-B", server, self.calls]
        self.policy = self.write("size.toml", POLICY)
        self.start()

    def start(self):
        self.guard = Guarded(self.folder, policy=self.policy, command=self.command)
        self.addCleanup(self.guard.close)

    def send_note(self, number, size):
        """A call whose message is so many bytes long."""
        message = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": "note", "arguments": {"text": ""}}}
        text = "x" * (size - len(json.dumps(message)))
        message["params"]["arguments"]["text"] = text
        line = json.dumps(message).encode()
        self.assertEqual(len(line), size)
        self.guard.process.stdin.write(line + b"\n")
        self.guard.process.stdin.flush()
        return len(text)

    def noted(self, kind):
        return [row["decision"] for row in rows(run("audit", "list", "--kind", kind, "--state", self.guard.state, "--format", "json"))]

    def test_of_the_client(self):
        length = self.send_note(101, LONGEST)
        self.assertFalse(self.guard.answer(101)["result"].get("isError"))
        self.send_note(102, LONGEST + 1)
        refused = self.guard.message()
        self.assertNotIn("result", refused)
        self.assertIn("64 MiB", refused["error"]["message"])
        self.assertEqual(self.noted("protocol"), ["client_message_too_long"])
        # What comes behind it is heard.
        self.assertFalse(self.guard.call("note", {"text": "short"})["result"].get("isError"))
        self.assertEqual(self.calls.read_text().splitlines(), [f"note {length}", "note 5"])
        self.assertEqual(run("audit", "verify", "--state", self.guard.state).returncode, 0)

    def test_of_the_server(self):
        longest = self.guard.call("fetch", {"bytes": LONGEST})
        self.assertGreater(len(longest["result"]["content"][0]["text"]), LONGEST - 200)
        lost = self.guard.call("fetch", {"bytes": LONGEST + 1})
        self.assertNotIn("result", lost)
        self.assertEqual(self.noted("protocol"), ["server_message_too_long"])
        self.assertEqual(self.noted("outcome"), ["executed", "unknown"])
        self.assertEqual(self.guard.process.wait(timeout=60), 1)
        self.start()
        number = self.guard.send_call("fetch", {"bytes": LONGEST + 1})
        request = self.guard.wait_for_question()
        self.assertIn("approval.repeat", out(run("approvals", "show", request, "--state", self.guard.state)))
        self.assertEqual(run("deny", request, "--state", self.guard.state).returncode, 0)
        self.assertEqual(decision(self.guard.answer(number))["rule"], "approval.denied")


if __name__ == "__main__":
    yett.main()
