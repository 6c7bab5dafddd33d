"""`yett decide --from` reads what other programs wrote down of an agent's calls; `--summary` counts the rulings by tool."""

import csv
import gzip
import io
import json
import pathlib

import yett
from yett import DESKMATE, SOURCE, err, out, rows, run

TRACES = {
    "claude-code": "claude-code.jsonl",
    "mcp": "mcp.jsonl",
    "openai": "openai.jsonl",
    "anthropic": "anthropic.json",
    "langchain": "langchain.json",
}


def decide(*words, text="", policy=DESKMATE):
    return run("decide", "-p", policy, "--tenant", "acme", *words, text=text)


def trace_of(form):
    return SOURCE / "tests/cli/traces" / TRACES[form]


def block(tool, arguments, call_id):
    return {"type": "tool_use", "id": call_id, "name": tool, "input": arguments}


def line(session, *blocks):
    return {"type": "assistant", "sessionId": session, "message": {"role": "assistant", "content": blocks}}


def lines(*documents):
    return "".join((text if isinstance(text, str) else json.dumps(text)) + "\n" for text in documents)


SEARCH = ("search_customers", {"query": "a"})
SEND = ("call_webhook", {"url": "https://hooks.deskmate.internal/a"})


class From(yett.InScratchFolder):
    def test_the_same_calls_are_ruled_alike_in_every_format(self):
        for form in TRACES:
            result = decide("--from", form, trace_of(form))
            self.assertEqual([(row["id"], row["tool"], row["rule"]) for row in rows(result)],
                             [("c1", "read_ticket", "default.allow"), ("c2", "search_customers", "default.allow"),
                              ("c3", "send_email", "approval.dangerous"), ("c4", "send_email", "destination.unlisted"),
                              ("c5", "read_ticket", "default.allow")], form)
            self.assertEqual((result.returncode, err(result)), (1, ""), form)

    def test_the_digests_are_those_of_the_calls_themselves(self):
        calls = lines({"tool": "read_ticket", "arguments": {"id": "T-1"}})
        self.assertEqual(rows(decide("--from", "mcp", trace_of("mcp")))[0]["call"], rows(decide(text=calls))[0]["call"])

    def test_standard_input_is_a_trace_too(self):
        result = decide("--from", "mcp", text=trace_of("mcp").read_text())
        self.assertEqual(len(rows(result)), 5)

    def test_an_unknown_format_names_the_known_ones(self):
        result = decide("--from", "openia", trace_of("openai"))
        self.assertEqual((result.returncode, out(result)), (2, ""))
        self.assertEqual(err(result), 'yett: --from takes claude-code, mcp, openai, anthropic, langchain, and this is '
                                      '"openia" (did you mean "openai"?)\n')

    def test_a_trace_of_another_format_is_no_success(self):
        result = decide("--from", "mcp", trace_of("anthropic"))
        self.assertEqual((result.returncode, {row["rule"] for row in rows(result)}), (2, {"arguments.malformed"}))
        self.assertIn("anthropic.json: nothing in it is a trace of the format mcp", err(result))

    def test_a_trace_without_calls_says_so(self):
        for text in ("", lines({"jsonrpc": "2.0", "id": 1, "method": "ping"})):
            result = decide("--from", "mcp", text=text)
            self.assertEqual((result.returncode, out(result), err(result)), (0, "", "yett: standard input: no calls\n"))

    def test_what_cannot_be_read_is_denied_and_told_with_its_line(self):
        message = lambda arguments: {"role": "assistant", "tool_calls": [
            {"id": "c7", "type": "function", "function": {"name": "read_ticket", "arguments": arguments}}]}
        path = self.write("chat.jsonl", lines({"role": "user", "content": "a"}, message("{"), "", "{nonsense",
                                              message('{"id": "T-1"}')))
        result = decide("--from", "openai", path)
        self.assertEqual([(row["id"], row["tool"], row["decision"], row["rule"]) for row in rows(result)],
                         [("c7", "read_ticket", "deny", "arguments.malformed"),
                          (None, None, "deny", "arguments.malformed"), ("c7", "read_ticket", "allow", "default.allow")])
        told = err(result).splitlines()
        self.assertEqual(len(told), 2)
        self.assertRegex(told[0], rf'^yett: {path}:2: the call "c7" has arguments that are no JSON \(')
        self.assertRegex(told[1], rf"^yett: {path}:4:1: ")

    def test_a_first_line_that_is_no_json_does_not_hide_the_others(self):
        path = self.write("a.jsonl", lines("# recorded today", line("s", block(*SEARCH, "c1")), line("s", block(*SEND, "c2"))))
        result = decide("--from", "claude-code", path)
        self.assertEqual([row["rule"] for row in rows(result)], ["arguments.malformed", "default.allow", "default.allow"])
        self.assertIn(f"{path}:1:1: ", err(result))

    def test_a_document_may_span_lines(self):
        document = [line("s", block(*SEARCH, "c1")), line("s", block(*SEND, "c2"))]
        for text in (json.dumps(document, indent=1), "\n\n" + json.dumps(document, indent=1), f"[\n{json.dumps(document[0])}\n]"):
            self.assertEqual(rows(decide("--from", "claude-code", text=text))[0]["id"], "c1", text)

    def test_a_document_that_spans_lines_and_breaks_off_is_one_unreadable_call(self):
        text = "\n" + json.dumps([line("s", block(*SEARCH, "c1"))], indent=1)[:-30]
        result = decide("--from", "claude-code", text=text)
        self.assertEqual([row["rule"] for row in rows(result)], ["arguments.malformed"])
        self.assertEqual(len(err(result).splitlines()), 1)

    def test_a_fault_in_a_document_stands_at_its_line(self):
        result = decide("--from", "claude-code", text='\n{\n  "a": 1,\n\n  "b": nonsense\n}\n')
        self.assertRegex(err(result), "^yett: standard input:5:8: ")

    def test_a_number_that_nobody_judges_hides_no_call(self):
        stamped = {"time": 1764534788123456789, **line("s", block(*SEARCH, "c1"))}
        for text in (lines(stamped, stamped | line("s", block(*SEARCH, "c2"))), json.dumps(stamped, indent=1)):
            result = decide("--from", "claude-code", text=text)
            self.assertEqual({row["rule"] for row in rows(result)}, {"default.allow"}, text)

    def test_an_input_without_end_comes_to_an_end(self):
        result = decide("--from", "mcp", "/dev/zero")
        self.assertEqual((result.returncode, rows(result)), (2, []))
        self.assertIn("/dev/zero:1: the line is longer than 64 MiB", err(result))

    def test_a_line_that_is_too_long_hides_nothing(self):
        for before in ("", "# recorded today"):
            long = json.dumps(line("s", block("read_ticket", {"id": "a" * (64 << 20)}, "c2")))
            result = decide("--from", "claude-code", text=lines(before, line("s", block(*SEARCH, "c1")), long, line("s", block(*SEND, "c3"))))
            self.assertEqual((result.returncode, rows(result)[-1]["id"]), (2, "c1"))
            self.assertIn("standard input:3: the line is longer than 64 MiB", err(result))

    def test_what_is_compressed_is_no_trace(self):
        packed = gzip.compress(trace_of("mcp").read_bytes())
        for name, content in (("a.gz", packed), ("a.zst", b"\x28\xb5\x2f\xfd\x00")):
            path = self.write(name, "")
            pathlib.Path(path).write_bytes(content)
            result = decide("--from", "mcp", path)
            self.assertEqual((result.returncode, out(result)), (2, ""), name)
            self.assertIn(f"{name}: it is compressed", err(result))

    def test_whatever_the_beginning_is_the_lines_behind_it_are_read(self):
        first, second = line("s", block(*SEARCH, "c1")), line("s", block(*SEND, "c2"))
        read = lambda text: [row["id"] for row in rows(decide("--from", "claude-code", text=text))]
        self.assertEqual(read(lines("# a", "# b", first, second)), [None, "c1", "c2"])
        self.assertEqual(read(lines("# a", [first], second)), [None, "c1", "c2"])
        self.assertEqual(read(lines("# a", first, "# b", "", "# c", second, "# d")), [None, "c1", None, "c2", None])
        self.assertEqual(read("\ufeff" + lines(first, second)), [None, "c2"])
        self.assertEqual(read(lines("[", "7,", first, "]")), ["c1"], "one document")
        self.assertEqual(read(lines("# a", second) + json.dumps(first, indent=1)), [None, "c2", "c1"])

    def test_faults_of_lines_stand_where_they_are(self):
        result = decide("--from", "claude-code", text=lines("", "# a", "# b", line("s", block(*SEARCH, "c1")), "", '{"a":', "", " nonsense}"))
        self.assertEqual([row["id"] for row in rows(result)], [None, "c1", None])
        self.assertRegex(err(result), "^yett: standard input:2:1: [^\n]*\nyett: standard input:8:2: ")

    def test_lines_behind_a_long_beginning_are_read(self):
        text = "[\n" + ('"' + "a" * (1 << 20) + '",\n') * 65 + lines(line("s", block(*SEARCH, "c1")))
        result = decide("--from", "claude-code", text=text)
        self.assertEqual([row["id"] for row in rows(result)], [None, "c1"])

    def test_names_of_mcp_are_what_the_server_was_asked_for(self):
        call = {"jsonrpc": "2.0", "id": "c1", "method": "tools/call", "params": {"name": "mcp__deskmate__read_ticket", "arguments": {"id": "T-1"}}}
        [row] = rows(decide("--from", "mcp", text=lines(call)))
        self.assertEqual((row["tool"], row["rule"]), ("mcp__deskmate__read_ticket", "tool.unregistered"))

    def test_a_server_and_its_tool_are_not_cut_elsewhere(self):
        policy = self.write("apart.toml", """[policy]
name = "apart"
version = 1
[session]
permissions = "full access"
[servers.files__x]
command = ["/bin/true"]
[servers.files__x.tools]
read = { effect = "read", sensitivity = "internal", reversible = true }
""")
        item = lambda server, name: {"type": "mcp_call", "id": name, "server_label": server, "name": name, "arguments": "{}"}
        result = run("decide", "-p", policy, "--from", "openai", text=lines(item("files__x", "read"), item("files", "x__read")))
        self.assertEqual([(row["tool"], row["rule"]) for row in rows(result)],
                         [("read", "default.allow"), ("files.x__read", "tool.unregistered")], err(result))

    def test_a_call_in_an_unknown_wrapping_is_denied(self):
        text = lines({"jsonrpc": "2.0", "id": 1, "method": "ping"}, {"direction": "in", "payload": {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "read_ticket"}}})
        result = decide("--from", "mcp", text=text)
        self.assertEqual((result.returncode, [row["rule"] for row in rows(result)]), (1, ["arguments.malformed"]))

    def test_a_document_that_is_too_long_is_one_unreadable_call(self):
        text = "[\n" + ('"' + "a" * (1 << 20) + '",\n') * 65 + "1]\n"
        result = decide("--from", "mcp", text=text)
        self.assertEqual([row["rule"] for row in rows(result)], ["arguments.malformed"])
        self.assertRegex(err(result), "^yett: standard input:1: [^\n]*\n$")

    def test_lines_behind_one_that_is_no_json_may_be_as_many_as_they_like(self):
        calls = [line("s", block("read_ticket", {"id": "a" * (1 << 20)}, f"c{i}")) for i in range(66)]
        result = decide("--from", "claude-code", text=lines("# recorded today", *calls))
        self.assertEqual([row["id"] for row in rows(result)], [None, *(f"c{i}" for i in range(66))])

    def test_sequence_keeps_runs_apart(self):
        rules = lambda *words, text: [row["rule"] for row in rows(decide("--from", "claude-code", *words, text=text))]
        one = lines(line("s-1", block(*SEARCH, "c1")), line("s-1", block(*SEND, "c2")))
        two = lines(line("s-1", block(*SEARCH, "c1")), line("s-2", block(*SEND, "c2")), line("s-1", block(*SEND, "c3")))
        self.assertEqual(rules("--sequence", text=one), ["default.allow", "flow.private_to_outside"])
        self.assertEqual(rules("--sequence", text=two), ["default.allow", "default.allow", "flow.private_to_outside"])
        self.assertEqual(rules(text=two), ["default.allow"] * 3)

    def test_tools_of_mcp_servers_are_those_of_the_policy(self):
        tool = 'effect = "read", sensitivity = "internal", reversible = true'
        policy = self.write("servers.toml", f"""[policy]
name = "servers"
version = 1
[session]
permissions = "full access"
[servers.desk]
command = ["/bin/true"]
[servers.desk.tools]
look = {{ {tool} }}
[servers.web]
command = ["/bin/true"]
[servers.web.tools]
look = {{ {tool} }}
find = {{ {tool} }}
""")
        text = lines(line("s", *(block(name, {}, name) for name in (
            "look", "mcp__desk__look", "mcp__web__look", "mcp__web__find", "mcp__desk__find", "Write"))))
        result = run("decide", "-p", policy, "--from", "claude-code", text=text)
        self.assertEqual([(row["tool"], row["rule"]) for row in rows(result)],
                         [("look", "tool.unregistered"), ("desk.look", "default.allow"), ("web.look", "default.allow"),
                          ("find", "default.allow"), ("desk.find", "tool.unregistered"), ("Write", "tool.unregistered")],
                         err(result))

    def test_rows_of_a_trace(self):
        text = out(decide("--from", "langchain", "--format", "csv", trace_of("langchain")))
        self.assertEqual(list(csv.DictReader(io.StringIO(text)))[3]["rule"], "destination.unlisted")


