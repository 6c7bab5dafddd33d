"""`yett mcp`: which server it guards and whose tools it knows, and what stops a run that uses too much."""

import json
import pathlib
import sys

import yett
from guarded import Guarded, decision
from yett import err, out, run

SERVER = pathlib.Path(__file__).with_name("desk_server.py")


TOOLS = '[tools]\nlook = { effect = "read", sensitivity = "internal", reversible = true, content = ["text"] }\n'


class Servers(yett.InScratchFolder):
    def policy(self, *servers, tools=""):
        text = '[policy]\nname = "desk"\nversion = 1\n[session]\npermissions = "full access"\ntenant = "acme"\n'
        for server in servers:
            text += f'[servers.{server}]\ncommand = ["/bin/true"]\n[servers.{server}.tools]\n'
            text += f'look = {{ effect = "read", sensitivity = "internal", reversible = true, content = ["text"] }}\n'
        return self.write("desk.toml", text + tools)

    def refused(self, policy, *words):
        result = run("mcp", "-p", policy, "--state", self.folder / "state", *words)
        self.assertEqual(result.returncode, 2, err(result))
        self.assertFalse((self.folder / "state").exists(), "nothing was started")
        return err(result)

    def test_a_server_that_the_policy_does_not_have_is_refused_with_those_that_it_has(self):
        self.assertIn("files, mail", self.refused(self.policy("files", "mail"), "--server", "post"))
        self.assertIn("files, mail", self.refused(self.policy("files", "mail"), "--server", "mail", "--server", "Files"))
        self.assertIn("there is no server", self.refused(self.policy(tools=TOOLS)))

    def test_either_servers_or_a_command(self):
        self.assertIn("not both", self.refused(self.policy("files"), "--server", "files", "--", "/bin/true"))

    def test_a_command_cannot_pass_for_a_server_of_the_policy(self):
        self.assertIn("command", self.refused(self.policy("command", "mail"), "--", "/bin/true"))

    def test_a_command_has_the_tools_of_no_server(self):
        guard = Guarded(self.folder, policy=self.policy("files"), command=[sys.executable, SERVER, self.folder])
        self.addCleanup(guard.close)
        self.assertEqual(guard.answer(guard.request("tools/list", {}))["result"]["tools"], [])
        self.assertEqual(decision(guard.call("look", {"text": "x"}))["rule"], "tool.unregistered")
        self.assertFalse((self.folder / "calls").exists())


class Limits(yett.InScratchFolder):
    def start(self, limits):
        policy = self.write("limited.toml", yett.DESKMATE.read_text() + "\n[limits]\n" + limits)
        guard = Guarded(self.folder, "--hold", "0", policy=policy)
        self.addCleanup(guard.close)
        return guard

    def run_of(self, guard):
        return json.loads(out(run("sessions", "--format", "json", "--state", guard.state)))[0]

    def test_the_sessions_list_says_what_was_used(self):
        guard = self.start("calls_per_minute = 50")
        ticket = guard.call("read_ticket", {"id": "T-1"})
        guard.call("call_webhook", {"url": "https://hooks.deskmate.internal/a", "body": "b"})
        guard.call("no_such_tool", {})
        used = self.run_of(guard)["used"]
        self.assertEqual((used["calls_per_minute"], used["denials"], used["sends_per_run"]), (3, 1, 1))
        self.assertGreaterEqual(used["result_bytes"], len(json.dumps(ticket["result"], separators=(",", ":"))))

    def test_too_many_refused_calls_suspend_the_run_until_a_person_resumes_it(self):
        guard = self.start("denials = 3")
        for number in range(3):
            self.assertEqual(decision(guard.call(f"no_such_tool_{number}", {}))["rule"], "tool.unregistered")
        self.assertEqual(decision(guard.call("read_ticket", {"id": "T-1"}))["rule"], "session.suspended")
        self.assertTrue(self.run_of(guard)["suspended"])
        why = out(run("audit", "list", "--kind", "session", "--format", "json", "--state", guard.state)).splitlines()[-1]
        self.assertEqual((json.loads(why)["decision"], json.loads(why)["rule"]), ("suspended", "session.limit"))
        self.assertEqual(run("sessions", "resume", "r-1", "--state", guard.state).returncode, 0)
        self.assertIs(guard.call("read_ticket", {"id": "T-1"})["result"]["isError"], False)

    def test_a_run_that_calls_too_often_is_told_which_limit(self):
        guard = self.start("calls_per_minute = 1")
        guard.call("read_ticket", {"id": "T-1"})
        refused = decision(guard.call("read_ticket", {"id": "T-1"}))
        self.assertEqual((refused["rule"], refused["retry"]), ("session.limit", "never"))
        self.assertIn("calls_per_minute", refused["reason"])


if __name__ == "__main__":
    yett.main()
