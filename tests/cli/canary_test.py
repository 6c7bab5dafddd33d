"""Canaries: texts that must get nowhere, put wherever a call can carry text, and then looked for in everything there is.

    canary_test.py YETT SOURCE

A live secret is in nothing but its own file. What an agent puts into its calls is on the card of a call that waits, for the
person who is asked, and nowhere else.
"""

import datetime
import hashlib
import json
import os
import pathlib
import re
import resource
import secrets
import shutil
import signal
import sqlite3
import subprocess
import sys
import unittest

import yett
from canary import Canaries, forms_of
from canary_case import CanaryTest, Watched
from guarded import decision
from yett import out, run

HERE = pathlib.Path(__file__).parent
EVERYTHING = yett.SOURCE / "tests/e2e/node_modules/@modelcontextprotocol/server-everything/dist/index.js"
# With all that the encodings write differently, and of no shape that anything else would find.
TOKEN = "Qz7/Wm+9=xT~<q>&\"v\\" + secrets.token_urlsafe(12)

HEAD = """[policy]
name = "canary"
version = 1
[session]
permissions = "full access"
tenant = "acme"
[approval]
unsigned = "a test"
notify = {notify}
[limits]
calls_per_minute = 5000
denials = 1000
"""

METHODS = {"resources/list": 'content = ["cursor"]', "resources/read": 'unbound = ["uri"]', "prompts/list": 'content = ["cursor"]',
           "prompts/get": 'content = ["name", "arguments"]', "completion/complete": 'content = ["ref", "argument", "context"]',
           "logging/setLevel": 'content = ["level"]', "resources/subscribe": 'unbound = ["uri"]'}

READS = 'effect = "read", sensitivity = "internal", reversible = true'
WRITES = 'effect = "write", sensitivity = "internal", reversible = false'

HUB = HEAD + """
[egress]
email_domains = ["hub.example"]
[servers.hub]
command = {command}
mounts = ["auto", {mount}]
env = {{ TOKEN_FILE = {env} }}
methods = {methods}
client_requests = ["sampling", "elicitation", "roots"]
[servers.hub.tools]
say = {{ """ + READS + """, content = ["place", "form"], unbound = ["text", "to"], result_redact = {redact} }}
act = {{ """ + WRITES + """, content = ["text", "place", "form"], unbound = ["to"] }}
told = {{ """ + READS + """, content = ["place", "form"] }}
mail = {{ """ + READS + """, destination.email = ["to"], content = ["text", "place", "form"] }}
{lines}
[secrets.hub_token]
from = {{ file = {token} }}
max_ttl = "15m"
"""


