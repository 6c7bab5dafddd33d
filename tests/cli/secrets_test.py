"""Secrets of servers: short-lived, each session's own, and never in what the agent, a person or the disk gets.

    secrets_test.py YETT SOURCE
"""

import base64
import json
import pathlib
import sys
import time

import yett
from guarded import Guarded, decision
from yett import err, rows, run

# A GitHub-like server: it needs a token for each call, and says on demand what it has in the forms that it is asked for.
SERVER = """import base64, json, os, sys
log = open(sys.argv[1], "a")
print("started", file=log, flush=True)
def token():
    if "TOKEN" in os.environ:
        return os.environ["TOKEN"]
    with open(os.environ["TOKEN_FILE"]) as file:
        return file.read()
forms = {
    "plain": lambda t: t,
    "base64": lambda t: base64.b64encode(("user:" + t).encode()).decode(),
    "base64url": lambda t: base64.urlsafe_b64encode(("user:" + t).encode()).decode(),
    "hex": lambda t: t.encode().hex(),
    "json": lambda t: json.dumps({"authorization": "Bearer " + t}),
    "none": lambda t: "fine",
}
schema = {"type": "object", "properties": {"form": {"type": "string"}}, "additionalProperties": False}
for line in sys.stdin:
    message = json.loads(line)
    method, number = message.get("method"), message.get("id")
    if number is None:
        continue
    answer = {}
    if method == "initialize":
        answer["result"] = {"protocolVersion": message["params"]["protocolVersion"], "capabilities": {"tools": {}},
                            "serverInfo": {"name": "hub", "version": "1"}}
    elif method == "tools/list":
        answer["result"] = {"tools": [{"name": name, "inputSchema": schema} for name in ("say", "fail", "shout")]}
    elif method == "tools/call":
        form = message["params"]["arguments"]["form"]
        try:
            said = forms[form](token())
        except OSError as missing:
            said = "no token: " + missing.strerror
        print(message["params"]["name"], token() if os.path.exists(os.environ.get("TOKEN_FILE", "/")) else "-", file=log, flush=True)
        if message["params"]["name"] == "shout":
            print("debug: " + said, file=sys.stderr, flush=True)
            said = "done"
        if message["params"]["name"] == "fail":
            answer["error"] = {"code": -32000, "message": said, "data": {"token": said}}
        else:
            answer["result"] = {"content": [{"type": "text", "text": said}], "structuredContent": {said: [said]}}
    else:
        answer["error"] = {"code": -32601, "message": "not known"}
    print(json.dumps({"jsonrpc": "2.0", "id": number, **answer}), flush=True)
"""

# The local token service: it mints a token for each user and tenant, as long-lived as a file beside it says.
MINT = """#!/usr/bin/python3 -I
import datetime, json, os, pathlib, secrets, sys, time
folder = pathlib.Path(__file__).parent
terms = json.loads((folder / "terms").read_text())
with open(folder / "minted", "a") as log:
    print(*sys.argv[1:], file=log)
if terms.get("exit"):
    print("ghs_" + "never" * 8)
    sys.exit(terms["exit"])
time.sleep(terms.get("sleep", 0))
token = "ghs_" + secrets.token_hex(18)
with open(folder / "tokens", "a") as log:
    print(token, file=log)
end = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=terms.get("life", 900))
answer = {"token": token, "expires_at": end.strftime("%Y-%m-%dT%H:%M:%SZ")}
if terms.get("ageless"):
    del answer["expires_at"]
print(json.dumps(answer))
"""

POLICY = """[policy]
name = "hub"
version = 1
[session]
permissions = "full access"
tenant = "acme"
[approval]
unsigned = "a test"
[servers.hub]
command = {command}
env = {{ {env} }}
[servers.hub.tools]
say = {{ effect = "read", sensitivity = "internal", reversible = true, content = ["form"] }}
fail = {{ effect = "read", sensitivity = "internal", reversible = true, content = ["form"] }}
shout = {{ effect = "read", sensitivity = "internal", reversible = true, content = ["form"] }}
[secrets.hub_token]
from = [{mint}, "--user", "{{user}}", "--tenant={{tenant}}"]
max_ttl = "15m"
"""

AS_FILE = 'TOKEN_FILE = { secret = "hub_token" }'
AS_VARIABLE = 'TOKEN = { secret = "hub_token", as = "env" }'


