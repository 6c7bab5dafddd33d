"""The capability table: tiers are computed, in the order of the policy."""

import csv
import io
import json

import yett
from yett import DESKMATE, SOURCE, err, out, run

# Two servers, and on their lines what a reviewer must not overlook.
TWO_SERVERS = """[policy]
name = "two servers"
version = 1
[session]
permissions = "full access"
tenant = "acme"
[destinations.repos]
kind = "id"
allow = ["acme/desk"]
[destinations.partners]
kind = "email"
allow = ["partner.example"]
[egress]
hosts = ["hooks.deskmate.internal"]
email_domains = ["deskmate.internal"]
[paths.files]
root = "/srv/files"
access = "read-write"
[servers.one]
command = ["/usr/bin/one"]
rename = { query = "query_ro" }
[servers.one.tools]
query_ro = { effect = "read", sensitivity = "private", reversible = true, content = ["sql"], tenant = "credential", result_redact = ["email", "card"], result_tenant = ["/rows/*/tenant"] }
push = { effect = "write", sensitivity = "internal", reversible = true, destination.repos = { join = ["owner", "repo"] }, content = ["text"], review = true, why = "OPS-91" }
[servers.two]
command = ["/usr/bin/two"]
[servers.two.tools]
mail = { effect = "send", sensitivity = "internal", reversible = false, destination.email = ["to"], destination.partners = ["cc"], content = ["body"], until = 2099-12-31 }
meet = { effect = "send", sensitivity = "internal", reversible = false, destination.fixed = "participants of the event", unbound = ["link"] }
fetch = { effect = "read", sensitivity = "internal", reversible = true, destination.url = ["url"], returns = "retrieved_document" }
copy = { effect = "write", sensitivity = "internal", reversible = true, path.read = ["from"], path.write = ["/targets/*/path"] }
run = { effect = "execute", sensitivity = "internal", reversible = true, command.argv = ["argv"], commands = [{ program = "/usr/bin/git", subcommands = ["log"], effect = "read" }, { program = "/usr/bin/wc", effect = "read" }] }
[servers.two.tools.pay]
effect = "write"
sensitivity = "internal"
reversible = true
tenant = ["tenant_id"]
arguments = { type = "object", properties = { amount = { type = "number" }, tenant_id = { type = "string" } } }
"""


