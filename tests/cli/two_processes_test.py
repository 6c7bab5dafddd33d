"""Two gates in processes of their own, in front of a server each, and one run behind both: what the one has seen, the other knows."""

import yett
from guarded import Guarded, decision
from yett import rows, run

POLICY = """[policy]
name = "two"
version = 1
[session]
permissions = "full access"
tenant = "acme"
[servers.desk]
command = {command}
[servers.desk.tools]
customers = {{ effect = "read", sensitivity = "private", reversible = true, content = ["text"] }}
[servers.mail]
command = {command}
[servers.mail.tools]
post = {{ effect = "write", sensitivity = "internal", reversible = true, destination.url = ["url"], content = ["text"] }}
[egress]
hosts = ["hooks.example.com"]
[approval]
unsigned = "a test"
"""

SERVER = """import json, sys
for line in sys.stdin:
    message = json.loads(line)
    method, number = message.get("method"), message.get("id")
    if number is None:
        continue
    if method == "initialize":
        result = {"protocolVersion": message["params"]["protocolVersion"], "capabilities": {"tools": {}},
                  "serverInfo": {"name": "one", "version": "1"}}
    elif method == "tools/list":
        properties = {"text": {"type": "string"}, "url": {"type": "string"}}
        result = {"tools": [{"name": name, "inputSchema": {"type": "object", "properties": properties}}
                            for name in ("customers", "post")]}
    elif method != "tools/call":
        error = {"code": -32601, "message": "not known"}
        print(json.dumps({"jsonrpc": "2.0", "id": number, "error": error}), flush=True)
        continue
    else:
        with open(sys.argv[1], "a") as calls:
            calls.write(message["params"]["name"] + "\\n")
        result = {"content": [{"type": "text", "text": "done"}]}
    print(json.dumps({"jsonrpc": "2.0", "id": number, "result": result}), flush=True)
"""

POST = {"url": "https://hooks.example.com/a", "text": "t"}


class TwoProcesses(yett.InScratchFolder):
    def setUp(self):
        super().setUp()
        self.calls = self.folder / "calls"
        command = ["/usr/bin/env", "python3", "-B", str(self.write("server.py", SERVER)), str(self.calls)]
        self.policy = self.write("two.toml", POLICY.format(command=command))

    def start(self, server, run_id="r-1"):
        guard = Guarded(self.folder, "--hold", "0", "--server", server, policy=self.policy, command=[], run=run_id)
        self.addCleanup(guard.close)
        return guard

    def test_a_private_read_through_one_makes_a_send_through_the_other_ask(self):
        desk, mail, other = self.start("desk"), self.start("mail"), self.start("mail", "r-2")
        self.assertFalse(mail.call("post", POST)["result"].get("isError"))
        self.assertFalse(desk.call("customers", {"text": "all"})["result"].get("isError"))
        self.assertEqual(decision(mail.call("post", POST))["rule"], "flow.private_to_outside")
        self.assertEqual(self.calls.read_text().split(), ["post", "customers"])
        # A run of its own has seen nothing.
        self.assertFalse(other.call("post", POST)["result"].get("isError"))

    def test_suspending_the_run_stops_both(self):
        desk, mail = self.start("desk"), self.start("mail")
        self.assertEqual(run("sessions", "suspend", "r-1", "--state", desk.state).returncode, 0)
        self.assertEqual(decision(desk.call("customers", {"text": "all"}))["rule"], "session.suspended")
        self.assertEqual(decision(mail.call("post", POST))["rule"], "session.suspended")
        self.assertFalse(self.calls.exists())

    def test_they_write_one_chain(self):
        guards = [self.start("desk"), self.start("mail")]
        numbers = [[guard.send_call(tool, words) for _ in range(50)]
                   for guard, tool, words in zip(guards, ("customers", "post"), ({"text": "all"}, POST))]
        for guard, sent in zip(guards, numbers):
            for number in sent:
                guard.answer(number)
        records = rows(run("audit", "list", "--state", guards[0].state, "--format", "json"))
        self.assertEqual([row["seq"] for row in records], list(range(1, len(records) + 1)))
        self.assertEqual({row["server"] for row in records if row["kind"] == "decision"}, {"desk", "mail"})
        self.assertEqual(run("audit", "verify", "--state", guards[0].state).returncode, 0)


if __name__ == "__main__":
    yett.main()
