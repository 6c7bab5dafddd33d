"""The cases of tests/corpus/config.jsonl: one scenario for each line, by its id.

A line that is not judged here says where it is: in another test, or in a later version. A line that is in neither list fails.
"""

import json
import os
import sys

import yett
from cases import EGRESS, HEAD, TOOLS, expect_a_place_for_each, policy
from guarded import Guarded
from yett import err, out, rows, run

# Says of each of its tools what it was told to say; writes down what was called.
CLAIMING_SERVER = """import json, sys
for line in sys.stdin:
    message = json.loads(line)
    method, number = message.get("method"), message.get("id")
    told = {"error": {"code": -32601, "message": "not known"}}
    if method == "initialize":
        told = {"result": {"protocolVersion": message["params"]["protocolVersion"], "capabilities": {"tools": {}},
                           "serverInfo": {"name": "claims", "version": "1"}}}
    elif method == "tools/list":
        schema = {"type": "object", "properties": {"text": {"type": "string"}}}
        told = {"result": {"tools": [{"name": name, "inputSchema": schema, "annotations": json.loads(sys.argv[2])}
                                     for name in ("note", "wipe")]}}
    elif method == "tools/call":
        with open(sys.argv[1], "a") as ran:
            ran.write(message["params"]["name"] + "\\n")
        told = {"result": {"content": [{"type": "text", "text": "done"}]}}
    if number is not None:
        print(json.dumps({"jsonrpc": "2.0", "id": number, **told}), flush=True)
"""


