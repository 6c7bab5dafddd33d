"""The policies of examples/: each loads, says of its own calls what it promises, and says what it cannot hold."""

import json
import pathlib
import re
import shlex
import tomllib

import yett
from yett import SOURCE, err, out, rows, run

EXAMPLES = SOURCE / "examples"
POLICIES = sorted(EXAMPLES.rglob("yett.toml"))
CALLS = sorted(EXAMPLES.rglob("calls*.jsonl"))

# Entries lapse by the clock, so calls are judged on one day.
NOW = ["--now", "2026-12-01T00:00:00Z"]

# What `yett check` says of a policy that means it. The example's page tells its reader.
WARNINGS = {
    "filesystem": ["relative paths are denied"],
    "payments": ["create_payment asks a person and no answer can count"],
}


def name_of(policy):
    """The folder of an example below examples/; a benchmark has one a suite."""
    return policy.parent.relative_to(EXAMPLES).as_posix()


def session_of(calls):
    """The flags of the session that calls.SESSION.jsonl is for: a tenant of the policy, or one of its permission sets."""
    name = calls.name.removeprefix("calls").removesuffix(".jsonl").removeprefix(".")
    if not name:
        return []
    is_tenant = f"[tenants.{name}]" in (calls.parent / "yett.toml").read_text()
    return ["--tenant" if is_tenant else "--permissions", name]


def decision_of(rule):
    """What a rule decides in these policies, none of which denies by flow."""
    if rule == "default.allow":
        return "allow"
    return "confirm" if rule.startswith(("approval.", "flow.")) else "deny"


