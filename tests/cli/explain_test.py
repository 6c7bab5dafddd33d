"""`yett explain`: for one call, what every stage saw and what every rule says, and where in the policy it rests."""

import json
import re

import yett
from yett import DESKMATE, SOURCE, err, out, run

MAIL = {"id": "c1", "tool": "send_email", "arguments": {"to": "risk@deskmate.internal", "subject": "s", "body": "b"}}
THEFT = {"tool": "send_email", "arguments": {"to": "collector@attacker.example"}}
READ = {"tool": "read_ticket", "arguments": {"id": "T-1"}}
CONFIRMED_AND_DENIED = {"tool": "call_webhook", "arguments": {"url": "https://attacker.example/"}, "source": "tool_output",
                        "read_private": True}

# A policy in which every kind of position has a line of its own.
POLICY = """[policy]
name = "explained"
version = 1
[session]
permissions = "clerk"
may_choose = ["read-only"]
[permissions.clerk.grants]
read = ["user"]
external_access = ["user", "tool_output"]
write = ["user"]
[tools]
send = { effect = "send", sensitivity = "internal", reversible = true, destination.url = ["url"], destination.email = ["to"], destination.payees = ["payee"] }
move = { effect = "write", sensitivity = "internal", reversible = false, path.write = ["to"] }
look = { effect = "read", sensitivity = "private", reversible = true, tenant = ["tenant_id"], review = true }
[egress]
hosts = [
  "hooks.deskmate.internal",
  { host = "api.deskmate.example", paths = ["/v1/"] },
]
email_domains = ["deskmate.internal"]
[destinations.payees]
kind = "id"
allow = ["P-1", "P-2"]
[tenants.acme]
hosts = []
[tenants.globex]
[paths.files]
root = "/srv/files"
access = "read-write"
[approval]
unsigned = "a test"
[flow]
private_to_outside = "confirm"
[limits]
sends_per_run = 0
"""

# Roots that stand for all that can keep a path out.
PATHS = """[policy]
name = "rooted"
version = 1
[session]
permissions = "full access"
[tools]
look = { effect = "read", sensitivity = "internal", reversible = true, path.read = ["path"] }
keep = { effect = "write", sensitivity = "internal", reversible = true, path.write = ["path"] }
[paths.work]
root = "/srv/work"
access = "read-write"
[paths.notes]
root = "/srv/notes/{tenant}"
access = "read"
"""