class Tools(yett.InScratchFolder):
    ORDER = ["read_ticket", "search_customers", "read_contract", "update_ticket", "call_webhook", "send_email"]
    TIERS = ["safe", "sensitive", "sensitive", "sensitive", "sensitive", "dangerous"]

    def test_deskmate_tiers_in_order(self):
        result = run("tools", DESKMATE)
        self.assertEqual(result.returncode, 0)
        lines = out(result).splitlines()[1:]
        self.assertEqual([line.split()[0] for line in lines], self.ORDER)
        for line, tier in zip(lines, self.TIERS):
            self.assertIn(tier, line.split())

    def test_no_file_assigns_a_tier(self):
        text = DESKMATE.read_text()
        for word in ("safe", "sensitive\"", "dangerous", "tier ="):
            self.assertNotIn(word, text)

    def test_json_is_one_array_with_the_contract_members(self):
        table = json.loads(out(run("tools", DESKMATE, "--format", "json")))
        self.assertEqual([row["name"] for row in table], self.ORDER)
        self.assertEqual([row["tier"] for row in table], self.TIERS)
        for row in table:
            self.assertLessEqual({"name", "server", "effect", "sensitivity", "reversible", "tier"}, row.keys())
        self.assertIs(table[5]["reversible"], False)

    def test_the_columns_that_only_some_policies_need(self):
        plain = out(run("tools", DESKMATE)).splitlines()[0].split()
        self.assertEqual(plain, ["tool", "effect", "sensitivity", "reversible", "tier", "asks", "judged", "arguments"])
        path = self.write("yett.toml", TWO_SERVERS)
        table = list(csv.DictReader(io.StringIO(out(run("tools", path, "--format", "csv")))))
        self.assertEqual([(row["tool"], row["server"]) for row in table],
                         [("query_ro", "one"), ("push", "one"), ("mail", "two"), ("meet", "two"), ("fetch", "two"),
                          ("copy", "two"), ("run", "two"), ("pay", "two")])
        self.assertEqual({row["tool"]: row["judged arguments"] for row in table}, {
            "query_ro": "",
            "push": "owner/repo (id: repos)",
            "mail": "to (email), cc (email: partners)",
            "meet": "participants of the event",
            "fetch": "url (url)",
            "copy": "from (path.read), /targets/*/path (path.write)",
            "run": "argv (command.argv)",
            "pay": "tenant_id (tenant)",
        })
        self.assertEqual({row["tool"]: row["remarks"] for row in table if row["remarks"]}, {
            "query_ro": "the session's own credential; results without email, card; results of the session's tenant only; query at the server",
            "push": "waits for a review",
            "mail": "until 2099-12-31",
            "fetch": "returns documents",
            "run": "2 commands",
        })

    def test_what_the_flow_rule_asks_about_is_told_apart(self):
        asks = lambda policy: {row["tool"]: row["asks"] for row in csv.DictReader(io.StringIO(out(run("tools", policy, "--format", "csv"))))}
        self.assertEqual(asks(DESKMATE), {"read_ticket": "no", "search_customers": "no", "read_contract": "no", "update_ticket": "no",
                                          "call_webhook": "flow", "send_email": "1 person"})
        for change in (('sensitivity = "private"', 'sensitivity = "internal"'), ('private_to_outside = "confirm"', 'private_to_outside = "deny"')):
            text = DESKMATE.read_text()
            self.assertIn(change[0], text)
            self.assertEqual(asks(self.write("other.toml", text.replace(*change)))["call_webhook"], "no", change)
        self.assertIn('"flow": once the run has read private data', " ".join(out(run("tools", "--help")).split()))

    def test_a_session_that_may_call_nothing_is_told_so(self):
        idle = '[permissions.idle]\nservers = []\ngrants = { read = ["user"] }\n'
        text = DESKMATE.read_text().replace('may_choose  = ["read-only"]', 'may_choose = ["idle"]') + idle
        result = run("tools", self.write("idle.toml", text), "--permissions", "idle")
        self.assertEqual((result.returncode, out(result)), (0, "This session may call no tool.\n"), err(result))

    def test_the_server_is_named_where_there_are_several(self):
        one = TWO_SERVERS.split("[servers.two]")[0]
        path = self.write("yett.toml", one)
        heading = out(run("tools", path)).splitlines()[0].split()
        self.assertNotIn("server", heading)
        self.assertEqual({row["server"] for row in json.loads(out(run("tools", path, "--format", "json")))}, {"one"})
        self.assertEqual({row["server"] for row in json.loads(out(run("tools", DESKMATE, "--format", "json")))}, {None})

    def test_json_members_of_a_tool(self):
        path = self.write("yett.toml", TWO_SERVERS)
        result = run("tools", path, "--format", "json")
        self.assertEqual(result.returncode, 0, err(result))
        tools = {row["name"]: row for row in json.loads(out(result))}
        expected = {
            "query_ro": {"server": "one", "tenant": "credential", "tenant_arguments": [], "content": ["sql"], "review": False,
                         "result_redact": ["email", "card"], "result_tenant": ["/rows/*/tenant"], "until": None, "why": None, "schema": False, "destinations": [], "fixed_destination": None},
            "push": {"destinations": [{"argument": None, "join": ["owner", "repo"], "kind": "id", "list": "repos"}],
                     "review": True, "why": "OPS-91", "content": ["text"]},
            "mail": {"destinations": [{"argument": "to", "kind": "email", "list": "emails"},
                                      {"argument": "cc", "kind": "email", "list": "partners"}], "until": "2099-12-31"},
            "meet": {"destinations": [], "fixed_destination": "participants of the event", "unbound": ["link"]},
            "fetch": {"destinations": [{"argument": "url", "kind": "url", "list": "hosts"}], "returns": "retrieved_document"},
            "copy": {"paths": {"read": ["from"], "write": ["/targets/*/path"]}},
            "run": {"commands": [{"program": "/usr/bin/git", "fixed": [], "subcommands": ["log"], "effect": "read"},
                                 {"program": "/usr/bin/wc", "fixed": [], "subcommands": [], "effect": "read"}]},
            "pay": {"schema": True, "tenant": "arguments", "tenant_arguments": ["tenant_id"], "result_redact": [], "result_tenant": []},
        }
        self.assertEqual(list(tools), list(expected))
        members = {"name", "server", "effect", "sensitivity", "reversible", "tier", "asks", "destinations", "fixed_destination", "paths",
                   "commands", "tenant", "tenant_arguments", "content", "unbound", "schema", "returns", "result_redact", "result_tenant", "review", "until",
                   "why", "policy"}
        lines = TWO_SERVERS.splitlines()
        for name, some in expected.items():
            self.assertEqual(set(tools[name]), members)
            self.assertEqual({key: tools[name][key] for key in some}, some)
            file, number, _ = tools[name]["policy"].rsplit(":", 2)
            self.assertEqual(file, str(path))
            self.assertIn(name, lines[int(number) - 1])

    def test_every_example_has_a_table_that_fits(self):
        for policy in sorted((SOURCE / "examples").rglob("yett.toml")):
            for language in ("en", "zh"):
                lines = out(run("tools", policy, "--lang", language)).splitlines()
                self.assertEqual([line for line in lines if len(line) > 125], [], policy)

    def test_it_says_which_calls_ask_a_person(self):
        asked = lambda text: [row["name"] for row in json.loads(out(run("tools", self.write("asks.toml", text), "--format", "json")))
                              if row["asks"] == 1]
        text = TWO_SERVERS.replace('effect = "write", sensitivity = "internal", reversible = true, path.read',
                                   'effect = "write", sensitivity = "internal", reversible = false, path.read')
        self.assertEqual(asked(text), ["mail", "meet", "copy"])
        self.assertEqual(asked(text + "[approval]\nirreversible_writes = false\n"), ["mail", "meet"])
        lines = {line.split()[0]: line for line in out(run("tools", DESKMATE)).splitlines()}
        self.assertIn(" 1 person ", lines["send_email"])
        self.assertNotIn("person", lines["call_webhook"])

    def test_for_a_session_it_lists_what_that_may_call(self):
        def shown(*words):
            result = run("tools", DESKMATE, "--format", "json", *words)
            self.assertEqual(result.returncode, 0, err(result))
            return [row["name"] for row in json.loads(out(result))], err(result)

        self.assertEqual(shown("--tenant", "acme"), (self.ORDER, ""))
        names, told = shown("--tenant", "acme", "--permissions", "read-only")
        self.assertEqual(names, self.ORDER[:3])
        self.assertIn("not for this session: update_ticket (permission.capability)", told)
        names, told = shown("--permissions", "no execution")
        self.assertNotIn("search_customers", names)
        self.assertIn("search_customers (tenancy.no_tenant)", told)
        self.assertEqual(run("tools", DESKMATE, "--permissions", "full access").returncode, 2)
        lapsed = self.write("yett.toml", TWO_SERVERS.replace("2099-12-31", "2020-12-31"))
        table = run("tools", lapsed, "--tenant", "acme")
        self.assertIn("push (tool.review), mail (tool.unregistered)", err(table))

    def test_remarks_in_chinese(self):
        path = self.write("yett.toml", TWO_SERVERS)
        english, chinese = (out(run("tools", path, "--lang", language, "--format", "csv")) for language in ("en", "zh"))
        for remark in ("waits for a review", "until 2099", "2 commands", "returns ", "at the server", "own credential", "results without", "tenant only"):
            self.assertIn(remark, english)
            self.assertNotIn(remark, chinese)
        self.assertIn("2099-12-31", chinese)

    def test_csv_and_markdown(self):
        table = list(csv.reader(io.StringIO(out(run("tools", DESKMATE, "--format", "csv")))))
        self.assertEqual([row[0] for row in table[1:]], self.ORDER)
        self.assertIn("| call\\_webhook |", out(run("tools", DESKMATE, "--format", "markdown")))

    def test_flipping_reversible_flips_the_tier(self):
        text = DESKMATE.read_text().replace("reversible = false", "reversible = true")
        path = self.write("yett.toml", text)
        table = json.loads(out(run("tools", path, "--format", "json")))
        self.assertEqual(table[5]["tier"], "sensitive")

    def test_chinese_headings(self):
        self.assertIn("危险等级", out(run("tools", DESKMATE, "--lang", "zh")))
        self.assertIn("危险等级", out(run("tools", DESKMATE, environment={"LANG": "zh_CN.UTF-8"})))


if __name__ == "__main__":
    yett.main()