class Config(yett.InScratchFolder):
    """config.jsonl: what a policy may be, and where it may come from."""

    ELSEWHERE = {
        "config-005": "tests/cli/reload_test.py",
        "config-039": "tests/cli/reload_test.py",
        "config-040": "tests/e2e/pins.test.mjs",
        "config-041": "Yett makes no connection of its own in this version",
        "config-042": "Yett makes no connection of its own in this version",
        "config-043": "Yett runs no git",
        "config-045": "isolation is in a later version",
        "config-055": "comparing with a candidate policy is in a later version",
    }

    def load(self, text, mode=0o644, name="yett.toml"):
        return run("check", self.write(name, text, mode))

    def loads(self, text, **how):
        result = self.load(text, **how)
        self.assertEqual(result.returncode, 0, err(result))
        return result

    def refused(self, text, *words, **how):
        result = self.load(text, **how)
        self.assertEqual(result.returncode, 2, out(result))
        for word in words:
            self.assertIn(word, err(result))

    def judged(self, text, call, words=()):
        path = self.write("yett.toml", text)
        return rows(run("decide", "-p", path, *words, text=json.dumps(call) + "\n"))[0]

    def test_001_operator_file(self):
        self.loads(policy())

    def test_002_a_filled_list_alone(self):
        self.loads(policy())
        row = self.judged(policy(), {"tool": "fetch", "arguments": {"url": "https://hooks.example.com/x"}})
        self.assertEqual(row["decision"], "allow")

    def test_016_a_link_to_the_policys_folder(self):
        for folder in ("ws", "config"):
            (self.folder / folder).mkdir()
        (self.folder / "ws/.rt").symlink_to("../config")
        three = 'sensitivity = "internal", reversible = true'
        text = HEAD + f"""
[tools]
look = {{ effect = "read", {three}, path.read = ["path"] }}
change = {{ effect = "write", {three}, path.write = ["path"], content = ["text"] }}
[paths.all]
root = "{self.folder}"
access = "read-write"
"""
        path = self.write("config/yett.toml", text)
        calls = [("look", {"path": "ws/.rt/yett.toml"}), ("change", {"path": "ws/.rt/yett.toml", "text": ""}),
                 ("change", {"path": "ws/.rt", "text": ""})]
        lines = "".join(json.dumps({"tool": tool, "arguments": arguments}) + "\n" for tool, arguments in calls)
        self.assertEqual([row["rule"] for row in rows(run("decide", "-p", path, text=lines))], ["path.protected"] * 3)

    def test_008_an_env_file_moves_nothing(self):
        self.write("evil.toml", policy())
        self.write(".env", "YETT_POLICY=./evil.toml\nYETT_STATE=./.rt\n")
        result = run("tools", cwd=self.folder)
        self.assertEqual(result.returncode, 2)
        self.assertFalse((self.folder / ".rt").exists())

    def test_011_hooks_are_no_key(self):
        self.refused(policy(more='[hooks]\nsession_start = "sh x"\n'), "unknown key hooks")

    def test_013_no_key_turns_protection_off(self):
        self.refused(policy(more="[sandbox]\nenabled = false\n"), "unknown key sandbox")

    def test_017_writable_by_others(self):
        self.refused(policy(), "yett.toml", mode=0o666)

    def test_019_in_a_folder_that_others_can_write(self):
        folder = self.folder / "loose"
        folder.mkdir()
        os.chmod(folder, 0o777)
        self.refused(policy(), "loose", name="loose/yett.toml")

    def test_021_missing(self):
        self.assertEqual(run("check", self.folder / "none.toml").returncode, 2)

    def test_022_truncated(self):
        self.refused(policy()[:-10])

    def test_025_a_misspelt_key(self):
        self.refused(policy(egress='[egress]\nhost = ["hooks.example.com"]\n'), "did you mean", "hosts")

    def test_027_a_public_suffix(self):
        self.refused(policy(egress='[egress]\nhosts = ["*.com"]\n'), "patterns are not read")
        self.refused(policy(egress='[egress]\nhosts = [{ subdomains_of = "co.uk", why = "x" }]\n'), "public suffix")

    def test_030_a_host_with_a_slash(self):
        self.refused(policy(egress='[egress]\nhosts = ["hooks.example.com/"]\n'), "without scheme and path")

    def test_031_an_address_that_is_oddly_spelt(self):
        self.refused(policy(egress='[egress]\nhosts = ["2130706433"]\n'), "cannot be listed")

    def test_032_metadata(self):
        self.refused(policy(egress='[egress]\nhosts = ["169.254.169.254"]\n'), "metadata", "cannot be listed")

    def test_036_a_text_in_place_of_a_list(self):
        self.refused(policy(egress='[egress]\nhosts = "hooks.example.com"\n'), "expected a list")

    def test_037_a_flag_within_the_value_of_another(self):
        evil = self.write("evil.toml", policy(egress='[egress]\nhosts = ["evil.example"]\n'))
        call = {"tool": "fetch", "arguments": {"url": "https://evil.example/"}}
        row = self.judged(policy(), call, words=["--user", f"--policy={evil}"])
        self.assertEqual(row["rule"], "destination.unlisted")

    def test_046_a_folder_that_the_model_chooses(self):
        call = {"tool": "note", "arguments": {"path": "a.md", "text": "t", "cwd": "/"}}
        self.assertEqual(self.judged(policy(), call)["rule"], "arguments.schema")

    def test_047_what_a_server_claims_of_its_tool(self):
        three = 'effect = "write", sensitivity = "internal"'
        tools = f'[tools]\nnote = {{ {three}, reversible = true, content = ["text"] }}\nwipe = {{ {three}, reversible = false, content = ["text"] }}\n'
        head = HEAD.replace('"local"', '"acme"') + '[approval]\nunsigned = "a test"\n'
        claims = {"readOnlyHint": True, "destructiveHint": False, "idempotentHint": True, "openWorldHint": False}
        command = [sys.executable, str(self.write("server.py", CLAIMING_SERVER)), str(self.folder / "ran"), json.dumps(claims)]
        ruled = {}
        for permissions in ("read-only", "no execution"):
            path = self.write("claims.toml", (head + tools).replace('"no execution"', f'"{permissions}"'))
            guard = Guarded(self.folder, "--hold", "0", policy=path, command=command, run=permissions)
            self.addCleanup(guard.close)
            for tool in ("note", "wipe"):
                answer = guard.call(tool, {"text": "t"})["result"]
                ruled[permissions, tool] = answer["_meta"]["dev.yett/decision"]["rule"] if answer.get("isError") else "ran"
        self.assertEqual(ruled, {("read-only", "note"): "permission.capability", ("read-only", "wipe"): "permission.capability",
                                 ("no execution", "note"): "ran", ("no execution", "wipe"): "approval.irreversible_write"})
        self.assertEqual((self.folder / "ran").read_text(), "note\n")

    def test_047_what_a_call_claims_of_its_tool(self):
        call = {"tool": "note", "arguments": {"path": "a.md", "text": "t", "readOnlyHint": True}}
        text = policy().replace('"no execution"', '"read-only"')
        self.assertEqual(self.judged(text, call)["rule"], "permission.capability")

    def test_048_capital_letters(self):
        result = self.loads(policy(egress='[egress]\nhosts = ["HOOKS.example.com"]\n'))
        self.assertIn("hooks.example.com:443", err(result))

    def test_050_an_address_in_brackets_with_a_port(self):
        self.loads(policy(egress='[egress]\nhosts = ["[2606:4700::1111]:443"]\n'))

    def test_051_a_private_range_by_name(self):
        entry = '{ host = "api.corp.example", addresses = ["10.20.0.0/16"], why = "on-prem" }'
        self.loads(policy(egress=f"[egress]\nhosts = [{entry}]\n"))

    def test_053_a_link_in_a_folder_of_the_owner(self):
        self.write("policy-2026.toml", policy())
        (self.folder / "current.toml").symlink_to("policy-2026.toml")
        self.assertEqual(run("check", self.folder / "current.toml").returncode, 0)

    def test_every_line_has_its_place(self):
        expect_a_place_for_each(self, "config", Config)


if __name__ == "__main__":
    yett.main()