class Explain(yett.InScratchFolder):
    def explain(self, call, *words, policy=DESKMATE, tenant=("--tenant", "acme"), form="json"):
        text = call if isinstance(call, str) else json.dumps(call)
        result = run("explain", "-p", policy, *tenant, "--format", form, *words, text=text, cwd=self.folder)
        self.assertEqual((result.returncode, err(result)), (0, ""))
        return json.loads(out(result)) if form == "json" else out(result)

    def spoken(self, told):
        return [rule["id"] for rule in told["rules"] if rule["verdict"]]

    def ruling(self, told):
        """The id of the one rule that decides; None when none does."""
        rulings = [rule["id"] for rule in told["rules"] if rule["decides"]]
        self.assertLessEqual(len(rulings), 1)
        return rulings[0] if rulings else None

    def test_every_rule_of_the_table_appears_in_its_order(self):
        table = [row for row in json.loads(out(run("rules", "--format", "json"))) if row["stage"]]
        self.assertGreater(len(table), 30)
        for call in (MAIL, THEFT, READ, "nonsense", {"tool": "unheard_of"}):
            told = self.explain(call)
            self.assertEqual([(rule["id"], rule["stage"]) for rule in told["rules"]],
                             [(rule["id"], rule["stage"]) for rule in table])
            for rule, row in zip(told["rules"], table):
                self.assertIn(rule["verdict"], (row["verdict"], None), rule["id"])
                self.assertEqual(rule["verdict"] is None, rule["findings"] == [], rule["id"])

    def test_exactly_one_rule_decides_unless_the_call_is_allowed(self):
        calls = {
            "destination.unlisted": THEFT,
            "approval.dangerous": MAIL,
            "arguments.malformed": "{",
            "tool.unregistered": {"tool": "unheard_of"},
            "arguments.schema": {"tool": "read_ticket", "arguments": {"id": "T-1", "path": "x", "more": 1}},
            "flow.private_to_outside": {"tool": "call_webhook", "arguments": {"url": "https://hooks.deskmate.internal/"},
                                        "source": "tool_output", "read_private": True},
            # Two rows of the table have this id; here both speak.
            "destination.malformed": {"tool": "send_email", "arguments": {"to": "nobody", "cc": "+q@deskmate.internal"}},
        }
        for rule, call in calls.items():
            with self.subTest(rule):
                told = self.explain(call)
                self.assertEqual((told["rule"], self.ruling(told)), (rule, rule))
                self.assertEqual(self.explain(call, form="table").count("\n           -> "), 1)
        told = self.explain(READ)
        self.assertEqual((told["decision"], told["rule"], self.ruling(told)), ("allow", "default.allow", None))
        self.assertNotIn("->", self.explain(READ, form="table"))

    def test_it_says_what_decide_says(self):
        for call in (MAIL, THEFT, READ, CONFIRMED_AND_DENIED, {"tool": "unheard_of"}):
            told = self.explain(call)
            ruled = yett.rows(run("decide", "-p", DESKMATE, "--tenant", "acme", text=json.dumps(call)))[0]
            for member in ("decision", "rule", "reason", "call", "policy"):
                self.assertEqual(told[member], ruled[member], call)
            also = {found["rule"] for found in ruled["also"]}
            self.assertLessEqual(also, set(self.spoken(told)), call)

    def test_later_stages_are_told_as_well(self):
        told = self.explain(CONFIRMED_AND_DENIED)
        self.assertEqual(self.spoken(told), ["destination.unlisted", "flow.private_to_outside"])
        self.assertEqual(told["rule"], "destination.unlisted")

    def test_the_tier_is_derived_from_three_fields(self):
        told = self.explain(MAIL)
        tier = told["tier"]
        self.assertEqual({key: tier[key] for key in ("tier", "effect", "reversible", "sensitivity")},
                         {"tier": "dangerous", "effect": "send", "reversible": False, "sensitivity": "internal"})
        self.assertIn("send_email", self.line(tier["policy"]))
        self.assertIn("tier: dangerous: effect send, reversible no, sensitivity internal", self.explain(MAIL, form="table"))
        self.assertIn("tier: safe: effect read, reversible yes, sensitivity internal", self.explain(READ, form="table"))
        self.assertIsNone(self.explain({"tool": "unheard_of"})["tier"])
        self.assertNotIn("tier:", self.explain({"tool": "unheard_of"}, form="table"))

    def line(self, position):
        """The line of a policy that a position names; nothing for None."""
        if position is None:
            return None
        path, number, column = position.rsplit(":", 2)
        line = (self.folder / path).read_text().splitlines()[int(number) - 1]
        self.assertLessEqual(int(column), len(line), position)
        return line

    def test_positions_name_the_lines_that_the_rules_rest_on(self):
        self.write("yett.toml", POLICY)
        lines = POLICY.splitlines()
        send = {"tool": "send", "arguments": {"url": "https://attacker.example/", "to": "x@attacker.example", "payee": "P-9"}}
        cases = [
            (send, "globex", "destination.unlisted", "hosts = ["),
            (send, "acme", "destination.unlisted", "hosts = []"),
            (send, "globex", "session.limit", "[limits]"),
            ({"tool": "send", "arguments": {"to": "x@attacker.example"}}, "globex", "destination.unlisted", "email_domains"),
            ({"tool": "send", "arguments": {"payee": "P-9"}}, "globex", "destination.unlisted", "allow = "),
            ({"tool": "send", "arguments": {"url": "https://api.deskmate.example/v2/"}}, "globex", "destination.path",
             "api.deskmate.example"),
            ({"tool": "send", "arguments": {}}, "globex", "destination.missing", "send = "),
            ({"tool": "send", "arguments": {"more": 1}}, "globex", "arguments.schema", "send = "),
            ({"tool": "move", "arguments": {"to": "/etc/passwd"}}, "globex", "path.outside", "[paths.files]"),
            ({"tool": "move", "arguments": {"to": "/srv/files/a"}}, "globex", "approval.irreversible_write", "[approval]"),
            ({"tool": "move", "arguments": {"to": "/srv/files/a"}, "source": "tool_output"}, "globex", "permission.source",
             "[permissions.clerk"),
            ({"tool": "look", "arguments": {"tenant_id": "acme"}}, "globex", "tenancy.in_arguments", "look = "),
            ({"tool": "look", "arguments": {}}, "globex", "tool.review", "look = "),
            ({"tool": "send", "arguments": {"payee": "P-1"}, "source": "tool_output", "read_private": True}, "globex",
             "flow.private_to_outside", "[flow]"),
        ]
        for call, tenant, rule, words in cases:
            with self.subTest(f"{rule} {tenant}"):
                told = self.explain(call, policy="yett.toml", tenant=("--tenant", tenant))
                found = [one for one in told["rules"] if one["id"] == rule and one["verdict"]]
                self.assertEqual(len(found), 1, self.spoken(told))
                self.assertIn(words, self.line(found[0]["policy"]))
        self.assertEqual(sum("hosts = []" in line for line in lines), 1)

    def test_positions_name_the_entry_that_lists_a_destination(self):
        self.write("yett.toml", POLICY)
        for value, words in {"https://api.deskmate.example/v1/x": "api.deskmate.example",
                             "https://hooks.deskmate.internal/x": "hooks.deskmate.internal"}.items():
            told = self.explain({"tool": "send", "arguments": {"url": value}}, policy="yett.toml", tenant=("--tenant", "globex"))
            saw = [line for stage in told["stages"] if stage["stage"] == "destination" for line in stage["saw"]]
            self.assertEqual(len(saw), 1)
            position = re.search(r"yett\.toml:\d+:\d+", saw[0])[0]
            self.assertIn(words, self.line(position))

    def seen(self, call, policy, tenant):
        told = self.explain(call, policy=policy, tenant=("--tenant", tenant))
        rests = [rule["policy"] for rule in told["rules"] if rule["id"] == "destination.unlisted"][0]
        return told["decision"], [line for stage in told["stages"] if stage["stage"] == "destination" for line in stage["saw"]], rests

    def test_of_two_entries_for_one_host_the_one_that_lists_the_url_is_named(self):
        policy = self.write("yett.toml", POLICY.replace('paths = ["/v1/"] },', 'paths = ["/v1/"] },\n'
                                                        '  { host = "api.deskmate.example", paths = ["/v2/"] },\n'
                                                        '  { host = "api.deskmate.example:8443", paths = ["/v2/"] },'))
        for url, words in {"https://api.deskmate.example/v1/x": '"/v1/"', "https://api.deskmate.example/v2/x": 'example", paths = ["/v2/"]',
                           "https://api.deskmate.example:8443/v2/x": ":8443"}.items():
            with self.subTest(url):
                _, saw, rests = self.seen({"tool": "send", "arguments": {"url": url}}, policy, "globex")
                self.assertRegex(saw[0], "listed at")
                self.assertIn(words, self.line(rests))
                self.assertIn(rests.split(":", 1)[1], saw[0])
        _, saw, rests = self.seen({"tool": "send", "arguments": {"url": "https://api.deskmate.example:8443/v1/"}}, policy, "globex")
        self.assertIn("the path does not fit", saw[0])
        self.assertIn(":8443", self.line(rests))

    def test_an_entry_that_a_tenant_keeps_of_the_general_list_is_named(self):
        policy = self.write("yett.toml", POLICY.replace("[tenants.globex]", '[tenants.globex]\nemails = ["sam@own.example"]')
                            .replace("sends_per_run = 0", "sends_per_run = 9"))
        for address, words in {"bo@deskmate.internal": "email_domains", "sam@own.example": "sam@own.example"}.items():
            with self.subTest(address):
                decision, saw, rests = self.seen({"tool": "send", "arguments": {"to": address}}, policy, "globex")
                self.assertEqual(decision, "allow")
                self.assertRegex(saw[0], r"listed at \S*yett\.toml:\d+:\d+$")
                self.assertIn(words, self.line(rests))

    def test_both_languages(self):
        english, chinese = self.explain(THEFT), self.explain(THEFT, "--lang", "zh")
        self.assertEqual(english["reason"], "recipient domain not on the allowlist: attacker.example")
        self.assertEqual(chinese["reason"], "收件域名不在白名单里：attacker.example")
        self.assertEqual(self.spoken(english), self.spoken(chinese))
        for told, other in zip(english["stages"], chinese["stages"]):
            self.assertEqual((told["stage"], len(told["saw"])), (other["stage"], len(other["saw"])))
        text = self.explain(THEFT, "--lang", "zh", form="table")
        for words in ("危险等级", "裁决：", "没有异议", "destination.unlisted", "\n目的地  ", "作用 发，可逆 否，敏感性 内部"):
            self.assertIn(words, text)
        for words in ("nothing against", "decision", "the run", "effect", "\ndestination  "):
            self.assertNotIn(words, text)

    def test_leaving_a_rule_out_moves_the_ruling(self):
        without = lambda *rules: self.explain(THEFT, *(word for rule in rules for word in ("--without", rule)))
        self.assertEqual(self.ruling(without()), "destination.unlisted")
        weaker = without("destination.unlisted")
        self.assertEqual((weaker["decision"], self.ruling(weaker)), ("confirm", "approval.dangerous"))
        self.assertNotIn("destination.unlisted", [rule["id"] for rule in weaker["rules"]])
        weakest = without("destination.unlisted", "approval.dangerous")
        self.assertEqual((weakest["decision"], self.ruling(weakest)), ("allow", None))

    def test_what_cannot_be_read_is_explained_as_a_denied_call(self):
        for text in ("nonsense", "[]", "{}", json.dumps(READ) + json.dumps(READ), "nonsense\nnonsense", '{"tool":"read_ticket","approved":true}',
                     b"\xff\xfe".decode("latin-1"), '{"tool":"read_ticket","arguments":[]}'):
            with self.subTest(text):
                told = self.explain(text)
                self.assertEqual((told["decision"], told["rule"]), ("deny", "arguments.malformed"))
                self.assertEqual(self.ruling(told), "arguments.malformed")
                self.assertIsNone(told["call"])

    def test_of_a_call_that_cannot_be_read_no_later_stage_speaks(self):
        told = self.explain("{")
        self.assertEqual(self.spoken(told), ["arguments.malformed"])
        later = [stage["saw"] for stage in told["stages"] if stage["stage"] not in ("session", "reading")]
        self.assertEqual(later, [["not looked at: the call cannot be read"]] * 7)
        self.assertEqual(self.explain("{", form="table").count("nothing against it"), 1)  # of the session

    def test_what_is_wrong_with_a_call_has_a_file_and_a_line(self):
        def place(*words, text=""):
            result = run("explain", "-p", DESKMATE, *words, text=text, cwd=self.folder)
            return re.search(r"^ +(\S.*?): .* is text", out(result), re.M)[1]
        wrong = '{"tool":7}\n'
        self.write("call.json", wrong)
        self.write("calls.jsonl", json.dumps(READ) + "\n\n" + wrong)
        self.assertEqual(place(text=wrong), "standard input:1")
        self.assertEqual(place("call.json"), "call.json:1")
        self.assertEqual(place("calls.jsonl", "--line", "3"), "calls.jsonl:3")

    def test_one_line_of_many_calls(self):
        self.write("calls.jsonl", "\n".join(json.dumps(call) for call in (READ, THEFT, MAIL)) + "\n\n")
        words = ["explain", "-p", DESKMATE, "--tenant", "acme", "calls.jsonl"]
        rule = lambda number: json.loads(out(run(*words, "--format", "json", "--line", number, cwd=self.folder)))["rule"]
        self.assertEqual([rule(n) for n in (1, 2, 3)], ["default.allow", "destination.unlisted", "approval.dangerous"])
        refused = run(*words, cwd=self.folder)
        self.assertEqual((refused.returncode, out(refused)), (2, ""))
        self.assertEqual(err(refused), "yett: calls.jsonl: explain takes one call, and this has 3 lines "
                                       "(name one with --line N, or judge all with `yett decide`)\n")
        for number in ("4", "9", "0", "-1", "two", "1x"):
            refused = run(*words, "--line", number, cwd=self.folder)
            self.assertEqual((refused.returncode, out(refused)), (2, ""), number)
            self.assertIn("line", err(refused), number)

    def test_without_a_call_there_is_nothing_to_explain(self):
        for text in ("", "\n \n"):
            result = run("explain", "-p", DESKMATE, text=text)
            self.assertEqual((result.returncode, out(result)), (2, ""))
            self.assertIn("standard input: no call", err(result))

    def test_a_path_says_why_it_is_refused(self):
        self.write("yett.toml", PATHS)
        def told(tool, path, tenant=("--tenant", "acme")):
            told = self.explain({"tool": tool, "arguments": {"path": path}}, policy="yett.toml", tenant=tenant)
            saw = [stage["saw"] for stage in told["stages"] if stage["stage"] == "destination"][0]
            rests = [rule["policy"] for rule in told["rules"] if rule["id"] == "path.outside"][0]
            return saw[0].split(", ", 1)[1], self.line(rests)
        work, notes = "paths.work (yett.toml:9:8)", "paths.notes (yett.toml:12:8)"
        look, keep = PATHS.splitlines()[6:8]
        cases = [
            ("look", "/srv/work/a", f"below {work}", "[paths.work]"),
            ("look", "a", f"relative, and no base among several roots: {work}, {notes}", look),
            ("look", "/etc/passwd", f"below no root; tried {work}, {notes}", look),
            ("keep", "/srv/notes/acme/a", f"below {notes}, which is read only", "[paths.notes]"),
            ("look", "/srv/notes/globex/a", f"below {notes}, in the folder of another tenant", "[paths.notes]"),
            ("look", "/srv/work/../b", f'climbs out of {work} by ".."', "[paths.work]"),
            ("keep", "~/a", "begins with ~ or $, which other programs expand", keep),
        ]
        for tool, path, words, line in cases:
            with self.subTest(path):
                self.assertEqual(told(tool, path), (words, line))
        self.assertEqual(told("look", "/srv/notes/acme/a", tenant=()),
                         (f"below {notes}, which needs a tenant and the session has none", "[paths.notes]"))

    def test_what_yett_seals_is_protected_here_too(self):
        """`yett mcp` refuses a call that touches its policy, its session or its state: to be told another is a trap."""
        folder = self.folder.resolve()
        policy = self.write("yett.toml", PATHS.replace("/srv/work", str(folder)) + f'[state]\ndir = "{folder}/state"\n')
        session = self.write("s.json", json.dumps({"run": "r", "user": "ana", "tenant": "acme", "allowed_tenants": ["acme"]}))
        for name in ("yett.toml", "s.json", "state/store.db", "./state"):
            for tool in ("look", "keep"):
                with self.subTest(tool + " " + name):
                    path = f"{folder}/{name}"
                    told = self.explain({"tool": tool, "arguments": {"path": path}}, policy=policy, tenant=("--session", session))
                    self.assertEqual((told["decision"], told["rule"]), ("deny", "path.protected"))
                    values = json.loads(out(run("explain", "-p", policy, "--session", session, "--format", "json", "--path", path)))
                    self.assertEqual([value["rule"] for value in values], ["path.protected"] * 2)
        told = self.explain({"tool": "keep", "arguments": {"path": f"{folder}/notes"}}, policy=policy, tenant=("--session", session))
        self.assertEqual(told["decision"], "allow")

    def test_a_url_of_a_listed_host_says_what_does_not_fit(self):
        self.write("yett.toml", POLICY)
        for url, words in {"http://api.deskmate.example/v1/": "the scheme does not fit",
                           "https://api.deskmate.example:8443/v1/": "the port does not fit",
                           "https://api.deskmate.example/v2/": "the path does not fit",
                           "https://x@api.deskmate.example/v1/": "the rest of the URL does not fit"}.items():
            with self.subTest(url):
                told = self.explain({"tool": "send", "arguments": {"url": url}}, policy="yett.toml", tenant=("--tenant", "globex"))
                saw = [line for stage in told["stages"] if stage["stage"] == "destination" for line in stage["saw"]]
                self.assertRegex(saw[0], rf"^url: api\.deskmate\.example, host listed at yett\.toml:\d+:\d+; {words}$")
                ruling = [rule for rule in told["rules"] if rule["id"] == "destination.unlisted"][0]
                self.assertIn("api.deskmate.example", self.line(ruling["policy"]))

    def test_the_call_comes_from_a_file_or_from_standard_input(self):
        path = self.write("call.json", json.dumps(THEFT))
        words = ["explain", "-p", DESKMATE, "--tenant", "acme", "--now", "2026-12-01T00:00:00Z", "--expires", "1h"]
        told = [run(*words, path), run(*words, "-", text=json.dumps(THEFT)), run(*words, text=json.dumps(THEFT))]
        self.assertEqual({one.returncode for one in told}, {0})
        self.assertEqual(len({out(one) for one in told}), 1)

    def test_wrong_words_exit_with_2(self):
        for words in (["--format", "csv"], ["--without", "no.rule"], ["--now", "soon"], ["no-such-file"], ["--permissions", "full access"]):
            result = run("explain", "-p", DESKMATE, "--tenant", "acme", *words, text=json.dumps(READ), cwd=self.folder)
            self.assertEqual((result.returncode, out(result)), (2, ""), words)
            self.assertTrue(err(result), words)

    def test_nothing_that_a_call_says_is_repeated(self):
        """No value, no local part, no path of a URL: whoever reads over a shoulder. Keys that nobody declared are told."""
        canary = "c4n4ry"
        calls = [
            {"tool": "send_email", "arguments": {"to": f"{canary}@deskmate.internal", "cc": [f"{canary}+x@attacker.example"],
                                                 "bcc": canary, "subject": canary, "body": f"{canary}\n{canary}"}},
            {"tool": "call_webhook", "arguments": {"url": f"https://hooks.deskmate.internal/{canary}?{canary}#{canary}",
                                                   "body": {canary: [canary]}}},
            {"tool": "call_webhook", "arguments": {"url": f"{canary}://{canary}@{canary}/"}},
            {"tool": "call_webhook", "arguments": {"url": [canary, {canary: canary}]}},
            {"tool": "read_ticket", "arguments": {"id": canary, "more": canary, "ID": canary}},
            {"tool": "search_customers", "arguments": {"tenant_id": canary, "query": canary}},
            {"tool": "update_ticket", "arguments": {"id": "T-1", "note": {"tenant": canary, "deep": [{"org_id": canary}]}}},
            {"tool": "read_contract", "arguments": {"customer": canary, "tenant_id": {"x": canary}}},
        ]
        self.write("yett.toml", POLICY)
        elsewhere = [
            {"tool": "move", "arguments": {"to": f"/srv/files/{canary}"}},
            {"tool": "move", "arguments": {"to": f"/{canary}/../x"}},
            {"tool": "send", "arguments": {"payee": canary, "url": canary}},
        ]
        for policy, some in ((DESKMATE, calls), ("yett.toml", elsewhere)):
            for call in some:
                for form in ("json", "table"):
                    for language in ("en", "zh"):
                        text = self.explain(call, "--lang", language, policy=policy, form=form)
                        self.assertNotIn(canary, text if isinstance(text, str) else json.dumps(text), call)

    def test_undeclared_arguments_are_named(self):
        told = lambda call, *words: self.explain(call, *words, form="table")
        self.assertIn('\n              not declared: "ID", "more"\n',
                      told({"tool": "read_ticket", "arguments": {"id": "T-1", "ID": 1, "more": 2}}))
        self.assertNotIn("not declared", told(READ))
        # A key is the caller's text: nothing of it may steer a terminal, forge a line or fill a screen.
        hostile = {"\x1b[2J\u202e\nDECISION: ALLOW " + "k" * 200: 1, **{f"k{i}": i for i in range(9)}}
        text = told({"tool": "read_ticket", "arguments": hostile})
        self.assertIn(r'"\u{001B}[2J\u{202E}\u{000A}DECISION: ALLOW kkk', text)
        self.assertIn(', "k3", 5 more\n', text)
        self.assertNotIn("k" * 80, text)
        self.assertIn('call: "un\\u{001B}heard"', told({"tool": "un\x1bheard"}))

    def test_what_a_schema_refuses_is_told_by_its_kind(self):
        limits = 'arguments = { type = "object", properties.id = { type = "string" } }'
        text = DESKMATE.read_text().replace('read_ticket      = { ', f'read_ticket = {{ {limits}, ')
        policy = self.write("schema.toml", text)
        for value, kind in ((7, "a number"), ([1, 2], "a list of 2"), ({"a": 1}, "an object of 1"), (None, "null"), (True, "true or false")):
            told = self.explain({"tool": "read_ticket", "arguments": {"id": value}}, policy=policy, form="table")
            self.assertIn(f"id: {kind} was found", told)

    def test_a_call_that_cannot_be_read_says_why(self):
        self.assertIn('"id" is text, and this is a number', self.explain('{"id":1,"tool":"t"}', form="table"))
        saw = [stage["saw"] for stage in self.explain('{\n"tool": "t",\n"id": nonsense}')["stages"] if stage["stage"] == "reading"][0]
        self.assertRegex(saw[1], r"^standard input:3:7: ")

    def test_the_readme_shows_what_is_printed(self):
        page = (yett.SOURCE / "README.md").read_text()
        shown = re.search(r"```\n\$ echo '(.*)' \| yett explain (.*)\n([\s\S]*?)```", page)
        printed = out(run("explain", *shown[2].split(), text=shown[1], cwd=yett.SOURCE))
        at = 0
        for part in shown[3].split("...\n"):
            self.assertIn(part, printed[at:])
            at = printed.index(part, at) + len(part)

    def test_silent_rules_are_named_on_demand(self):
        text, whole = (self.explain(THEFT, *words, form="table") for words in ((), ("--all",)))
        self.assertIn("destination.unlisted", text)
        self.assertNotIn("link_local", text)
        self.assertIn("link_local", whole)
        self.assertLess(len(text.splitlines()), len(whole.splitlines()))

    def test_destinations_are_numbered_and_told_once(self):
        text = self.explain({"tool": "send_email", "arguments": {"to": ["a@attacker.example", "b@attacker.example"],
                                                                 "cc": "c@deskmate.internal"}}, form="table")
        for line in ("to[1]: <mailbox@attacker", "to[2]: <mailbox@attacker", "cc: <mailbox@deskmate"):
            self.assertIn(line, text)
        self.assertEqual(text.count("DENY destination.unlisted: recipient"), 2)  # the decision, and the rule

    def test_bytes_have_a_unit(self):
        self.assertIn("0 B of 32 MiB of results", self.explain(READ, form="table"))

    def test_a_typical_call_fits_a_screen(self):
        self.write("yett.toml", DESKMATE.read_text())
        for call in (MAIL, THEFT, READ, CONFIRMED_AND_DENIED, "nonsense"):
            for language in ("en", "zh"):
                text = self.explain(call, "--lang", language, policy="yett.toml", form="table")
                lines = text.splitlines()
                self.assertLessEqual(len(lines), 50)
                self.assertEqual([line for line in lines if len(line) > 130], [])
                self.assertEqual([line for line in lines if line != line.rstrip()], [])



