"""The cases of tests/corpus/approval.jsonl: one scenario for each line, by its id.

A line that is not judged here says where it is: in another test, or in a later version. A line that is in neither list fails.
"""

import json
import signal
import sys

import yett
from cases import expect_a_place_for_each, policy
from guarded import Guarded, decision
from yett import out, rows, run

# Every tool of it asks. `form` takes arguments within an argument; `send` is the tool of one name that two servers have.
ASKED = """[policy]
name = "asked"
version = 1
[session]
permissions = "full access"
[egress]
hosts = {hosts}
email_domains = ["corp.example"]
[paths.ws]
root = "{workspace}"
access = "read-write"
[approval]
unsigned = "a test"
"""
ASKED_TOOLS = """[servers.{server}.tools]
change = {{ effect = "write", sensitivity = "internal", reversible = false, path.write = ["path"], content = ["text"] }}
copy = {{ effect = "write", sensitivity = "internal", reversible = false, path.read = ["source"], path.write = ["to"] }}
form = {{ effect = "write", sensitivity = "internal", reversible = false, content = ["args"] }}
mail = {{ effect = "send", sensitivity = "internal", reversible = false, destination.email = ["to"], content = ["body"] }}
note = {{ effect = "write", sensitivity = "internal", reversible = false, content = ["text"] }}
post = {{ effect = "send", sensitivity = "internal", reversible = false, destination.url = ["url"] }}
send = {{ effect = "write", sensitivity = "internal", reversible = false, content = ["text"] }}
[servers.{server}.tools.run]
effect = "execute"
sensitivity = "internal"
reversible = false
command.argv = ["argv"]
path.read = {{ roots = ["ws"], base = "ws" }}
[[servers.{server}.tools.run.commands]]
program = "/usr/bin/git"
effect = "read"
fixed = ["--no-pager", "-c", "safe.bareRepository=explicit"]
subcommands = ["log"]
paths = "read"
[[servers.{server}.tools.run.commands]]
program = "/usr/bin/rg"
effect = "read"
paths = ["text", "read"]
[[servers.{server}.tools.run.commands]]
program = "/usr/bin/curl"
effect = "read"
fixed = ["-q"]
options = ["-s"]
paths = "url"
"""

SERVER = """import json, sys
folder, name = sys.argv[1:]
PROPERTIES = {"change": ["path", "text"], "copy": ["source", "to"], "form": ["args"], "mail": ["to", "body"], "note": ["text"],
              "post": ["url"], "run": ["argv"], "send": ["text"]}
TYPES = {"argv": {"type": "array", "items": {"type": "string"}}, "args": {"type": "object", "properties": {key: {} for key in ("a", "b", "s", "text")}}}

def schema(tool):
    return {"type": "object", "properties": {key: TYPES.get(key, {"type": "string"}) for key in PROPERTIES[tool]}}

for line in sys.stdin:
    message = json.loads(line)
    method, number = message.get("method"), message.get("id")
    if number is None:
        continue
    told = {"error": {"code": -32601, "message": "not known"}}
    if method == "initialize":
        told = {"result": {"protocolVersion": message["params"]["protocolVersion"], "capabilities": {"tools": {}},
                           "serverInfo": {"name": name, "version": "1"}}}
    elif method == "tools/list":
        told = {"result": {"tools": [{"name": tool, "inputSchema": schema(tool)} for tool in PROPERTIES]}}
    elif method == "tools/call":
        with open(f"{folder}/ran", "a") as ran:
            ran.write(f"{name} {message['params']['name']}\\n")
        with open(f"{folder}/got", "a") as got:
            got.write(json.dumps(message["params"]["arguments"]) + "\\n")
        told = {"result": {"content": [{"type": "text", "text": "done"}]}}
    print(json.dumps({"jsonrpc": "2.0", "id": number, **told}), flush=True)
"""