class Searching(CanaryTest):
    """The search finds what is there: else nothing that it does not find would mean anything."""

    TEXT = 'canary/"7+?~Xq\\end'

    def test_finds_each_encoding_in_a_file_and_in_a_line(self):
        canaries = Canaries(it=self.TEXT)
        for name, form in forms_of(self.TEXT).items():
            with self.subTest(name):
                (self.folder / "held").write_bytes(b"before " + form + b" behind")
                self.assertIn(f"it, {name}", canaries.in_folder(self.folder)[str(self.folder / "held")])
        line = '{"a":[{"b' + "".join(f"\\u{ord(c):04x}" if c in 'c"\\+?' else c for c in self.TEXT) + '":1}]}'
        self.assertIn("it, plain", canaries.in_lines(line.encode()))

    def test_finds_a_name_of_a_file(self):
        (self.folder / "a-canary-b").mkdir()
        self.assertEqual(list(Canaries(it="canary").in_folder(self.folder)), [str(self.folder / "a-canary-b")])

    def test_finds_each_encoding_in_a_free_page_and_in_a_write_ahead_log(self):
        for name, form in forms_of(self.TEXT).items():
            with self.subTest(name):
                path = self.folder / "free.db"
                path.unlink(missing_ok=True)
                base = sqlite3.connect(path, isolation_level=None)
                base.execute("PRAGMA secure_delete = 0")
                base.execute("CREATE TABLE t(x)")
                base.execute("INSERT INTO t VALUES (?)", (b"." * 9000 + form + b"." * 9000,))
                base.execute("DROP TABLE t")
                self.assertGreater(base.execute("PRAGMA freelist_count").fetchone()[0], 0)
                base.close()
                self.assertIn(f"it, {name}", Canaries(it=self.TEXT).in_folder(self.folder).get(str(path), []))
        base = sqlite3.connect(self.folder / "log.db", isolation_level=None)
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("CREATE TABLE t(x)")
        base.execute("INSERT INTO t VALUES (?)", (self.TEXT,))
        self.assertIn(str(self.folder / "log.db-wal"), Canaries(it=self.TEXT).in_folder(self.folder))
        base.close()

    def test_finds_it_in_environments_command_lines_and_open_files(self):
        open_file = self.write("open", "canary-in-a-file")
        held = subprocess.Popen([sys.executable, "-c", "import sys; f = open(sys.argv[1]); print(flush=True); sys.stdin.read()", open_file,
                                 "canary-in-a-word"],
                                env={"IT": "canary-in-the-environment"}, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        held.stdout.readline()
        found = Canaries(file="canary-in-a-file", word="canary-in-a-word", env="canary-in-the-environment").in_process(held.pid)
        held.communicate()
        self.assertEqual({where for what in found.values() for where in what if ", plain" in where},
                         {"file, plain", "word, plain", "env, plain"})


class LiveSecret(CanaryTest):
    """The server knows it, and says it wherever a server can say anything."""

    canaries = Canaries(token=TOKEN)

    def setUp(self):
        super().setUp()
        # Where the provider keeps it: no place of Yett's.
        self.vault = pathlib.Path("/dev/shm") / (self.folder.name + "-vault")
        self.vault.mkdir(mode=0o700)
        self.addCleanup(shutil.rmtree, self.vault)
        (self.folder / "out").mkdir()
        self.taken = self.folder / "out/taken"

    def mint(self, token):
        end = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(minutes=10)
        path = self.vault / "token.json"
        path.write_text(json.dumps({"token": token, "expires_at": end.strftime("%Y-%m-%dT%H:%M:%SZ")}))
        path.chmod(0o600)
        return json.dumps(str(path))

    def start(self, token=TOKEN, env='{ secret = "hub_token" }', redact=("email",), mount=HERE, **how):
        redact = json.dumps(redact)
        command = [sys.executable, "-I", "-S", "-B", str(HERE / "canary_server.py"), str(self.taken)]
        lines = "".join(f'"{name}" = {{ {READS}, {where}, result_redact = {redact} }}\n' for name, where in METHODS.items())
        policy = self.write("yett.toml", HUB.format(command=json.dumps(command), methods=json.dumps(list(METHODS)), lines=lines, env=env, redact=redact, mount=json.dumps(str(mount)),
                                                    token=self.mint(token), notify=json.dumps([str(self.notify)]))
                            + yett.root_of(self.folder / "out"))
        return Watched(self, policy=policy, command=[], **how)

    def held(self):
        """The file by which its server gets it."""
        return [path for path in self.cards.glob("yett/**/*") if path.is_file() and path.parts[-2:] == ("hub", "hub_token")]

    def names(self, table, first):
        """What the server has in one of its tables."""
        source = (HERE / "canary_server.py").read_text().split(f"{table} = {{")[1].split("\n}\n")[0]
        found = [first, *re.findall(r'^    "([^"]+)": lambda', source, re.M)]
        self.assertGreater(len(found), 8)
        return found

    def ask_everything(self, guard):
        tools = guard.ask("tools/list", {})["result"]["tools"]
        self.assertEqual([tool["name"] for tool in tools], ["say", "act", "told", "mail"])
        asked = {"resources/list": {}, "resources/read": {"uri": "hub://x"}, "prompts/list": {}, "prompts/get": {"name": "x"},
                 "completion/complete": {"ref": {"type": "ref/prompt", "name": "x"}, "argument": {"name": "a", "value": "b"}},
                 "logging/setLevel": {"level": "debug"}, "resources/subscribe": {"uri": "hub://x"}, "no/such": {}}
        for method, params in asked.items():
            guard.ask(method, params)
        guard.call("say", {"place": "noise", "form": ""})

    def reflect_everywhere(self, guard):
        for place in self.names("PLACES", "text"):
            for form in self.names("FORMS", "plain")[1:]:
                answer = guard.call("say", {"place": place, "form": form})
                if place in ("text", "error"):
                    self.assertIn("<secret redacted>", json.dumps(answer), (place, form))
        guard.call("say", {"place": "noise", "form": ""})
        self.ask_everything(guard)

    def test_or_rather_an_address_is_in_nothing_that_client_and_person_get(self):
        address = self.vault / "address"
        address.write_text("canary.person@private.example")
        guard = self.start(env=json.dumps(str(address)), mount=address)
        for place in self.names("PLACES", "text"):
            for form in ("plain", "JSON in a text", "behind 300,000 bytes", "header", "query of a URL"):
                guard.call("say", {"place": place, "form": form})
        guard.call("say", {"place": "noise", "form": ""})
        self.ask_everything(guard)
        self.assertGreater(guard.heard.count(b"<mailbox@private.example>"), 60)
        guard.close()
        mailbox = "canary.person@"  # in an encoding nobody looks for addresses
        self.assertEqual([line[:600] for line in guard.heard.decode().splitlines() if mailbox in line], [])
        self.assertIn("stderr: <mailbox@private.example>", guard.errors.read_text())
        self.assertNotIn(mailbox, guard.errors.read_text())
        for words, said in self.outputs():
            self.assertNotIn(mailbox.encode(), said, words)
        for path in guard.state.rglob("*"):
            if path.is_file():
                self.assertNotIn(mailbox.encode(), path.read_bytes(), path)

    def test_is_in_nothing_but_its_file_whatever_its_server_says(self):
        """gh-aw#50772, rustango#1097, netlify-mcp#19, AGT 51776a13b, 6d92588a5 and 4bf1ac978, qm#80, Auramaur#406, ai-memory#3667"""
        guard = self.start()
        self.reflect_everywhere(guard)
        for said in (b'"method":"notifications/message"', b'"method":"sampling/createMessage"', b'"method":"elicitation/create"'):
            self.assertIn(said, guard.heard)
        self.assertGreater(guard.heard.count(b"<secret redacted>"), 300)
        self.assertEqual([path.read_text() for path in self.held()], [TOKEN])
        self.assert_nowhere(self.canaries, guard, but=self.held())
        guard.close()
        self.assertEqual(self.held(), [])
        self.assert_nowhere(self.canaries, guard)
        self.assertIn("stderr: <secret redacted>", guard.errors.read_text())
        self.assertIn("in pieces: <secret redacted>", guard.errors.read_text())

    def test_of_a_gate_that_is_killed_stays_in_its_file_until_the_next_one_starts(self):
        guard = self.start()
        guard.call("say", {"place": "error", "form": "hex"})
        left = self.held()
        guard.kill()
        self.assertEqual(self.held(), left)
        self.assert_nowhere(self.canaries, guard, but=left)
        guard = self.start()
        self.assertFalse(left[0].exists())
        self.assert_nowhere(self.canaries, guard, but=self.held())
        guard.close()
        self.assertEqual(self.held(), [])

    def test_is_in_no_core_dump(self):
        aborts = ["-c", "import os, resource; r = resource.RLIMIT_CORE; resource.setrlimit(r, (resource.getrlimit(r)[1],) * 2); os.abort()"]
        control = subprocess.Popen([sys.executable, *aborts], cwd=self.told)
        if not os.WCOREDUMP(os.waitpid(control.pid, 0)[1]):
            control.returncode = -signal.SIGABRT
            self.skipTest("no process leaves a core dump here")
        control.returncode = -signal.SIGABRT
        shutil.rmtree(self.told)
        guard = self.start(core=resource.getrlimit(resource.RLIMIT_CORE)[1])
        guard.call("say", {"place": "text", "form": "plain"})
        guard.process.send_signal(signal.SIGABRT)
        status = os.waitpid(guard.process.pid, 0)[1]
        guard.process.returncode = -signal.SIGABRT
        self.assertEqual(os.WTERMSIG(status), signal.SIGABRT)
        self.assertFalse(os.WCOREDUMP(status))
        guard.close()
        self.assertEqual(list((self.folder / "work").iterdir()), [])
        self.assert_nowhere(self.canaries, guard, but=self.held())

    def test_that_an_agent_writes_into_a_call_is_on_no_card(self):
        guard = self.start()
        said = "by and by: " + TOKEN
        number = guard.send_call("act", {"text": said, "place": TOKEN.encode().hex(), "form": json.dumps([TOKEN])})
        request = guard.wait_for_question()
        cards = list(self.cards.glob("**/*.json"))
        self.assertEqual(len(cards), 1)
        self.assert_nowhere(self.canaries, guard, but=self.held())
        shown = run("approvals", "show", request, "--state", guard.state)
        self.assertEqual(shown.returncode, 0, shown)
        self.assertIn("by and by: <secret redacted>", out(shown))
        self.assertEqual(self.canaries.in_bytes(shown.stdout + shown.stderr), [])
        approved = run("approve", request, "--state", guard.state)
        self.assertEqual(approved.returncode, 0, approved)
        self.assertEqual(self.canaries.in_bytes(approved.stdout + approved.stderr), [])
        self.assertEqual(guard.answer(number)["result"]["content"][0]["text"], "done")
        self.assertEqual(self.taken.read_text().split(), ["act", hashlib.sha256(said.encode()).hexdigest()], "it runs as it was sent")
        self.assert_nowhere(self.canaries, guard, but=self.held())

    def test_that_an_agent_writes_into_a_name_or_a_place_comes_back_to_nobody(self):
        token = "Qz7" + secrets.token_hex(10)  # it can stand in the name of a host
        canaries = Canaries(token=token)
        guard = self.start(token)
        for tool, arguments in (("mail", {"to": f"a@{token}.example"}), ("mail", {"to": f"{token}@elsewhere.example"}),
                                ("mail", {"to": f"a@{token.encode().hex()}.example"}), ("mail", {"to": token}),
                                (token, {token: token}), ("say", {token: token})):
            self.assertEqual(decision(guard.call(tool, arguments))["decision"], "deny")
        self.assertIn(b"<secret redacted>.example", guard.heard)
        guard.ask("resources/read", {"uri": "hub://" + token, token: token})
        guard.ask("x/" + token, {token: token})
        guard.notify("notifications/" + token, {token: token})
        guard.call("say", {"place": "text", "form": "hex"})
        self.assert_nowhere(canaries, guard, but=self.held())
        self.assertIn("<secret redacted>.example", out(run("audit", "list", "--state", guard.state)))


class Content(CanaryTest):
    """What an agent puts into its calls. Of places that something is sent to, hosts and domains are recorded."""

    words = {"mailbox": "canary.person", "password": "hunter2-Canary-9f31", "key": "canaryKeyQ7", "name": "canary_tool_x1",
             "userinfo": "canaryuser:canarypw", "query": "canary-query-71", "path": "canary-path-72", "method": "canary-method-73"}
    canaries = Canaries(**words)

    def setUp(self):
        super().setUp()
        text = yett.DESKMATE.read_text().replace("[approval]\n", f"[approval]\nnotify = {json.dumps([str(self.notify)])}\n")
        self.policy = self.write("yett.toml", text.replace('"no execution"', '"full access"') + "[limits]\ndenials = 1000\n")

    def start(self):
        # What the server keeps is its own: its folder is no place of Yett's.
        self.desks = pathlib.Path("/dev/shm") / (self.folder.name + "-desk")
        self.desks.mkdir(mode=0o700)
        self.addCleanup(shutil.rmtree, self.desks)
        return Watched(self, "--tenant", "acme", policy=self.policy,
                       command=[str(yett.YETT.parent / "deskmate"), str(self.desks / "desk")], client=self.words["name"])

    def mail(self):
        w = self.words
        return {"to": f"{w['mailbox']}@deskmate.internal", "cc": f"{w['key']}@deskmate.internal", "subject": w["password"],
                "body": f"{w['mailbox']}@private.example says {w['password']}\n{w['query']}"}

    def test_of_calls_that_are_refused_is_nowhere(self):
        """gh-aw#50772, netlify-mcp#19, AGT 51776a13b: nested, in names of members, in errors"""
        guard = self.start()
        w = self.words
        url = f"https://{w['userinfo']}@hooks.deskmate.internal/{w['path']}?q={w['query']}#{w['key']}"
        calls = [(w["name"], {}), ("read_ticket", {"id": "T-1", w["key"]: {w["name"]: [w["password"]]}}),
                 ("read_ticket", {"id": [[w["password"]], {w["key"]: w["password"]}]}), ("call_webhook", {"url": url, "body": w["password"]}),
                 ("call_webhook", {"url": url.replace("deskmate", "elsewhere"), "body": w["password"]}),
                 ("search_customers", {"tenant_id": w["password"], "query": w["query"]}),
                 ("send_email", {"to": [f"{w['mailbox']}@elsewhere.example"], "subject": w["password"], "body": w["query"]}),
                 ("send_email", {"to": w["password"], "subject": w["password"], "body": w["query"]}),
                 ("read_ticket", {"id": "T-1", "_meta": {w["key"]: w["password"]}}), ("read_ticket", [w["password"]]),
                 ("read_ticket", w["password"])]
        for tool, arguments in calls:
            number = guard.send_call(tool, arguments)
            self.assertTrue("error" in (answer := guard.answer(number)) or decision(answer)["decision"] == "deny", answer)
        guard.ask(w["method"], {w["key"]: w["password"]})
        guard.ask("tools/list", {"cursor": w["password"], w["key"]: w["query"]})
        guard.notify("notifications/" + w["method"], {w["key"]: w["password"]})
        guard.notify("notifications/cancelled", {"requestId": w["name"], "reason": w["password"]})
        guard.write({"jsonrpc": "2.0", "id": w["key"], "result": {w["key"]: w["password"]}})
        guard.process.stdin.write(b'{"jsonrpc": "2.0", "' + w["password"].encode() + b'\n[{"id": "' + w["key"].encode() + b'"}]\n')
        guard.call("read_ticket", {"id": "T-1"})
        self.assert_nowhere(self.canaries, guard)
        guard.close()
        self.assert_nowhere(self.canaries, guard)

    def test_of_a_call_that_is_only_judged_is_written_nowhere(self):
        call = self.write("call.json", json.dumps({"tool": "send_email", "arguments": {**self.mail(), self.words["key"]: self.words["name"]}}))
        places = {name: str(self.told) for name in ("TMPDIR", "HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR")}
        for words in (["decide"], ["explain"], ["explain", "--all", "--format", "json"]):
            said = run(*words, "-p", self.policy, "--tenant", "acme", call, cwd=self.told, environment=places)
            self.assertEqual(said.stdout and said.stderr, b"")
            # `explain` names arguments that are not declared to whoever asks about the call.
            allowed = [] if words == ["decide"] else [name for name in self.canaries.forms if name.startswith("key, ")]
            self.assertEqual([name for name in self.canaries.in_lines(said.stdout) if name not in allowed], [], words)
        self.assertEqual(list(self.told.iterdir()), [])

    def test_of_a_call_that_waits_is_on_its_card_alone_and_goes_with_it(self):
        guard = self.start()
        number = guard.send_call("send_email", self.mail())
        request = guard.wait_for_question()
        cards = list(self.cards.glob("**/*.json"))
        self.assertEqual(len(cards), 1)
        self.assertIn("password, plain", self.canaries.in_folder(cards[0])[str(cards[0])])
        self.assert_nowhere(self.canaries, guard, but=cards)
        shown = out(run("approvals", "show", request, "--state", guard.state))
        self.assertIn(self.words["password"], shown, "whoever is asked sees what would run")
        self.assertEqual(run("approve", request, "--state", guard.state).returncode, 0)
        self.assertFalse(guard.answer(number)["result"].get("isError"))
        self.assertEqual(list(self.cards.glob("**/*.json")), [])
        self.assertEqual(self.canaries.in_bytes(run("approvals", "show", request, "--state", guard.state).stdout), [])
        self.assert_nowhere(self.canaries, guard)
        held = guard.send_call("send_email", {**self.mail(), "subject": "again " + self.words["password"]})
        guard.wait_for_question()
        guard.kill()
        self.assert_nowhere(self.canaries, guard, but=self.cards.glob("**/*.json"))
        self.assertGreater(held, number)


@unittest.skipUnless(EVERYTHING.exists() and shutil.which("node"), "the peers of the end-to-end tests are not installed")
class Everything(CanaryTest):
    """The same of a server that was not made for it: server-everything, which prints its environment when it is asked to."""

    def setUp(self):
        super().setUp()
        self.vault = pathlib.Path("/dev/shm") / (self.folder.name + "-vault")
        self.vault.mkdir(mode=0o700)
        self.addCleanup(shutil.rmtree, self.vault)
        end = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(minutes=10)
        token = self.vault / "token.json"
        token.write_text(json.dumps({"token": TOKEN, "expires_at": end.strftime("%Y-%m-%dT%H:%M:%SZ")}))
        token.chmod(0o600)
        lines = "".join(f'"{name}" = {{ {READS}, {where} }}\n' for name, where in METHODS.items())
        self.policy = self.write("yett.toml", HEAD.format(notify=json.dumps([str(self.notify)])) + f"""
[servers.every]
command = {json.dumps([shutil.which("node"), str(EVERYTHING), "stdio"])}
env = {{ EVERY_TOKEN = {{ secret = "every_token", as = "env" }} }}
methods = {json.dumps(list(METHODS))}
[servers.every.tools]
get-env = {{ {READS} }}
echo = {{ {READS}, content = ["message"], result_redact = ["email"] }}
get-sum = {{ {READS}, content = ["a", "b"] }}
trigger-long-running-operation = {{ {READS}, content = ["duration", "steps"] }}
{lines}
[secrets.every_token]
from = {{ file = {json.dumps(str(token))} }}
max_ttl = "15m"
""")

    def test_keeps_the_token_and_the_content_that_it_is_given(self):
        guard = Watched(self, policy=self.policy, command=[])
        self.assertIn("<secret redacted>", json.dumps(guard.call("get-env", {})))
        token = Canaries(token=TOKEN)
        for form in ("plain", "hex", "base64 behind 1", "base64url behind 2", "percent", "JSON"):
            answer = guard.call("echo", {"message": "said: " + forms_of(TOKEN)[form].decode()})
            self.assertEqual(answer["result"]["content"][0]["text"].count("<secret redacted>"), 1, form)
        guard.call("echo", {"message": {TOKEN: TOKEN}})
        guard.call("get-sum", {"a": 1, "b": TOKEN})
        guard.call(TOKEN, {})
        address = guard.call("echo", {"message": "write to canary.person@private.example, password canary-4711"})
        self.assertEqual(address["result"]["content"][0]["text"], "Echo: write to <mailbox@private.example>, password canary-4711")
        guard.call("trigger-long-running-operation", {"duration": 0.2, "steps": 2})
        guard.ask("resources/list", {})
        guard.ask("resources/read", {"uri": "demo://resource/" + TOKEN})
        guard.ask("prompts/get", {"name": "args-prompt", "arguments": {"city": TOKEN, "state": "canary-4711"}})
        guard.ask("prompts/get", {"name": TOKEN})
        guard.ask("completion/complete", {"ref": {"type": "ref/prompt", "name": "completable-prompt"},
                                          "argument": {"name": "department", "value": TOKEN}})
        guard.ask("logging/setLevel", {"level": TOKEN})
        self.assertEqual([path for path in self.cards.rglob("*") if path.is_file()], [])
        self.assertEqual(token.in_lines(guard.heard), [])
        self.assertEqual(Canaries(mailbox="canary.person").in_lines(guard.heard), [])
        guard.close()
        self.assert_nowhere(token, guard)
        guard.heard = b""  # what is no secret comes back to the client
        self.assert_nowhere(Canaries(mailbox="canary.person", password="canary-4711"), guard)


if __name__ == "__main__":
    yett.main()