class Values(yett.InScratchFolder):
    """--url, --email, --path and --command: one value, every check, the verdict."""

    def explained(self, policy, *words):
        result = run("explain", "-p", policy, "--format", "json", *words)
        self.assertEqual(result.returncode, 0, err(result))
        return json.loads(out(result))

    def test_a_url_and_an_address(self):
        url, email = self.explained(DESKMATE, "--url", "http://2130706433/x", "--email", "Ops@Deskmate.Internal")
        self.assertEqual((url["decision"], url["rule"]), ("deny", "destination.loopback"))
        against = [check["rule"] for check in url["checks"] if check["verdict"] == "deny"]
        self.assertEqual(against, ["destination.loopback", "destination.scheme", "destination.unlisted"])
        self.assertEqual((email["decision"], email["canonical"]), ("allow", "Ops@deskmate.internal"))

    def test_a_path_is_looked_at_to_be_read_and_to_be_written(self):
        policy = SOURCE / "examples/shell/yett.toml"
        read, write = self.explained(policy, "--path", "src/a.c")
        self.assertEqual((read["kind"], read["decision"]), ("path_to_read", "allow"))
        self.assertEqual(read["canonical"], "/srv/build/helpdesk/src/a.c")
        self.assertEqual((write["kind"], write["rule"]), ("path_to_write", "path.outside"))

    def test_a_command_is_judged_by_each_tool_that_lists_some(self):
        policy = SOURCE / "examples/shell/yett.toml"
        (good,) = self.explained(policy, "--command", '["git","log","--oneline"]')
        self.assertEqual((good["tool"], good["decision"]), ("run", "allow"))
        self.assertEqual(good["canonical"], '["/usr/bin/git","--no-pager","--literal-pathspecs","-c","safe.bareRepository=explicit","log","--oneline"]')
        (bad,) = self.explained(policy, "--command", '["rg","x","/etc/passwd"]')
        self.assertEqual(bad["rule"], "path.outside")
        self.assertEqual(run("explain", "-p", policy, "--command", "git log").returncode, 2)
        self.assertEqual(run("explain", "-p", DESKMATE, "--command", '["git"]').returncode, 2)

    def test_a_call_beside_a_value_is_refused_and_not_passed_over(self):
        path = self.write("call.json", json.dumps(READ))
        for value in (["--url", "https://a.example/"], ["--email", "a@a.example"], ["--path", "/a"], ["--command", '["a"]']):
            for call in ([path], ["-"], ["--line", "1"]):
                result = run("explain", "-p", DESKMATE, *value, *call, text=json.dumps(READ))
                self.assertEqual((result.returncode, out(result)), (2, ""), (value, call))
                self.assertIn(f"{value[0]} judges a value in place of a call", err(result))

    def test_the_text_says_each_check_and_the_verdict(self):
        text = out(run("explain", "-p", DESKMATE, "--url", "https://hooks.deskmate.internal\\@evil.example/"))
        self.assertRegex(text, r"destination.malformed +DENY")
        self.assertRegex(text, r"verdict +DENY  destination")
        self.assertEqual(text.count("destination.malformed (spelling)"), 1)

    def test_it_says_what_was_seen_of_a_value_that_is_refused(self):
        policy = SOURCE / "examples/shell/yett.toml"
        for words, seen in [
            (("--path", "/srv/other/x"), "below no root; tried paths.checkout"),
            (("--path", "../x"), 'climbs out of paths.checkout (.*) by ".."'),
            (("--path", "~/x"), "begins with ~ or $"),
            (("--command", '["git","-c","x=y","status"]'), "word 2 of 4 is in no listed command"),
            (("--command", '["git","log","--max-count","five"]'), "word 4 of 4"),
        ]:
            with self.subTest(words):
                value = self.explained(policy, *words)[0]
                self.assertRegex(" ".join(value["observed"]), seen.replace("$", r"\$"))
                self.assertIn(value["observed"][0], out(run("explain", "-p", policy, *words)))
        many = out(run("explain", "-p", policy, "--command", '["git","-c","x=y","status"]'))
        self.assertRegex(many, r"\d+ other checks +nothing against it")

    def test_it_says_what_is_malformed_and_at_which_byte(self):
        for words, seen in [
            (("--url", "https://hooks.deskmate.internal:0443/"), "at byte 33, a port with a zero in front"),
            (("--url", "https://hooks%2edeskmate.internal/"), "at byte 14, a percent sign in a host"),
            (("--email", "a..b@deskmate.internal"), "at byte 2, a dot at an end of the name, or two together"),
        ]:
            with self.subTest(words):
                self.assertIn(f"value: {seen}", self.explained(DESKMATE, *words)[0]["observed"])
        read, _ = self.explained(SOURCE / "examples/shell/yett.toml", "--path", "src\\a.c")
        self.assertIn("value: at byte 4, a backslash, which some programs take for a slash", read["observed"])
        call = {"tool": "send_email", "arguments": {"to": "a;b@deskmate.internal", "subject": "s", "body": "b"}}
        self.assertIn("to: at byte 2, a character that no plain address has", out(run("explain", "-p", DESKMATE, text=json.dumps(call))))

    def test_the_text_is_in_both_languages(self):
        policy = SOURCE / "examples/shell/yett.toml"
        words = ["explain", "-p", policy, "--path", "/etc/passwd", "--command", '["rg","x","/etc/passwd"]']
        english, chinese = (out(run(*words, "--lang", language)) for language in ("en", "zh"))
        for heading in ("path, to read", "path, to write", "command of run"):
            self.assertIn(f"{heading}\n", english)
        for heading in ("路径，用于读", "路径，用于写", "run 的命令"):
            self.assertIn(f"{heading}\n", chinese)
        self.assertIn("拒绝", chinese)
        self.assertNotIn("DENY", chinese)
        self.assertEqual(english.count("\n"), chinese.count("\n"))


if __name__ == "__main__":
    yett.main()
