"""`yett decide`: one line in, one ruling out, in order; exit codes; what cannot be read is a denied call."""

import json
import subprocess

import yett
from yett import DESKMATE, err, out, rows, run

TENANT = ["--tenant", "acme"]


def decide(*lines, words=(), tenant=TENANT, policy=DESKMATE):
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines) + "\n"
    return run("decide", "-p", policy, *tenant, *words, text=text)


READ = {"id": "c1", "tool": "read_ticket", "arguments": {"id": "T-1"}}
MAIL = {"id": "c2", "tool": "send_email", "arguments": {"to": "risk@deskmate.internal"}}
THEFT = {"id": "c3", "tool": "send_email", "arguments": {"to": "collector@attacker.example"}}


class Decide(yett.InScratchFolder):
    def test_exit_codes(self):
        self.assertEqual(decide(READ).returncode, 0)
        self.assertEqual(decide(READ, MAIL).returncode, 3)
        self.assertEqual(decide(READ, MAIL, THEFT).returncode, 1)
        self.assertEqual(run("decide", "-p", self.folder / "none", text="").returncode, 2)

    def test_output_that_is_lost_is_no_success(self):
        with open("/dev/full", "w") as full:
            lines = "".join(json.dumps(READ) + "\n" for _ in range(400)).encode()
            result = subprocess.run([yett.YETT, "decide", "-p", DESKMATE, *TENANT], input=lines, stdout=full,
                                    stderr=subprocess.PIPE, env=yett.ENVIRONMENT)
        self.assertEqual(result.returncode, 2)
        self.assertIn("could not be written", result.stderr.decode())

    def test_a_reader_that_has_enough_is_no_fault(self):
        lines = (json.dumps(READ) + "\n") * 20000
        program = f"{yett.YETT} decide -p {DESKMATE} --tenant acme | head -1; exit ${{PIPESTATUS[0]}}"
        result = subprocess.run(["bash", "-c", program], input=lines.encode(), capture_output=True, env=yett.ENVIRONMENT)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertEqual(json.loads(result.stdout)["id"], "c1")

    def test_a_table_of_rulings_fits_a_screen(self):
        text = out(decide(THEFT, {**THEFT, "tool": "call_webhook", "arguments": {"url": "https://api.a-name-of-some-length.example/", "x": 1}},
                          words=["--format", "table"]))
        self.assertEqual([line for line in text.splitlines() if len(line) > 120], [], text)

    def test_a_ruling_has_the_contract_members(self):
        row = rows(decide(THEFT))[0]
        self.assertEqual(list(row), ["id", "tool", "decision", "rule", "reason", "tier", "also", "call", "policy"])
        self.assertEqual(row["decision"], "deny")
        self.assertEqual(row["rule"], "destination.unlisted")
        self.assertEqual(row["reason"], "recipient domain not on the allowlist: attacker.example")
        self.assertEqual(row["tier"], "dangerous")
        self.assertEqual(row["also"], [{"rule": "approval.dangerous", "decision": "confirm"}])
        self.assertRegex(row["call"], "^sha256:[0-9a-f]{64}$")
        self.assertRegex(row["policy"], "^sha256:[0-9a-f]{64}$")

    def test_key_order_and_spacing_do_not_change_the_digest(self):
        one = rows(decide('{"tool":"update_ticket","arguments":{"id":"T-1","note":"x"}}'))[0]
        two = rows(decide('{"arguments": {"note":"x", "id":"T-1"}, "tool":"update_ticket"}'))[0]
        three = rows(decide('{"tool":"update_ticket","arguments":{"id":"T-1","note":"y"}}'))[0]
        self.assertEqual(one["call"], two["call"])
        self.assertNotEqual(one["call"], three["call"])

    def test_chinese_reasons(self):
        row = rows(decide(THEFT, words=["--lang", "zh"]))[0]
        self.assertEqual(row["reason"], "收件域名不在白名单里：attacker.example")
        self.assertEqual(rows(decide(READ, words=["--lang", "zh"]))[0]["reason"], "危险等级 safe")

    def test_the_metadata_service(self):
        row = rows(decide({"tool": "call_webhook", "arguments": {"url": "https://169.254.169.254/latest/meta-data/"}}))[0]
        self.assertEqual(row["rule"], "destination.metadata")
        self.assertEqual(row["reason"], "target is a private or loopback address: 169.254.169.254 (metadata)")
        self.assertIn({"rule": "destination.unlisted", "decision": "deny"}, row["also"])

    def test_unreadable_lines_are_denied_calls(self):
        lines = [
            "not json",
            "[]",
            "{}",
            '{"tool":"read_ticket","tool":"send_email"}',
            '{"tool":"read_ticket","arguments":{"id":"a","id":"b"}}',
            '{"tool":"read_ticket","arguments":[]}',
            '{"tool":"read_ticket","id":7}',
            '{"tool":"read_ticket","approved":true}',
            '{"tool":"read_ticket","source":"web"}',
            '{"tool":"read_ticket","source":["user",3]}',
            '{"tool":"read_ticket","read_private":"yes"}',
            '{"tool":"read_ticket","arguments":{"id":9007199254740993}}',
            '{"tool":"read_ticket","arguments":{"id":-0}}',
            '{"tool":"read_ticket","arguments":{"id":"\\ud800"}}',
            '{"Tool":"read_ticket"}',
        ]
        result = decide(*lines)
        self.assertEqual(result.returncode, 1)
        rulings = rows(result)
        self.assertEqual(len(rulings), len(lines))
        for line, row in zip(lines, rulings):
            self.assertEqual((row["decision"], row["rule"]), ("deny", "arguments.malformed"), line)
            self.assertIsNone(row["call"])

    def test_unreadable_lines_say_why(self):
        """One line of stderr each: where, what, and what to write instead."""
        told = lambda *lines, words=(): err(decide(*lines, words=words)).splitlines()
        self.assertEqual(told(READ, "", '{"id":1,"tool":"read_ticket"}', '{"tool":"read_ticket","args":{}}'),
                         ['yett: standard input:3: "id" is text, and this is a number (put it in quotes)',
                          'yett: standard input:4: "args" is no member of a call (did you mean "arguments"?)'])
        self.assertRegex(told(READ, '{"tool": nonsense}')[0], "^yett: standard input:2:10: ")
        path = self.write("calls.jsonl", "[]\n")
        self.assertIn(f"{path}:1: a call is an object", err(run("decide", "-p", DESKMATE, path)))
        self.assertEqual(told(READ, THEFT), [])

    def test_an_input_without_calls_says_so(self):
        for text in ("", "\n\n"):
            result = run("decide", "-p", DESKMATE, text=text)
            self.assertEqual((result.returncode, out(result), err(result)), (0, "", "yett: standard input: no calls\n"))

    def test_a_file_of_another_kind_does_not_flood_the_terminal(self):
        lines = err(decide(*["# a comment"] * 1000)).splitlines()
        self.assertEqual(len(lines), 21)
        self.assertIn("980 more lines", lines[-1])

    def test_an_input_without_end_comes_to_an_end(self):
        result = run("decide", "-p", DESKMATE, "/dev/zero")
        self.assertEqual((result.returncode, [row["rule"] for row in rows(result)]), (1, ["arguments.malformed"]))
        self.assertIn("/dev/zero:1: ", err(result))
        self.assertIn("nothing behind that line", err(result))

    def test_schema_refusals_say_what_is_wrong(self):
        limits = 'arguments = { type = "object", required = ["id"], properties.id = { type = "string", maxLength = 5 } }'
        text = DESKMATE.read_text().replace('read_ticket      = { ', f'read_ticket = {{ {limits}, ')
        self.assertIn(limits, text)
        policy = self.write("schema.toml", text)
        reasons = lambda *calls: [row["reason"] for row in rows(decide(*calls, policy=policy))]
        self.assertEqual(reasons({"tool": "read_ticket"}, {"tool": "read_ticket", "arguments": {"id": 7}},
                                 {"tool": "read_ticket", "arguments": {"id": "T-12345"}}),
                         ["the arguments do not fit their schema: required (something required is missing)",
                          "argument id does not fit its schema: type (a value of another type)",
                          "argument id does not fit its schema: maxLength (too long)"])

    def test_blank_lines_are_skipped_and_the_last_needs_no_end(self):
        result = run("decide", "-p", DESKMATE, *TENANT, text="\n  \n" + json.dumps(READ) + "\n\n" + json.dumps(MAIL))
        self.assertEqual([row["id"] for row in rows(result)], ["c1", "c2"])

    def test_invalid_utf8_is_a_denied_call(self):
        result = run("decide", "-p", DESKMATE, text=b'{"tool":"read_ticket","arguments":{"id":"\xff"}}\n')
        self.assertEqual(rows(result)[0]["rule"], "arguments.malformed")

    def test_an_approval_in_the_arguments_is_an_undeclared_argument(self):
        row = rows(decide({"tool": "send_email", "arguments": {"to": "risk@deskmate.internal", "approved": True}}))[0]
        self.assertEqual(row["rule"], "arguments.schema")

    def test_case_variants_are_malformed(self):
        row = rows(decide({"tool": "send_email", "arguments": {"to": "risk@deskmate.internal", "BCC": "x@attacker.example"}}))[0]
        self.assertEqual(row["rule"], "arguments.malformed")

    def test_tenancy(self):
        foreign = {"tool": "search_customers", "arguments": {"tenant_id": "globex", "query": "a"}}
        own = {"tool": "search_customers", "arguments": {"query": "a"}}
        self.assertEqual(rows(decide(foreign))[0]["rule"], "tenancy.in_arguments")
        self.assertEqual(rows(decide(own))[0]["decision"], "allow")
        self.assertEqual(rows(decide(own, tenant=[]))[0]["rule"], "tenancy.no_tenant")
        row = rows(decide(own, tenant=["--tenant", "globex", "--allow-tenant", "acme"]))[0]
        self.assertEqual(row["rule"], "tenancy.out_of_scope")
        self.assertEqual(row["reason"], "tenant globex is out of scope for this session")

    def test_permissions_and_sources(self):
        words = ["--permissions", "read-only"]
        self.assertEqual(rows(decide(READ, words=words))[0]["decision"], "allow")
        self.assertEqual(rows(decide({**READ, "source": "tool_output"}, words=words))[0]["rule"], "permission.source")
        self.assertEqual(rows(decide(MAIL, words=words))[0]["rule"], "permission.capability")
        self.assertEqual(decide(READ, words=["--permissions", "full access"]).returncode, 2)

    def test_sequence_carries_what_was_taken_in(self):
        send = {"tool": "call_webhook", "arguments": {"url": "https://hooks.deskmate.internal/a"}}
        calls = [{"tool": "search_customers", "arguments": {"query": "a"}}, send]
        self.assertEqual([row["decision"] for row in rows(decide(*calls))], ["allow", "allow"])
        sequence = rows(decide(*calls, words=["--sequence"]))
        self.assertEqual((sequence[1]["decision"], sequence[1]["rule"]), ("confirm", "flow.private_to_outside"))
        stated = rows(decide({**send, "source": "tool_output", "read_private": True}))[0]
        self.assertEqual(stated["rule"], "flow.private_to_outside")

    def limited(self, **limits):
        """The policy of the lab with these limits."""
        lines = "".join(f"{key} = {value}\n" for key, value in limits.items())
        return self.write("limited.toml", yett.DESKMATE.read_text() + "\n[limits]\n" + lines)

    def test_sequence_carries_what_was_used(self):
        now = ["--now", "2026-12-01T10:00:00Z"]
        send = {"tool": "call_webhook", "arguments": {"url": "https://hooks.deskmate.internal/a"}}
        rules = lambda calls, policy, *words: [row["rule"] for row in rows(decide(*calls, words=[*now, *words], policy=policy))]
        few_calls = self.limited(calls_per_minute=2)
        self.assertEqual(rules([READ, "no call", READ, READ], few_calls, "--sequence"),
                         ["default.allow", "arguments.malformed", "session.limit", "session.limit"])
        self.assertEqual(rules([READ] * 4, few_calls), ["default.allow"] * 4)
        few_sends = self.limited(sends_per_run=1)
        self.assertEqual(rules([MAIL, send, READ, send], few_sends, "--sequence"),
                         ["approval.dangerous", "default.allow", "default.allow", "session.limit"])

    def test_sequence_suspends_after_too_many_denials(self):
        few = self.limited(denials=3)
        other = {"tool": "export_report"}
        rules = lambda calls, *words: [row["rule"] for row in rows(decide(*calls, words=words, policy=few))]
        self.assertEqual(rules([THEFT, other, other, READ, "no call", READ], "--sequence"),
                         ["destination.unlisted", "tool.unregistered", "tool.unregistered", "default.allow",
                          "arguments.malformed", "session.suspended"])
        self.assertEqual(rules([THEFT, other, "no call", READ])[-1], "default.allow")

    def test_time_comes_from_the_command_line(self):
        words = ["--now", "2026-12-01T10:00:00Z", "--expires", "2026-12-01T09:00:00Z"]
        self.assertEqual(rows(decide(READ, words=words))[0]["rule"], "session.expired")
        self.assertEqual(decide(READ, words=["--now", "yesterday"]).returncode, 2)

    def test_without_leaves_a_rule_out(self):
        row = rows(decide(THEFT, words=["--without", "destination.unlisted", "--without", "approval.dangerous"]))[0]
        self.assertEqual(row["decision"], "allow")
        row = rows(decide({"tool": "export_report"}, words=["--without", "tool.unregistered"]))[0]
        self.assertEqual((row["decision"], row["tier"]), ("allow", None))
        self.assertEqual(decide(THEFT, words=["--without", "no.rule"]).returncode, 2)

    def test_session_file(self):
        session = self.write("s.json", json.dumps({"run": "r", "user": "ana", "tenant": "acme", "allowed_tenants": ["acme"]}))
        self.assertEqual(rows(decide(READ, tenant=["--session", session]))[0]["decision"], "allow")
        session = self.write("bad.json", json.dumps({"run": "r", "approved": True}))
        result = decide(READ, tenant=["--session", session])
        self.assertEqual(result.returncode, 2)
        self.assertIn("bad.json", err(result))

    def test_what_yett_seals_is_protected_here_too(self):
        policy = self.write("rooted.toml", f"""[policy]
name = "rooted"
version = 1
[session]
permissions = "full access"
[tools]
keep = {{ effect = "write", sensitivity = "internal", reversible = true, path.write = ["path"] }}
[paths.work]
root = "{self.folder.resolve()}"
access = "read-write"
""")
        calls = [{"tool": "keep", "arguments": {"path": path}} for path in ("rooted.toml", ".", "s.json", "notes.md")]
        session = self.write("s.json", json.dumps({"run": "r", "user": "ana"}))
        rules = [row["rule"] for row in rows(decide(*calls, tenant=["--session", session], policy=policy))]
        self.assertEqual(rules, ["path.protected", "path.protected", "path.protected", "default.allow"])

    def test_a_file_instead_of_standard_input(self):
        path = self.write("calls.jsonl", json.dumps(READ) + "\n")
        self.assertEqual(len(rows(run("decide", "-p", DESKMATE, path))), 1)
        self.assertEqual(run("decide", "-p", DESKMATE, self.folder / "none").returncode, 2)

    def test_policy_from_the_environment_and_the_folder(self):
        line = json.dumps(READ)
        self.assertEqual(run("decide", text=line, environment={"YETT_POLICY": str(DESKMATE)}).returncode, 0)
        self.write("yett.toml", DESKMATE.read_text())
        self.assertEqual(run("decide", text=line, cwd=self.folder).returncode, 0)

    def test_rows_in_other_formats(self):
        self.assertIn("destination.unlisted", out(decide(THEFT, words=["--format", "table"])))
        self.assertIn("| deny |", out(decide(THEFT, words=["--format", "markdown"])))

    def test_rows_name_further_findings_and_lines_without_an_id(self):
        metadata = {"tool": "call_webhook", "arguments": {"url": "https://169.254.169.254/"}}
        lines = out(decide(READ, metadata, words=["--format", "csv"])).splitlines()
        self.assertEqual(lines[0], "id,tool,decision,rule,tier,reason,also")
        self.assertTrue(lines[1].startswith("c1,") and lines[1].endswith(","), lines[1])
        self.assertTrue(lines[2].startswith("(line 2),") and lines[2].endswith(",destination.unlisted"), lines[2])
        self.assertNotIn("also", out(decide(READ, words=["--format", "table"])))


if __name__ == "__main__":
    yett.main()
