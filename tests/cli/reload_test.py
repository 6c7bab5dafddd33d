"""SIGHUP makes `yett mcp` read its policy again: the whole other policy, or the one in force and a message."""

import fcntl
import hashlib
import json
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

import yett
from guarded import decision
from yett import err, out, rows, run

SERVER = pathlib.Path(__file__).with_name("desk_server.py")

TOOLS = {
    "look": 'effect = "read", sensitivity = "internal", reversible = true, content = ["text"]',
    "note": 'effect = "write", sensitivity = "internal", reversible = true, content = ["text"]',
    "wait": 'effect = "read", sensitivity = "private", reversible = true, content = ["text"]',
    "erase": 'effect = "write", sensitivity = "internal", reversible = false, content = ["text"]',
}


class Desk:
    """A client of `yett mcp` in front of the desk server; what stderr says can be waited for."""

    def __init__(self, folder, policy, *words):
        self.state = folder / "state"
        self.process = subprocess.Popen(
            [yett.YETT, "mcp", "--policy", policy, "--state", self.state, "--run", "r-1", "--user", "ana", *words],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**yett.ENVIRONMENT, "XDG_RUNTIME_DIR": str(yett.cards_of(folder))})
        self.next_id = 0
        self.told = []
        self.more = threading.Condition()
        self.reader = threading.Thread(target=self.read_errors)
        self.reader.start()

    def read_errors(self):
        for line in self.process.stderr:
            with self.more:
                self.told.append(line.decode())
                self.more.notify_all()

    def hears(self, text, times=1):
        """Waits until so many lines of stderr hold the text; returns the last of them."""
        with self.more:
            lines = lambda: [line for line in self.told if text in line]
            if not self.more.wait_for(lambda: len(lines()) >= times, timeout=60):
                raise AssertionError(f"{text!r} is not in {self.told}")
            return lines()[times - 1]

    def send(self, method, params):
        self.next_id += 1
        message = {"jsonrpc": "2.0", "id": self.next_id, "method": method, "params": params}
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()
        return self.next_id

    def message(self):
        line = self.process.stdout.readline()
        if not line:
            raise AssertionError(f"the guard ended: {self.told}")
        return json.loads(line)

    def answer(self, number):
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

    def initialize(self):
        self.answer(self.send("initialize", {"protocolVersion": "2025-11-25", "capabilities": {},
                                             "clientInfo": {"name": "t", "version": "0"}}))
        return self

    def send_call(self, tool):
        return self.send("tools/call", {"name": tool, "arguments": {"text": "x"}, "_meta": {"progressToken": self.next_id + 1}})

    def call(self, tool):
        """The rule that refused the call; None when it ran."""
        return rule_of(self.answer(self.send_call(tool)))

    def tools(self):
        return [tool["name"] for tool in self.answer(self.send("tools/list", {}))["result"]["tools"]]

    def hang_up(self):
        self.process.send_signal(signal.SIGHUP)

    def close(self):
        self.process.stdin.close()
        code = self.process.wait(timeout=60)
        self.reader.join()
        self.process.stdout.close()
        self.process.stderr.close()
        return code


def rule_of(answer):
    return decision(answer)["rule"] if answer["result"].get("isError") else None