class Secrets(yett.InScratchFolder):
    def setUp(self):
        super().setUp()
        self.log = self.folder / "calls"
        self.server = self.write("server.py", SERVER)
        self.service = self.folder / "service"
        self.service.mkdir(mode=0o700)
        self.mint = self.service / "mint"
        self.mint.write_text(MINT)
        self.mint.chmod(0o700)
        self.set_terms()

    def set_terms(self, **terms):
        (self.service / "terms").write_text(json.dumps(terms))

    def tokens(self):
        path = self.service / "tokens"
        return path.read_text().split() if path.exists() else []

    def policy(self, env=AS_FILE):
        command = json.dumps([sys.executable, "-I", "-S", "-B", str(self.server), str(self.log)])
        return self.write("yett.toml", POLICY.format(command=command, env=env, mint=json.dumps(str(self.mint))))

    def start(self, env=AS_FILE):
        self.guard = Guarded(self.folder, policy=self.policy(env), command=[])
        self.addCleanup(self.guard.close)
        return self.guard

    def say(self, form="plain", tool="say"):
        return self.guard.call(tool, {"form": form})

    def text_of(self, answer):
        return answer["result"]["content"][0]["text"]

    def calls(self):
        return self.log.read_text().splitlines() if self.log.exists() else []

    def records(self):
        return rows(run("audit", "list", "--state", self.guard.state, "--format", "json"))

    # --- Who gets it -------------------------------------------------------------------------------------------------

    def test_is_minted_for_the_user_and_tenant_of_the_session_and_reaches_its_server(self):
        self.start()
        self.assertEqual(self.text_of(self.say("none")), "fine")
        self.assertEqual((self.service / "minted").read_text(), "--user ana --tenant=acme\n")
        self.assertEqual(self.calls(), ["started", f"say {self.tokens()[0]}"])

    def test_lies_on_a_tmpfs_for_as_long_as_the_gate_lives(self):
        self.start()
        held = [path for path in self.cards.rglob("*") if path.is_file() and path.read_text() == self.tokens()[0]]
        self.assertEqual([path.name for path in held], ["hub_token"])
        self.assertEqual(held[0].parent.name, "hub", "a folder for each server")
        self.assertEqual(held[0].stat().st_mode & 0o777, 0o600)
        self.assertEqual(held[0].parent.stat().st_mode & 0o777, 0o700)
        self.guard.close()
        self.assertEqual(list(self.cards.glob("yett/*")), [])

    def test_that_a_killed_gate_left_behind_goes_with_the_next_one(self):
        self.start()
        self.guard.process.kill()
        self.guard.close()
        self.assertNotEqual(list(self.cards.glob("yett/*")), [])
        self.start()
        files = [path.read_text() for path in self.cards.rglob("*") if path.is_file()]
        self.assertEqual(files, [self.tokens()[1]])

    def test_of_a_session_whose_name_could_mean_something_to_a_command_line_starts_nothing(self):
        for user in ("-x", "../ana", "ana bo"):
            refused = run("mcp", "--policy", self.policy(), "--state", self.folder / "state", f"--user={user}",
                          environment={"XDG_RUNTIME_DIR": str(self.cards)})
            self.assertEqual(refused.returncode, 2)
            self.assertIn("secret hub_token: the session's name for {user}", err(refused))
        self.assertEqual(self.calls(), [])
        self.assertFalse((self.service / "minted").exists())

    # --- Where none comes --------------------------------------------------------------------------------------------

    def check_denied(self):
        answer = self.say("none")
        self.assertEqual(decision(answer)["rule"], "system.internal")
        self.assertIn("token", self.text_of(answer))
        self.assertEqual(self.calls(), ["started"], "nothing is sent")
        (denied,) = [row for row in self.records() if row["decision"] == "deny"]
        self.assertEqual((denied["rule"], denied["server"]), ("system.internal", "hub"))

    def test_from_a_provider_that_is_down_denies_each_call(self):
        self.set_terms(exit=3)
        self.start()
        self.check_denied()
        # It comes back, and so do the calls.
        self.set_terms()
        deadline = time.monotonic() + 30
        while "isError" in self.say("none")["result"] and time.monotonic() < deadline:
            time.sleep(0.2)
        self.assertEqual(self.text_of(self.say("none")), "fine")

    def test_from_a_provider_that_is_slow_denies_each_call(self):
        self.set_terms(sleep=60)
        self.start()
        self.check_denied()

    def test_that_lasts_too_long_or_for_ever_denies_each_call(self):
        for terms in ({"life": 3600}, {"ageless": True}, {"life": 1}):
            with self.subTest(**terms):
                self.log.unlink(missing_ok=True)
                self.set_terms(**terms)
                self.start()
                self.assertEqual(decision(self.say("none"))["rule"], "system.internal")
                self.assertEqual(self.calls(), ["started"])
                self.guard.close()

    def test_that_expires_denies_until_another_one_comes(self):
        self.set_terms(life=6)
        self.start()
        self.assertEqual(self.text_of(self.say("none")), "fine")
        self.set_terms(exit=1)
        deadline = time.monotonic() + 30
        while "isError" not in self.say("none")["result"] and time.monotonic() < deadline:
            time.sleep(0.2)
        self.assertEqual(decision(self.say("none"))["rule"], "system.internal")
        self.assertEqual([path for path in self.cards.rglob("*") if path.is_file()], [])

    # --- It is renewed -----------------------------------------------------------------------------------------------

    def test_in_a_file_is_renewed_under_a_server_that_runs_on(self):
        self.set_terms(life=8)
        self.start()
        seen = set()
        deadline = time.monotonic() + 30
        while len(seen) < 3 and time.monotonic() < deadline:
            self.assertEqual(self.text_of(self.say("none")), "fine")
            seen.add(self.calls()[-1])
            time.sleep(0.2)
        self.assertEqual(len(seen), 3)
        self.assertEqual(self.calls().count("started"), 1)

    def test_in_a_variable_is_renewed_by_another_start_of_the_server(self):
        self.set_terms(life=6)
        self.start(AS_VARIABLE)
        deadline = time.monotonic() + 40
        while self.calls().count("started") < 3 and time.monotonic() < deadline:
            answer = self.say("none")
            if "result" in answer and "isError" not in answer["result"]:
                self.assertEqual(self.text_of(answer), "fine")
            time.sleep(0.2)
        self.assertGreaterEqual(self.calls().count("started"), 3)
        self.assertEqual([path for path in self.cards.rglob("*") if path.is_file()], [], "no file holds it")

    # --- What a server says of it ------------------------------------------------------------------------------------

    def test_is_in_no_form_of_it_in_what_the_agent_gets(self):
        """Infisical/cli#397: a place that may be asked says back what it was asked with."""
        self.start()
        token = None
        for tool in ("say", "fail"):
            for form in ("plain", "base64", "base64url", "hex", "json"):
                with self.subTest(tool=tool, form=form):
                    answer = json.dumps(self.say(form, tool))
                    token = self.tokens()[0]
                    self.assertIn("<secret redacted>", answer)
                    for trace in (token, token[4:], token.encode().hex(), base64.b64encode(token.encode()).decode()[4:-4]):
                        self.assertNotIn(trace, answer)
        reflected = [row for row in self.records() if row["decision"] == "secret_reflected"]
        self.assertEqual({(row["kind"], row["server"]) for row in reflected}, {("outcome", "hub")})
        self.assertEqual(len(reflected), 10)

    def test_is_not_in_what_the_server_writes_to_stderr(self):
        self.start()
        self.say("plain", "shout")
        self.say("base64", "shout")
        self.guard.process.stdin.close()
        told = self.guard.process.stderr.read().decode()
        self.guard.process.wait(timeout=60)
        self.assertEqual(told.count("[hub] debug: "), 2, told)
        self.assertIn("<secret redacted>", told)
        self.assertNotIn(self.tokens()[0], told)
        self.assertEqual([row["decision"] for row in self.records()].count("secret_reflected"), 2)

    def test_is_nowhere_on_the_disk(self):
        self.start()
        for form in ("plain", "base64", "hex", "json"):
            self.say(form)
            self.say(form, "fail")
        token = self.tokens()[0].encode()
        traces = (token, token[4:], base64.b64encode(token)[:-4], token.hex().encode())
        for path in self.guard.state.rglob("*"):
            if path.is_file():
                held = path.read_bytes()
                self.assertEqual([trace for trace in traces if trace in held], [], path)
        for path in pathlib.Path("/proc").glob(f"{self.guard.process.pid}/cmdline"):
            self.assertNotIn(token, path.read_bytes())


if __name__ == "__main__":
    yett.main()