class Examples(yett.InScratchFolder):
    def test_there_are_twelve_policies_and_each_has_calls_and_a_page(self):
        names = [name_of(policy) for policy in POLICIES]
        self.assertEqual(len(names), 12, names)
        for policy in POLICIES:
            self.assertTrue((policy.parent / "README.md").exists(), policy)
            if policy.parent.name != "deskmate":
                self.assertTrue((policy.parent / "calls.jsonl").exists(), policy)

    def test_each_loads_without_warnings_but_those_that_its_page_explains(self):
        for policy in POLICIES:
            name = policy.parent.name
            with self.subTest(name):
                expected = WARNINGS.get(name, [])
                result = run("check", "--strict", policy)
                self.assertEqual(result.returncode, 1 if expected else 0, err(result))
                warnings = err(result).splitlines()
                self.assertEqual(len(warnings), len(expected), warnings)
                for warning, words in zip(warnings, expected):
                    self.assertIn(words, warning)
                if expected:
                    self.assertIn("`yett check` warns", (policy.parent / "README.md").read_text())

    def test_each_call_gets_the_rule_that_it_names(self):
        for calls in CALLS:
            with self.subTest(str(calls.relative_to(EXAMPLES))):
                expected = [json.loads(line) for line in calls.read_text().splitlines()]
                result = run("decide", "-p", calls.parent / "yett.toml", *NOW, *session_of(calls), calls)
                self.assertNotEqual(result.returncode, 2, err(result))
                judged = rows(result)
                self.assertEqual(len(judged), len(expected))
                for call, row in zip(expected, judged):
                    self.assertEqual(row["rule"], call["class"], f"{call['id']}: {row}")
                    self.assertEqual(row["decision"], decision_of(row["rule"]), call["id"])

    def test_calls_tell_harm_from_work_and_both_are_there(self):
        for folder in sorted({calls.parent for calls in CALLS}):
            lines = [json.loads(line) for calls in folder.glob("calls*.jsonl") for line in calls.read_text().splitlines()]
            with self.subTest(folder.name):
                ids = [call["id"] for call in lines if call.get("label") in ("clean", "harmful")]
                self.assertEqual(len(ids), len(lines), "each call is clean or harmful")
                self.assertEqual({call["label"] for call in lines}, {"clean", "harmful"})
                for call in lines:
                    # What a policy cannot see is shown in the open, with the reason in its name.
                    allowed = call["label"] == "harmful" and call["class"] == "default.allow"
                    self.assertEqual(allowed, "cannot see" in call["id"], call["id"])

    def test_every_tool_of_a_policy_is_called(self):
        for folder in sorted({calls.parent for calls in CALLS}):
            called = {json.loads(line)["tool"].split(".")[-1]
                      for calls in folder.glob("calls*.jsonl") for line in calls.read_text().splitlines()}
            listed = [tool["name"] for tool in json.loads(out(run("tools", folder / "yett.toml", "--format", "json")))]
            with self.subTest(folder.name):
                self.assertEqual([name for name in listed if name not in called], [])

    def test_every_page_says_what_the_policy_holds_and_what_it_cannot(self):
        for policy in POLICIES:
            if policy.parent.name == "deskmate":
                continue
            with self.subTest(policy.parent.name):
                page = (policy.parent / "README.md").read_text()
                self.assertEqual(page.splitlines()[0], f"# {policy.parent.name}")
                for promise in ("**Holds:**", "**Cannot hold:**"):
                    self.assertEqual(page.count(promise), 1, promise)
                    self.assertRegex(page.split(promise)[1], r"\A \S")

    def test_the_commands_of_the_pages_run(self):
        for page in [EXAMPLES / "README.md", *(policy.parent / "README.md" for policy in POLICIES)]:
            if page.parent.name == "deskmate":
                continue
            commands = re.findall(r"^yett (.*)$", page.read_text(), re.MULTILINE)
            self.assertGreaterEqual(len(commands), 3, page)
            for command in commands:
                words = shlex.split(command, comments=True)
                with self.subTest(command):
                    result = run(*words, cwd=SOURCE)
                    self.assertIn(result.returncode, (0, 1, 3), err(result))
            judged = {word for command in commands for word in shlex.split(command) if word.endswith(".jsonl")}
            if page.parent != EXAMPLES:
                self.assertEqual({pathlib.Path(word).name for word in judged},
                                 {calls.name for calls in page.parent.glob("calls*.jsonl")})

    def test_the_table_lists_every_example(self):
        table = (EXAMPLES / "README.md").read_text()
        linked = re.findall(r"^\| \[[^\]]+\]\(([^)]+)/README\.md\)", table, re.MULTILINE)
        self.assertEqual(linked, [name_of(policy) for policy in POLICIES])

    def test_what_is_allowed_on_a_list_says_why(self):
        """An entry of a general list that names no reason is one that nobody can take off later."""
        for policy in POLICIES:
            if policy.parent.name.startswith("deskmate"):
                continue
            with self.subTest(policy.parent.name):
                text = policy.read_text()
                for block in re.findall(r"^(?:allow|hosts|emails|email_domains)\s*=\s*\[\n(.*?)^\]", text, re.MULTILINE | re.DOTALL):
                    for line in block.splitlines():
                        self.assertIn("why = ", line)

    def test_what_a_schema_lists_once_more_is_what_the_list_has(self):
        """Where an argument may be absent its list stands in a schema as well, and the two must not part."""
        mail = tomllib.loads((EXAMPLES / "agentdojo/workspace/yett.toml").read_text())
        participants = mail["tools"]["create_calendar_event"]["arguments"]["properties"]["participants"]["items"]["anyOf"]
        people = [address for form in participants for address in form.get("enum", [])]
        self.assertEqual(people, [entry["email"] for entry in mail["egress"]["emails"]])
        (companies,) = [form["pattern"] for form in participants if "pattern" in form]
        names = re.search(r"@\(([a-z|-]+)\)\\\.com\$$", companies).group(1)
        self.assertEqual([f"{name}.com" for name in names.split("|")], [entry["domain"] for entry in mail["egress"]["email_domains"]])
        bank = tomllib.loads((EXAMPLES / "agentdojo/banking/yett.toml").read_text())
        recipient = bank["tools"]["update_scheduled_transaction"]["arguments"]["properties"]["recipient"]["anyOf"]
        self.assertEqual([account for form in recipient for account in form.get("enum", [])],
                         [entry["id"] for entry in bank["destinations"]["payees"]["allow"]])


if __name__ == "__main__":
    yett.main()