class Reload(yett.InScratchFolder):
    def setUp(self):
        super().setUp()
        self.work = self.folder / "work"  # of the server
        self.work.mkdir()

    def policy_text(self, tools=("look", "note", "wait", "erase"), permissions="full access", session="", rest="",
                    command=None, rename=""):
        lines = "\n".join(f"{name} = {{ {TOOLS.get(name, TOOLS['look'])} }}" for name in tools)
        command = command or [sys.executable, str(SERVER), str(self.work)]
        return f"""[policy]
name = "desk"
version = 1
[session]
permissions = "{permissions}"
tenant = "local"
{session}
[tools]
{lines}
[approval]
unsigned = "a test"
[servers.desk]
command = {json.dumps(command)}
{rename}
{rest}
{yett.root_of(self.work)}"""

    def write_policy(self, **terms):
        return self.write("yett.toml", self.policy_text(**terms))

    def start(self, *words, **terms):
        self.policy = self.write_policy(**terms)
        desk = Desk(self.folder, self.policy, *words)
        self.addCleanup(lambda: desk.process.poll() is None and desk.close())
        return desk

    def start_command(self, text):
        """The desk server, named on the command line, under a policy of that text."""
        self.policy = self.write("yett.toml", text)
        desk = Desk(self.folder, self.policy, "--", sys.executable, SERVER, self.work)
        self.addCleanup(lambda: desk.process.poll() is None and desk.close())
        return desk.initialize()

    def records(self, desk, kind):
        return rows(run("audit", "list", "--kind", kind, "--format", "json", "--state", desk.state))

    def digest(self):
        return out(run("check", self.policy)).split()[-1]

    def executed(self):
        path = self.work / "calls"
        return path.read_text().split() if path.exists() else []

    # --- Another policy ------------------------------------------------------------------------------------------

    def test_a_tightened_policy_denies(self):
        desk = self.start().initialize()
        before = self.digest()
        self.assertIsNone(desk.call("note"))
        self.write_policy(tools=["look"])
        desk.hang_up()
        self.assertIn(self.digest(), desk.hears("is in force"))
        self.assertEqual(desk.message()["method"], "notifications/tools/list_changed")
        self.assertEqual(desk.tools(), ["look"])
        self.assertEqual(desk.call("note"), "tool.unregistered")
        self.assertIsNone(desk.call("look"))
        self.assertEqual(self.executed(), ["note", "look"])
        adopted = self.records(desk, "policy")
        self.assertEqual([(r["decision"], r["policy"], r["intent"]["before"]) for r in adopted],
                         [("adopted", self.digest(), before)])
        self.assertEqual(self.records(desk, "decision")[-1]["policy"], self.digest())

    def test_a_base_is_read_again_together_with_the_policy(self):
        base = self.write("base.toml", self.policy_text())
        top = '[policy]\nversion = 1\nextends = "base.toml"\n[limits]\ndenials = 7\n'
        self.policy = self.write("yett.toml", top)
        desk = Desk(self.folder, self.policy)
        self.addCleanup(lambda: desk.process.poll() is None and desk.close())
        desk.initialize()
        self.assertIsNone(desk.call("note"))
        base.write_text(self.policy_text(tools=["look"]))
        desk.hang_up()
        self.assertIn(self.digest(), desk.hears("is in force"))
        self.assertEqual(desk.call("note"), "tool.unregistered")
        # The policy that widens it is none, and a base that nobody keeps calls away from needs a new start.
        self.policy.write_text(top + "calls_per_minute = 10000\n")
        desk.hang_up()
        desk.hears("may only narrow")
        self.write("other.toml", self.policy_text())
        self.policy.write_text(top.replace("base.toml", "other.toml"))
        desk.hang_up()
        desk.hears("which the policy of the start did not")
        self.assertEqual(desk.call("note"), "tool.unregistered")

    def test_a_renamed_tool_is_shown_under_its_new_name(self):
        desk = self.start(tools=["query"]).initialize()
        self.assertIsNone(desk.call("query"))
        self.write_policy(tools=["query_ro"], rename='rename = { query = "query_ro" }')
        desk.hang_up()
        desk.hears("is in force")
        self.assertEqual(desk.tools(), ["query_ro"])
        self.assertEqual(desk.call("query"), "tool.unregistered")
        self.assertIsNone(desk.call("query_ro"))
        self.assertEqual(self.executed(), ["query", "query"])

    def test_a_call_under_way_ends_and_one_that_waits_is_refused(self):
        desk = self.start().initialize()
        running = desk.send_call("wait")
        waiting = desk.send_call("erase")
        desk.wait_for_question()
        before = self.digest()
        self.write_policy(tools=["look", "erase"])
        desk.hang_up()
        self.assertEqual(decision(desk.answer(waiting))["rule"], "approval.mismatch")
        (self.work / "go").touch()
        self.assertIsNone(rule_of(desk.answer(running)))
        outcome = self.records(desk, "outcome")[-1]
        self.assertEqual((outcome["decision"], outcome["tool"], outcome["policy"]), ("executed", "wait", before))
        self.assertEqual(desk.call("wait"), "tool.unregistered")
        self.assertEqual(self.executed(), ["wait"])

    def test_a_comment_changes_nothing(self):
        desk = self.start().initialize()
        number = desk.send_call("erase")
        request = desk.wait_for_question()
        self.write("yett.toml", "# a comment\n" + self.policy_text())
        desk.hang_up()
        desk.hears("is in force")
        result = run("approve", request, "--state", desk.state)
        self.assertEqual(result.returncode, 0, err(result))
        self.assertIsNone(rule_of(desk.answer(number)))

    # --- A policy that cannot be taken ---------------------------------------------------------------------------

    def test_a_broken_policy_keeps_the_last_good_one(self):
        desk = self.start().initialize()

        def judges_as_before():
            self.assertIsNone(desk.call("note"))
            self.assertEqual(desk.call("query"), "tool.unregistered")  # the server has it, the policy does not
        good = self.digest()
        broken = {
            "truncated": self.policy_text()[:40],
            "empty": "",
            "an unknown key": self.policy_text() + "[egress]\nhostz = []\n",
            "a mail address": self.policy_text() + '[egress]\nemails = ["canary@desk.example", "canary@desk.example"]\n',
        }
        for times, (what, text) in enumerate(broken.items(), start=1):
            with self.subTest(what):
                self.write("yett.toml", text)
                desk.hang_up()
                line = desk.hears("the policy in force stays", times)
                self.assertIn("yett.toml", line)
                judges_as_before()
        self.policy.unlink()
        desk.hang_up()
        desk.hears("the policy in force stays", len(broken) + 1)
        judges_as_before()
        self.write("yett.toml", self.policy_text(tools=["look"]), mode=0o666)
        desk.hang_up()
        desk.hears("the policy in force stays", len(broken) + 2)
        judges_as_before()
        self.assertEqual(set(self.executed()), {"note"})
        refused = self.records(desk, "policy")
        self.assertEqual([r["decision"] for r in refused], ["refused"] * (len(broken) + 2))
        self.assertEqual({r["policy"] for r in refused}, {good})
        self.assertEqual(refused[2]["intent"]["line"], len(broken["an unknown key"].splitlines()))
        self.assertNotIn("canary", json.dumps(refused))
        self.assertNotIn("canary", "".join(desk.told))

    def test_only_the_pinned_policy_is_taken(self):
        self.policy = self.write_policy()
        pinned = self.digest()
        other = "sha256:" + hashlib.sha256(b"").hexdigest()
        desk = self.start("--policy-digest", pinned).initialize()
        self.write_policy(tools=["look", "note", "erase"])
        desk.hang_up()
        line = desk.hears("the policy in force stays")
        self.assertIn(pinned, line)
        self.assertIn(self.digest(), line)
        self.assertIsNone(desk.call("note"))
        for words in (["mcp", "-p", self.policy], ["check", self.policy], ["tools", self.policy], ["decide", "-p", self.policy],
                      ["status", "-p", self.policy], ["check", "-p", self.policy]):
            with self.subTest(words[0]):
                result = run(*words, "--policy-digest", other)
                self.assertEqual((result.returncode, out(result)), (2, ""))
                self.assertIn(other, err(result))
                self.assertIn(self.digest(), err(result))
        self.assertEqual(run("check", self.policy, "--policy-digest", self.digest()).returncode, 0)
        self.assertEqual(run("check", self.policy, "--policy-digest", self.digest().upper().replace("SHA", "sha")).returncode, 0)
        for text in ("", "sha256:", "sha256:12", self.digest()[7:], "sha512:" + self.digest()[7:]):
            result = run("check", self.policy, "--policy-digest", text)
            self.assertEqual(result.returncode, 2)
            self.assertIn("64 hex digits", err(result))

    def test_a_command_does_not_turn_into_a_server_of_the_policy(self):
        text = self.policy_text(tools=["look"])
        desk = self.start_command(text.replace("[servers.desk]", "[servers.other]"))
        self.write("yett.toml", text.replace("[servers.desk]", "[servers.command]"))
        desk.hang_up()
        self.assertIn("goes by the name of this server: command", desk.hears("the policy in force stays"))
        self.assertIsNone(desk.call("look"))

    # --- The session ---------------------------------------------------------------------------------------------

    def test_a_session_that_the_policy_no_longer_grants_loses_every_right(self):
        desk = self.start("--permissions", "read-only", session='may_choose = ["read-only"]').initialize()
        self.assertIsNone(desk.call("look"))
        self.write_policy()
        desk.hang_up()
        self.assertIn("read-only", desk.hears("has no right left"))
        self.assertEqual(desk.call("look"), "permission.capability")
        self.assertEqual(self.records(desk, "policy")[-1]["intent"]["permissions"], None)
        self.write_policy(session='may_choose = ["read-only"]')
        desk.hang_up()
        desk.hears("is in force", 2)
        self.assertNotEqual(desk.call("look"), "permission.capability")

    def test_a_session_of_another_tenant_has_no_right(self):
        desk = self.start().initialize()
        self.write("yett.toml", self.policy_text().replace('tenant = "local"', 'tenant = "globex"'))
        desk.hang_up()
        desk.hears("has no right left")
        self.assertEqual(desk.call("look"), "permission.capability")
        self.assertEqual({r["tenant"] for r in self.records(desk, "decision")}, {"local"})

    def test_a_reload_never_prolongs_the_session(self):
        desk = self.start("--expires", "1h", session='expires = "2h"').initialize()
        opened = self.records(desk, "session")[0]["intent"]["expires_at"]
        self.write_policy(session='expires = "24h"')
        desk.hang_up()
        desk.hears("is in force")
        self.assertEqual(self.records(desk, "policy")[-1]["intent"]["expires_at"], opened)

    def test_a_session_that_the_policy_shortens_stays_short(self):
        desk = self.start(session='expires = "2h"').initialize()
        ends = [self.records(desk, "session")[0]["intent"]["expires_at"]]
        for times, expires in enumerate(("24h", "1h", "3h"), start=1):
            self.write_policy(session=f'expires = "{expires}"')
            desk.hang_up()
            desk.hears("is in force", times)
            ends.append(self.records(desk, "policy")[-1]["intent"]["expires_at"])
        self.assertEqual(ends[0], ends[1])
        self.assertLess(ends[2], ends[1])
        self.assertEqual(ends[2], ends[3])

    # --- What takes effect at the next start ---------------------------------------------------------------------

    def test_what_cannot_change_while_it_runs_is_named(self):
        desk = self.start().initialize()
        self.write_policy(command=[sys.executable, str(SERVER), str(self.work), "more"])
        desk.hang_up()
        desk.hears("server desk takes effect at the next start")
        self.write("yett.toml", self.policy_text().replace("[servers.desk]", "[servers.other]"))
        desk.hang_up()
        desk.hears("no server desk")
        self.assertIsNone(desk.call("look"))
        self.write_policy(rest='[state]\nsync = "os"')
        desk.hang_up()
        desk.hears("[state] says takes effect at the next start")
        count = len(desk.told)
        self.write_policy()
        desk.hang_up()
        desk.hears("is in force", 4)
        self.assertIsNone(desk.call("look"))
        self.assertEqual(len(desk.told), count + 1)

    # --- SIGHUP at any time --------------------------------------------------------------------------------------

    def test_a_signal_before_the_server_is_ready_is_not_lost(self):
        (self.work / "hold").touch()
        desk = self.start()
        desk.hears("guarding desk")
        self.write_policy(tools=["look"])
        desk.hang_up()
        desk.hears("is in force")
        (self.work / "start").touch()
        desk.initialize()
        self.assertEqual(desk.tools(), ["look"])
        self.assertEqual(desk.call("note"), "tool.unregistered")

    def test_a_signal_while_it_starts_does_not_end_it(self):
        """The store is held by another process, so the program cannot come further than to it."""
        self.start().close()
        state = self.folder / "state"
        with open(state / "write.lock", "r+b") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            desk = Desk(self.folder, self.policy)
            self.addCleanup(lambda: desk.process.poll() is None and desk.close())
            while not any(os.path.realpath(f"/proc/{desk.process.pid}/fd/{fd}") == str(state / "write.lock")
                          for fd in os.listdir(f"/proc/{desk.process.pid}/fd")):
                time.sleep(0.01)
            self.write_policy(tools=["look"])
            desk.hang_up()
            fcntl.flock(lock, fcntl.LOCK_UN)
        desk.hears("is in force")
        desk.initialize()
        self.assertEqual(desk.call("note"), "tool.unregistered")
        self.assertEqual(desk.close(), 0)


if __name__ == "__main__":
    yett.main()
