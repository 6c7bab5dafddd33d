"""One run of an agent behind the gate, told call by call, in which a process dies at a named step; and what has to hold whatever
the step.

The steps are those of fault_points.h. The run holds every way that a call can take: allowed, approved by a person, denied by one,
cancelled by the client, granted ahead, refused by the policy.
"""

import os
import pathlib
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))

import yett
from guarded import Ended, Guarded, decision
from yett import err, out, rows, run

FAULTY = pathlib.Path(sys.argv.pop(1)).resolve()

POLICY = """[policy]
name = "faults"
version = 1
[session]
permissions = "full access"
tenant = "acme"
[tools]
note = { effect = "write", sensitivity = "internal", reversible = true, content = ["text"] }
pay = { effect = "write", sensitivity = "internal", reversible = false, content = ["text"] }
wire = { effect = "write", sensitivity = "internal", reversible = false, content = ["text"] }
[approval]
unsigned = "a test"
[approval.grants.one_wire]
tool = "wire"
max_uses = 1
max_for = "1h"
[limits]
calls_per_minute = 1000000
"""

# Writes down each call that reaches it, for good, before it answers. Under one of them the machine's disk breaks.
SERVER = """import json, os, sys
calls = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
schema = {"type": "object", "properties": {"text": {"type": "string"}}}
for line in sys.stdin:
    message = json.loads(line)
    method, number = message.get("method"), message.get("id")
    if method == "initialize":
        result = {"protocolVersion": message["params"]["protocolVersion"], "capabilities": {"tools": {}},
                  "serverInfo": {"name": "desk", "version": "1"}}
    elif method == "tools/list":
        result = {"tools": [{"name": name, "inputSchema": schema} for name in ("note", "pay", "wire")]}
    elif method == "tools/call":
        text = message["params"]["arguments"]["text"]
        os.write(calls, (text + "\\n").encode())
        if text == "disk-breaks":
            with open(os.path.join(os.path.dirname(sys.argv[1]), "disk"), "w") as disk:
                disk.write("read-only\\n")
        result = {"content": [{"type": "text", "text": "done"}]}
    elif number is not None:
        print(json.dumps({"jsonrpc": "2.0", "id": number, "error": {"code": -32601, "message": "not known"}}), flush=True)
        continue
    if number is not None:
        print(json.dumps({"jsonrpc": "2.0", "id": number, "result": result}), flush=True)
"""

# The calls, by their texts: the tool and what the person does when asked.
CALLS = {
    "n1": ("note", None),
    "p1": ("pay", "approve"),
    "p2": ("pay", "deny"),
    "p3": ("pay", "cancel"),
    "w1": ("wire", "deny"),  # granted ahead: nobody is asked
    "w2": ("wire", "deny"),  # one more than was granted
    "n2": ("note", None),
}