class Approval(yett.InScratchFolder):
    """approval.jsonl: what is bound, what no approval can lift, and what changes between the question and the use."""

    ELSEWHERE = {
        "approval-001": "src/gate/gate_approval_test.cc",
        "approval-019": "src/gate/gate_approval_test.cc",
        "approval-024": "src/gate/gate_approval_end_test.cc",
        "approval-028": "src/gate/gate_approval_end_test.cc",
        "approval-031": "Yett makes no connection of its own in this version",
        "approval-033": "nothing is allowed because of isolation in this version",
    }

    def judged(self, *calls):
        path = self.write("yett.toml", policy())
        text = "".join((call if isinstance(call, str) else json.dumps(call)) + "\n" for call in calls)
        return rows(run("decide", "-p", path, text=text))

    @staticmethod
    def fetch(url):
        return {"tool": "fetch", "arguments": {"url": url}}

    @staticmethod
    def mail(**arguments):
        return {"tool": "mail", "arguments": {"to": "bo@corp.example", **arguments}}

    def test_027_giving_up_is_no_question(self):
        row = self.judged(self.mail(to=[f"m{i}@corp.example" for i in range(51)]))[0]
        self.assertEqual((row["decision"], row["rule"]), ("deny", "destination.malformed"))

    def test_035_a_key_twice(self):
        repeated = '{"tool":"mail","arguments":{"to":"bo@corp.example","to":"x@evil.example"}}'
        spaced = self.mail(**{"a": 1, "a ": 2})
        self.assertEqual([row["rule"] for row in self.judged(repeated, spaced)], ["arguments.malformed"] * 2)

    def test_043_one_refusal_spoils_nothing(self):
        path = self.write("yett.toml", policy())
        calls = [self.fetch("https://evil.example/"), self.fetch("https://hooks.example.com/")]
        text = "".join(json.dumps(call) + "\n" for call in calls)
        self.assertEqual([row["decision"] for row in rows(run("decide", "-p", path, "--sequence", text=text))],
                         ["deny", "allow"])


    # --- From the question to the use, in front of a server -----------------------------------------------------------

    def write_policy(self, *servers, hosts=("hooks.example.com",)):
        server = self.write("server.py", SERVER)
        traces = str(self.folder / "traces")
        lines = "".join(f"[servers.{name}]\ncommand = {json.dumps([sys.executable, str(server), traces, name])}\n"
                        + ASKED_TOOLS.format(server=name) for name in servers)
        return self.write("asked.toml", ASKED.format(workspace=self.folder / "ws", hosts=json.dumps(hosts)) + lines
                          + yett.root_of(self.folder / "traces"))

    def ask_of(self, *servers, hold="0", **policy_terms):
        """A gate whose every call of these servers waits for a person, with the folder that it may work in."""
        workspace = self.folder / "ws"
        (workspace / "docs").mkdir(parents=True)
        (self.folder / "traces").mkdir()
        (workspace / "docs/a.md").write_text("a")
        path = self.write_policy(*servers, **policy_terms)
        self.guard = Guarded(self.folder, "--hold", hold, policy=path, command=[])
        self.addCleanup(self.guard.close)
        return workspace

    def rule(self, tool, **arguments):
        """The rule that refused the call; None when it ran."""
        answer = self.guard.call(tool, arguments)
        return decision(answer)["rule"] if answer["result"].get("isError") else None

    def asked(self, tool, **arguments):
        """The id of the request that waits for the call."""
        told = decision(self.guard.call(tool, arguments))
        self.assertEqual(told["decision"], "confirm", told)
        return told["approval"]

    def approve(self, request):
        self.assertEqual(run("approve", request, "--state", self.guard.state).returncode, 0)

    def ran(self):
        path = self.folder / "traces/ran"
        return path.read_text().splitlines() if path.exists() else []

    def got(self):
        """The arguments that the server got, call by call."""
        path = self.folder / "traces/got"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    def card(self, request):
        return out(run("approvals", "show", request, "--state", self.guard.state))

    def requests(self):
        return json.loads(out(run("approvals", "list", "--all", "--state", self.guard.state, "--format", "json")))

    def test_003_the_order_of_keys_is_no_meaning(self):
        self.ask_of("one")
        self.approve(self.asked("form", args={"a": 1, "b": 2}))
        self.assertIsNone(self.rule("form", args={"b": 2, "a": 1}))
        self.approve(self.asked("mail", to="bo@corp.example", body="b"))
        self.assertIsNone(self.rule("mail", body="b", to="bo@corp.example"))
        self.assertEqual(self.ran(), ["one form", "one mail"])

    def test_007_another_argument_is_another_call(self):
        # As reported at extra-org/extra#139: what was resumed had other arguments than what was approved.
        self.ask_of("one")
        shown = self.asked("post", url="https://hooks.example.com/a")
        self.approve(shown)
        other = self.asked("post", url="https://hooks.example.com/b")
        self.assertNotEqual(other, shown)
        self.assertIn("https://hooks.example.com/b", self.card(other))
        self.assertEqual(self.ran(), [])
        self.assertIsNone(self.rule("post", url="https://hooks.example.com/a"))
        self.assertEqual(self.got(), [{"url": "https://hooks.example.com/a"}])

    def test_008_a_link_put_in_the_place_of_the_object(self):
        workspace = self.ask_of("one")
        path = workspace / "docs/a.md"
        (workspace / ".vscode").mkdir()
        (workspace / ".vscode/settings.json").write_text("{}")
        for target, stands_against in ((workspace / ".vscode/settings.json", "path.protected"), (self.folder / "asked.toml", "path.outside")):
            path.unlink()
            path.write_text("a")
            self.approve(self.asked("change", path=str(path), text=str(target)))
            path.unlink()
            path.symlink_to(target)
            self.assertEqual(self.rule("change", path=str(path), text=str(target)), stands_against)
        (workspace / "docs/b.md").write_text("b")
        path.unlink()
        path.write_text("a")
        shown = self.asked("change", path=str(path), text="t")
        self.approve(shown)
        path.unlink()
        path.symlink_to("b.md")
        self.assertNotEqual(self.asked("change", path=str(path), text="t"), shown)
        self.assertEqual(self.ran(), [])

    def test_009_where_a_link_leads_is_judged_and_shown(self):
        workspace = self.ask_of("one")
        video, to = workspace / "video.mp4", str(workspace / "docs/video.mp4")
        video.symlink_to(self.folder / "asked.toml")
        self.assertEqual(self.rule("copy", source=str(video), to=to), "path.outside")
        video.unlink()
        video.symlink_to("docs/a.md")
        card = out(run("approvals", "show", self.asked("copy", source=str(video), to=to), "--state", self.guard.state))
        self.assertIn(f"\"{video}\" -> \"{workspace}/docs/a.md\"", card)
        self.assertEqual(self.ran(), [])

    def test_010_nothing_is_pushed_out_of_sight(self):
        self.ask_of("one")
        card = self.card(self.asked("note", text="look" + " " * 4000 + "rm -rf /"))
        line = next(line for line in card.splitlines() if "look" in line)
        self.assertLess(len(line), 120)
        self.assertIn("look\\{4000 spaces}rm -rf /", line)

    def test_012_no_control_sequence_reaches_the_terminal(self):
        self.ask_of("one")
        sequences = ("\x1b[2K", "\x1b[1A", "\x1b]0;title\x07", "\x1b]8;;https://evil.example/\x1b\\", "\x9b2J", "\r", "\x08", "\x7f", "\u202e")
        text = "".join(f"<{sequence}>" for sequence in sequences) + "the end"
        for request in (self.asked("note", text=text), self.asked("form", args={"text": text})):
            for words in (("show", request), ("show", request, "--lang", "zh"), ("list",)):
                told = out(run("approvals", *words, "--state", self.guard.state))
                self.assertEqual([sign for sign in told if not sign.isprintable() and sign != "\n"], [], told)
            self.assertRegex(self.card(request).lower(), r"<\\.*1b}?\[2k>.*1b}?\[1a>.*9b}2j>.*202e}>the end")
        self.assertEqual(self.ran(), [])

    def test_013_an_approved_program_brings_no_other_words_along(self):
        self.ask_of("one")
        self.approve(self.asked("run", argv=["/usr/bin/git", "log"]))
        self.assertEqual(self.rule("run", argv=["/usr/bin/git", "-c", "core.pager=./x", "log"]), "command.unlisted")
        self.assertEqual(self.ran(), [])
        self.assertIsNone(self.rule("run", argv=["/usr/bin/git", "log"]))
        self.assertEqual(self.ran(), ["one run"])

    def test_014_an_approved_command_is_no_approval_of_another_host(self):
        self.ask_of("one")
        listed = ["/usr/bin/curl", "-s", "https://hooks.example.com/x"]
        self.approve(self.asked("run", argv=listed))
        self.assertEqual(self.rule("run", argv=["/usr/bin/curl", "--proxy", "", "https://evil.example/"]), "command.unlisted")
        self.assertEqual(self.rule("run", argv=["/usr/bin/curl", "-s", "https://evil.example/"]), "destination.unlisted")
        self.assertEqual(self.ran(), [])
        self.assertIsNone(self.rule("run", argv=listed))

    def test_016_a_tool_of_the_same_name_at_another_server(self):
        self.ask_of("one", "two")
        shown = self.asked("one.send", text="t")
        self.approve(shown)
        self.assertNotEqual(self.asked("two.send", text="t"), shown)
        self.assertEqual(self.ran(), [])
        self.assertIsNone(self.rule("one.send", text="t"))
        self.assertEqual(self.ran(), ["one send"])

    def test_018_a_second_use(self):
        self.ask_of("one")
        shown = self.asked("note", text="t")
        self.approve(shown)
        self.assertIsNone(self.rule("note", text="t"))
        self.assertNotEqual(self.asked("note", text="t"), shown)
        self.assertEqual(run("approve", shown, "--state", self.guard.state).returncode, 1)
        self.assertEqual(self.ran(), ["one note"])

    def test_023_an_id_is_not_guessed(self):
        self.ask_of("one")
        ids = [self.asked("note", text=str(number)) for number in range(16)]
        self.assertEqual(len(set(ids)), 16)
        for place in range(16):
            self.assertGreater(len({request[place] for request in ids}), 1, f"place {place} is the same in all of {ids}")
        for guess in ("00042", "1", "0", "", "*", "%", "_"):
            if not any(request.startswith(guess) for request in ids) or not guess:
                self.assertEqual(run("approve", guess, "--state", self.guard.state).returncode, 2, guess)
        self.assertEqual({request["state"] for request in self.requests()}, {"pending"})

    def test_029_a_deny_that_came_after_the_approval_stands(self):
        self.ask_of("one", hosts=("hooks.example.com", "evil.example"))
        self.approve(self.asked("post", url="https://evil.example/"))
        self.write_policy("one")
        self.guard.process.send_signal(signal.SIGHUP)
        while b"is in force" not in self.guard.process.stderr.readline():
            self.assertIsNone(self.guard.process.poll())
        self.assertEqual(self.rule("post", url="https://evil.example/"), "destination.unlisted")
        self.assertEqual(self.ran(), [])

    def test_030_of_a_hard_refusal_nobody_is_asked(self):
        self.ask_of("one")
        self.assertEqual(self.rule("post", url="https://169.254.169.254/"), "destination.metadata")
        self.assertEqual(self.requests(), [])

    def test_034_calls_sent_together_are_approved_one_by_one(self):
        self.ask_of("one", hold="50s")
        # What a call brings in changes what the next one is asked about; after this one it is the same kind of text.
        number = self.guard.send_call("note", {"text": "before"})
        self.approve(self.guard.wait_for_question())
        self.guard.answer(number)
        texts = ("ok one", "ok two", "not ok")
        calls = {text: self.guard.send_call("note", {"text": text}) for text in texts}
        for _ in texts:
            self.guard.wait_for_question()
        request_of = {}
        for request in json.loads(out(run("approvals", "list", "--state", self.guard.state, "--format", "json"))):
            shown = [text for text in texts if text in self.card(request["id"])]
            self.assertEqual(len(shown), 1, "a card shows one call")
            request_of[shown[0]] = request["id"]
        self.assertEqual(set(request_of), set(texts))
        self.assertEqual(run("approve", *request_of.values(), "--state", self.guard.state).returncode, 2, "no summary")
        for text in texts[:2]:
            self.approve(request_of[text])
            self.guard.answer(calls[text])
        self.assertEqual([arguments["text"] for arguments in self.got()], ["before", "ok one", "ok two"])
        self.assertEqual(run("deny", request_of["not ok"], "--state", self.guard.state).returncode, 0)
        self.assertEqual(decision(self.guard.answer(calls["not ok"]))["rule"], "approval.denied")
        self.assertEqual(len(self.ran()), 3)

    def test_036_two_spellings_of_one_letter(self):
        workspace = self.ask_of("one")
        composed, decomposed = "caf\u00e9", "cafe\u0301"
        for tool, of in (("change", lambda name: {"path": str(workspace / name), "text": "t"}), ("form", lambda name: {"args": {"s": name}})):
            (self.folder / "traces/got").unlink(missing_ok=True)
            shown = self.asked(tool, **of(composed))
            self.approve(shown)
            self.assertNotEqual(self.asked(tool, **of(decomposed)), shown)
            self.assertEqual(self.got(), [])
            self.assertIsNone(self.rule(tool, **of(composed)))
            self.assertEqual(self.got(), [of(composed)])

    def test_037_the_same_bytes_however_they_were_escaped(self):
        self.ask_of("one")
        for escaped in (True, False):
            self.approve(self.asked("form", args={"s": "caf\u00e9"}))
            call = {"name": "form", "arguments": {"args": {"s": "caf\u00e9"}}}
            self.guard.next_id += 1
            line = json.dumps({"jsonrpc": "2.0", "id": self.guard.next_id, "method": "tools/call", "params": call}, ensure_ascii=escaped)
            self.guard.process.stdin.write(line.encode() + b"\n")
            self.guard.process.stdin.flush()
            self.assertFalse(self.guard.answer(self.guard.next_id)["result"].get("isError"))
        self.assertEqual(self.got(), [{"args": {"s": "caf\u00e9"}}] * 2)

    def test_040_the_same_words_in_the_same_surroundings(self):
        self.ask_of("one")
        words = ["/usr/bin/rg", "x", "docs"]
        self.approve(self.asked("run", argv=words))
        self.assertIsNone(self.rule("run", argv=words))
        self.assertEqual(self.ran(), ["one run"])

    def test_044_an_argument_of_4_kb_is_shown_whole_and_runs(self):
        self.ask_of("one")
        words = [f"word{number:04}" for number in range(455)]
        text = " ".join(words)
        self.assertGreater(len(text), 4000)
        request = self.asked("note", text=text)
        self.assertIn(text, self.card(request))
        self.approve(request)
        self.assertIsNone(self.rule("note", text=text))
        self.assertEqual(self.got(), [{"text": text}])

    def test_every_line_has_its_place(self):
        expect_a_place_for_each(self, "approval", Approval)


if __name__ == "__main__":
    yett.main()
