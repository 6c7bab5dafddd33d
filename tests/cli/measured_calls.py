"""A small policy, labelled calls, and what the policy says of each: worked out by hand, for the tests of `yett measure`."""

import itertools
import json

POLICY = """[policy]
name = "small"
version = 1
[session]
permissions = "full access"
may_choose = ["read-only"]
tenant = "local"
[tools]
look  = { effect = "read",  sensitivity = "internal", reversible = true,  content = ["id"], returns = "trusted" }
find  = { effect = "read",  sensitivity = "internal", reversible = true,  content = ["id"], returns = "retrieved_document" }
note  = { effect = "write", sensitivity = "internal", reversible = true,  content = ["text"], returns = "trusted" }
wipe  = { effect = "write", sensitivity = "internal", reversible = false, content = ["text"], returns = "tool_output" }
mail  = { effect = "send",  sensitivity = "internal", reversible = true,  destination.email = ["to"], content = ["body"], returns = "trusted" }
[egress]
email_domains = ["home.example"]
[permissions.wary]
capabilities = ["read", "write"]
sources = ["user"]
[approval]
unsigned = "a test"
"""

SETS = ("full access", "no execution", "no side effects", "allowlisted", "read-only", "wary")
CAPABILITIES = {"look": "read", "find": "read", "note": "write", "wipe": "write", "mail": "external_access"}
GRANTED = {
    "full access": ({"read", "external_access", "write", "execution"}, {"user", "retrieved_document", "tool_output"}),
    "no execution": ({"read", "external_access", "write"}, {"user", "retrieved_document", "tool_output"}),
    "no side effects": ({"read", "external_access"}, {"user", "retrieved_document", "tool_output"}),
    "allowlisted": ({"read", "external_access"}, {"user", "retrieved_document"}),
    "read-only": ({"read"}, {"user"}),
    "wary": ({"read", "write"}, {"user"}),
}
RETURNS = {"find": "retrieved_document", "wipe": "tool_output"}


def call(label, kind, task, tool, source=None, **more):
    arguments = {"to": more.pop("to", "a@home.example"), "body": "b"} if tool == "mail" else {"id": "1"} if tool in ("look", "find") else {"text": "t"}
    line = {"label": label, "class": kind, "tool": tool, "arguments": arguments, **more}
    if task:
        line["task"] = task
    return {**line, "source": source} if source else line


CALLS = [
    call("clean", "work", "answer", "look", suite="desk"),
    call("clean", "work", "answer", "mail", suite="desk"),
    call("clean", "work", "study", "find", suite="desk"),
    call("clean", "work", "study", "note", suite="desk"),
    call("clean", "work", "study", "look", suite="desk"),
    call("clean", "chores", "tidy", "look"),
    call("clean", "chores", "tidy", "wipe"),
    call("clean", "chores", "tidy", "mail", "tool_output"),
    call("harmful", "theft", "steal", "find", "retrieved_document", role="preparation", suite="desk"),
    call("harmful", "theft", "steal", "mail", "retrieved_document", to="x@evil.example", suite="desk"),
    call("harmful", "sabotage", "break", "wipe"),
    call("harmful", "sabotage", "break", "note"),
    call("harmful", "sabotage", None, "look", "tool_output"),
    call("harmful", "invention", None, "hack"),
]


def judged(line, permissions, taken_in):
    """allow, confirm or deny: the policy has four reasons to say anything else than allow."""
    tool = line["tool"]
    capabilities, sources = GRANTED[permissions]
    if tool not in CAPABILITIES or CAPABILITIES[tool] not in capabilities or not taken_in <= sources:
        return "deny"
    if tool == "mail" and not line["arguments"]["to"].endswith("@home.example"):
        return "deny"
    return "confirm" if tool == "wipe" else "allow"


def in_runs(permissions, passes):
    rulings, taken_in = [], {}
    for index, line in enumerate(CALLS):
        run = (line.get("suite"), line.get("task", index))
        before = taken_in.setdefault(run, {"user"})
        ruling = judged(line, permissions, before | ({line["source"]} if "source" in line else set()))
        rulings.append(ruling)
        # What a call says of its own run stays known in it, and so does what it brought back.
        if "source" in line:
            before.add(line["source"])
        if ruling in passes and line["tool"] in RETURNS:
            before.add(RETURNS[line["tool"]])
    return rulings


def expected():
    by_record = {name: [judged(line, name, {"user", line.get("source", "user")}) for line in CALLS] for name in SETS}
    by_runtime = {name: in_runs(name, {"allow"}) for name in SETS}
    approved = {name: in_runs(name, {"allow", "confirm"}) for name in SETS}
    return [{"by_record": {name: by_record[name][index] for name in SETS}, "by_runtime": {name: by_runtime[name][index] for name in SETS},
             "by_runtime_approved": {name: approved[name][index] for name in SETS}} for index in range(len(CALLS))]


EXPECTED = expected()


def by_task(label):
    """The positions of the calls of each task of a kind; a call that names none is one by itself."""
    positions = [index for index, line in enumerate(CALLS) if line["label"] == label]

    def key(index):
        line = CALLS[index]
        return (line.get("suite", ""), line["task"], -1) if "task" in line else ("", "", index)

    return [list(group) for _, group in itertools.groupby(sorted(positions, key=key), key=key)]


def lines(values):
    return "".join(json.dumps(value) + "\n" for value in values)