class Summary(yett.InScratchFolder):
    def table(self, *words, **terms):
        result = decide("--summary", *words, **terms)
        self.assertEqual(err(result), "")
        return result.returncode, [row.split(None, 5) for row in out(result).splitlines()]

    EXPECTED = [["send_email", "2", "0", "1", "1", "destination.unlisted 1, approval.dangerous 1"],
                ["read_ticket", "2", "2", "0", "0", "default.allow 2"],
                ["search_customers", "1", "1", "0", "0", "default.allow 1"]]
    ALL = ["5", "3", "1", "1", "default.allow 3, destination.unlisted 1, approval.dangerous 1"]

    def test_a_row_a_tool_the_most_denied_first_and_the_sums(self):
        heading = ["tool", "calls", "allowed", "asked", "denied", "decided by"]
        for form in TRACES:
            self.assertEqual(self.table("--from", form, trace_of(form)), (1, [heading, *self.EXPECTED, ["all", *self.ALL]]))

    def test_chinese(self):
        heading = ["工具", "调用数", "允许", "需确认", "拒绝", "依据的规则"]
        self.assertEqual(self.table("--lang", "zh", "--from", "mcp", trace_of("mcp")),
                         (1, [heading, *self.EXPECTED, ["合计", *self.ALL]]))

    def test_calls_of_our_own_format(self):
        calls = lines({"tool": "read_ticket", "arguments": {"id": "T-1"}}, {"tool": "send_email", "arguments": {"to": "a@deskmate.internal"}})
        code, table = self.table(text=calls)
        self.assertEqual((code, [row[0] for row in table]), (3, ["tool", "send_email", "read_ticket", "all"]))

    def test_json_is_a_list_of_tools(self):
        result = decide("--summary", "--format", "json", "--from", "openai", trace_of("openai"))
        self.assertEqual(result.returncode, 1)
        self.assertEqual(json.loads(out(result)), [
            {"tool": "send_email", "calls": 2, "allow": 0, "confirm": 1, "deny": 1,
             "rules": {"destination.unlisted": 1, "approval.dangerous": 1}},
            {"tool": "read_ticket", "calls": 2, "allow": 2, "confirm": 0, "deny": 0, "rules": {"default.allow": 2}},
            {"tool": "search_customers", "calls": 1, "allow": 1, "confirm": 0, "deny": 0, "rules": {"default.allow": 1}}])

    def test_csv_has_no_sums_and_markdown_has(self):
        words = ["--summary", "--from", "mcp", trace_of("mcp"), "--format"]
        table = list(csv.reader(io.StringIO(out(decide(*words, "csv")))))
        self.assertEqual([row[0] for row in table], ["tool", "send_email", "read_ticket", "search_customers"])
        self.assertIn("| all | 5 | 3 | 1 | 1 |", out(decide(*words, "markdown")))

    def test_an_unreadable_call_without_a_tool_counts(self):
        result = decide("--summary", "--format", "json", text=lines("no JSON", {"tool": "read_ticket", "arguments": {"id": "T-1"}}))
        self.assertEqual(json.loads(out(result))[0],
                         {"tool": None, "calls": 1, "allow": 0, "confirm": 0, "deny": 1, "rules": {"arguments.malformed": 1}})

    def test_without_calls_it_has_no_sums(self):
        result = decide("--summary", text="")
        self.assertEqual((result.returncode, len(out(result).splitlines())), (0, 1))
        self.assertEqual(out(decide("--summary", "--format", "json", text="")), "[]\n")


if __name__ == "__main__":
    yett.main()