class Story:
    """`test` gets what is found wrong. `gate` and `person` are the environments of the two programs: a step to die at, or none."""

    def __init__(self, test, gate=None, person=None):
        self.test = test
        self.gate = gate
        self.person = person
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="yett-faults-"))
        self.cards = yett.cards_of(self.folder)
        self.cards.mkdir(mode=0o700)
        self.calls = self.folder / "calls"
        self.state = self.folder / "state"
        self.policy = self.folder / "policy.toml"
        self.policy.write_text(POLICY)
        self.server = self.folder / "server.py"
        self.server.write_text(SERVER)
        self.answered = {}  # text -> the rule by which it was refused, None when its result came back
        self.to_run = {"n1", "p1", "n2"}  # what is to have an effect in the end
        self.died = False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder)
        shutil.rmtree(self.cards)

    def start(self, **how):
        command = ["/usr/bin/env", "python3", "-I", "-S", "-B", str(self.server), str(self.calls)]
        return Guarded(self.folder, "--hold", "10m", policy=self.policy, command=command, **how)

    def yett(self, *words):
        return run(*words, "--state", self.state)

    def says(self, verb, request):
        """What the person does about a request; where the program dies in between, it is done again."""
        if self.person is not None:
            dying = run(verb, request, "--state", self.state, environment=self.person, program=FAULTY)
            if dying.returncode == 0:
                return
            self.test.assertEqual(dying.returncode, -9, err(dying))
            self.died = True
            again = self.yett(verb, request)
            self.test.assertIn(again.returncode, (0, 1), err(again))  # 1: it had been written already
            return
        result = self.yett(verb, request)
        self.test.assertEqual(result.returncode, 0, err(result))

    def take_part(self, guard, text, reaction):
        """Sends the call and plays the person. Notes how it ended."""
        tool = CALLS[text][0]
        number = guard.send_call(tool, {"text": text})
        has_reacted = False
        while True:
            message = guard.message()
            if message.get("method") == "notifications/progress":
                if has_reacted:
                    continue
                has_reacted = True
                request = message["params"]["message"].split()[-1]
                if reaction == "cancel":
                    guard.notify("notifications/cancelled", {"requestId": number})
                    self.answered[text] = "cancelled"
                    return
                if reaction is None:
                    raise AssertionError(f"{text} asks")
                self.says(reaction, request)
            elif message.get("id") == number:
                self.test.assertIn("result", message)
                refused = message["result"].get("isError")
                self.answered[text] = decision(message)["rule"] if refused else None
                return

    def tell(self):
        """The run as it was meant to be, up to its end or to the death of the gate."""
        try:
            program = None if self.gate is None else FAULTY
            guard = self.start(program=program, environment=self.gate)
            try:
                for text, (_, reaction) in CALLS.items():
                    if text == "w1":
                        self.grant_a_wire()
                    self.take_part(guard, text, reaction)
                    # The same once more: what a person has approved holds for one call.
                    if text == "p1":
                        self.take_part(guard, text, "deny")
                        self.answered[text] = None
                guard.call("unknown_tool", {})
            finally:
                guard.close()
        except Ended:
            self.died = True
        else:
            self.died = self.died or guard.process.returncode == -9

    def grant_a_wire(self):
        granted = self.yett("approvals", "grant", "one_wire", "-p", self.policy, "--user", "ana", "--tenant", "acme")
        self.test.assertEqual(granted.returncode, 0, err(granted))
        self.to_run.add("w1")

    def records(self):
        return rows(self.yett("audit", "list", "--format", "json"))

    def ran(self):
        return self.calls.read_text().split() if self.calls.exists() else []

    def go_on(self):
        """The run is opened again by a gate that lives; what was not answered is asked for again."""
        guard = self.start()
        try:
            records = self.records()
            self.check_records(records)
            is_unknown = any(row["kind"] == "outcome" and row["decision"] == "unknown" for row in records)
            before = self.ran()
            for text, (tool, reaction) in CALLS.items():
                # What ran and is known to have run is over, though its client was never told.
                if text in self.answered or reaction == "cancel" or (text in before and not is_unknown):
                    continue
                number = guard.send_call(tool, {"text": text})
                message = guard.message()
                if message.get("method") != "notifications/progress":
                    continue
                request = message["params"]["message"].split()[-1]
                shown = rows(self.yett("approvals", "--format", "json"))[0]
                (rule,) = [row["rule"] for row in shown if row["id"] == request]
                if rule == "approval.repeat":
                    # Nobody knows whether it ran: it does not run again by itself.
                    reaction = "deny"
                else:
                    self.test.assertNotIn(text, before, "a call that ran is asked for as if it had not")
                    self.test.assertIsNotNone(reaction, f"{text} asks by {rule}")
                answer = self.yett(reaction, request)
                self.test.assertEqual(answer.returncode, 0, err(answer))
                guard.answer(number)
        finally:
            guard.close()
        self.test.assertEqual(guard.process.returncode, 0)

    def check_records(self, records):
        """Of the ledger and what the server has seen; holds once the run was opened again, and at its end."""
        ran = self.ran()
        self.test.assertEqual(len(ran), len(set(ran)), f"a call ran twice: {ran}")
        allowed = [row for row in records if row["kind"] == "decision" and row["decision"] == "allow"]
        outcomes = [row for row in records if row["kind"] == "outcome"]
        for tool in ("note", "pay", "wire"):
            intents = sum(row["tool"] == tool for row in allowed)
            calls = sum(CALLS[text][0] == tool for text in ran)
            self.test.assertGreaterEqual(intents, calls, f"{tool} ran without its record")
        used = [row["intent"]["approval"] for row in allowed if "approval" in row["intent"]]
        self.test.assertEqual(len(used), len(set(used)), "an approval was used twice")
        ended = [row["intent"]["intent_seq"] for row in outcomes]
        self.test.assertEqual(len(ended), len(set(ended)), "an execution ended twice")
        self.test.assertEqual(set(ended), {row["seq"] for row in allowed}, "an execution without an end")
        executed = sum(row["decision"] == "executed" for row in outcomes)
        self.test.assertLessEqual(executed, len(ran), "what never ran counts as executed")
        self.test.assertGreaterEqual(executed, sum(rule is None for rule in self.answered.values()),
                                     "a result was delivered before its outcome was kept")
        unknown = sum(row["decision"] == "unknown" for row in outcomes)
        self.test.assertLessEqual(len(ran), executed + unknown, "what ran is neither executed nor unknown")
        self.test.assertNotIn("p2", ran)
        self.test.assertNotIn("p3", ran)
        self.test.assertNotIn("w2", ran)

    def check(self):
        """Everything, after the run was told."""
        self.go_on()
        records = self.records()
        self.check_records(records)
        self.test.assertEqual(self.yett("audit", "verify").returncode, 0)
        # Nothing is lost either: what nobody knows the end of is named, everything else ran.
        unknown = sum(row["kind"] == "outcome" and row["decision"] == "unknown" for row in records)
        missing = self.to_run - set(self.ran())
        self.test.assertLessEqual(len(missing), unknown, f"{missing} never ran")
        waiting = {row["id"] for row in rows(self.yett("approvals", "--format", "json"))[0]}
        cards = {card.name.split(".")[0] for card in self.cards.rglob("*.json")}
        self.test.assertLessEqual(cards, waiting, "a card outlived its request")
