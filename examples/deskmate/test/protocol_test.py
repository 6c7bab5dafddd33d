"""MCP as deskmate speaks it: framing, errors, versions, the list of tools."""

import json
import pathlib
import tomllib
import unittest

from desk import DeskmateTest, Server

POLICY = pathlib.Path(__file__).parent.parent / "yett.toml"
TOOLS = ["read_ticket", "search_customers", "read_contract", "update_ticket", "call_webhook", "send_email"]


class ProtocolTest(DeskmateTest):
    def test_garbage_is_answered_and_the_next_message_still_is_too(self):
        server = self.start()
        for line, code in [
            ("{", -32700),
            ("\xff{}".encode("latin-1"), -32700),
            ('{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', -32700),
            ("[" * 100000, -32700),
            ("[]", -32600),
            ('[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600),
            ("7", -32600),
            ('{"id":1,"method":"ping"}', -32600),
            ('{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600),
            ('{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600),
            ('{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', -32602),
            ('{"jsonrpc":"2.0","id":1,"method":"tools/call"}', -32602),
            ('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"export_report"}}', -32602),
            ('{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}', -32602),
            ('{"jsonrpc":"2.0","id":1,"method":"initialize"}', -32602),
            ('{"jsonrpc":"2.0","id":1,"method":"resources/list"}', -32601),
            ('{"jsonrpc":"2.0","id":1,"method":"server/discover"}', -32601),
        ]:
            with self.subTest(line=line[:80]):
                server.send_line(line)
                self.assertEqual(server.receive()["error"]["code"], code)
        self.assertEqual(server.request("ping")["result"], {})

    def test_notifications_responses_and_blank_lines_get_no_answer(self):
        server = self.start()
        server.send_line("")
        server.send_line('{"jsonrpc":"2.0","method":"notifications/initialized"}')
        server.send_line('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}}')
        server.send_line('{"jsonrpc":"2.0","method":"tools/call","params":{"name":"send_email","arguments":'
                         '{"to":"a@b.example","subject":"s","body":"b"}}}')
        server.send_line('{"jsonrpc":"2.0","id":5,"result":{}}')
        server.send_line('{"jsonrpc":"2.0","id":"text","method":"ping"}')
        self.assertEqual(server.receive(), {"jsonrpc": "2.0", "id": "text", "result": {}})
        self.assertEqual(list((self.desk / "Maildir/new").iterdir()), [])

    def test_a_line_cut_off_by_the_end_runs_nothing(self):
        with Server(self.desk) as server:
            server.request("ping")
            server.process.stdin.write(json.dumps({
                "jsonrpc": "2.0", "id": 1, "method": "tools/call",
                "params": {"name": "update_ticket", "arguments": {"id": "T-1", "note": "cut"}}}).encode())
            server.process.stdin.flush()
            server.process.stdin.close()
            self.assertEqual(server.process.stdout.read(), b"")
        self.assertEqual(server.status, 0)
        self.assertEqual(json.loads((self.desk / "tickets/T-1.json").read_text())["notes"], [])

    def test_initialize_agrees_on_known_versions_and_else_offers_the_newest(self):
        server = self.start()
        for wanted, agreed in [("2024-11-05", "2024-11-05"), ("2025-03-26", "2025-03-26"),
                               ("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"),
                               ("2026-07-28", "2025-11-25"), ("", "2025-11-25")]:
            result = server.request("initialize", {
                "protocolVersion": wanted, "capabilities": {}, "clientInfo": {"name": "test", "version": "0"}})["result"]
            self.assertEqual(result["protocolVersion"], agreed)
            self.assertEqual(result["capabilities"], {"tools": {}})
            self.assertEqual(result["serverInfo"]["name"], "deskmate")

    def test_batches_exist_in_the_one_version_that_has_them(self):
        server = self.start()
        server.request("initialize", {"protocolVersion": "2025-03-26"})
        server.send_line('[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/x"},3]')
        replies = server.receive()
        self.assertEqual([reply["id"] for reply in replies], [1, None])
        self.assertEqual(replies[1]["error"]["code"], -32600)

    def test_the_list_has_the_six_tools_in_order_with_honest_hints(self):
        tools = self.start().request("tools/list")["result"]["tools"]
        self.assertEqual([tool["name"] for tool in tools], TOOLS)
        for tool in tools:
            self.assertTrue(tool["description"])
            self.assertEqual(tool["inputSchema"]["type"], "object")
            self.assertIs(tool["inputSchema"]["additionalProperties"], False)
        self.assertEqual([tool["annotations"]["readOnlyHint"] for tool in tools],
                         [True, True, True, False, False, False])
        self.assertEqual([tool["annotations"]["openWorldHint"] for tool in tools],
                         [False, False, False, False, True, True])
        self.assertFalse(tools[3]["annotations"]["destructiveHint"])

    def test_the_policy_names_the_same_tools_and_arguments(self):
        policy = tomllib.loads(POLICY.read_text())
        listed = self.start().request("tools/list")["result"]["tools"]
        self.assertEqual(list(policy["tools"]), [tool["name"] for tool in listed])
        for tool in listed:
            line = policy["tools"][tool["name"]]
            bound = line.get("content", []) + line.get("tenant", [])
            for arguments in line.get("destination", {}).values():
                bound = bound + arguments
            self.assertEqual(sorted(bound), sorted(tool["inputSchema"]["properties"]), tool["name"])
            self.assertNotIn("tier", line)

    def test_wrong_arguments_are_errors_of_the_tool(self):
        server = self.start()
        for tool, arguments, word in [
            ("read_ticket", {}, "id is missing"),
            ("read_ticket", {"id": 1}, "id must be a string"),
            ("read_ticket", {"id": "T-1", "ID": "T-2"}, "unknown argument ID"),
            ("read_ticket", ["T-1"], "must be an object"),
            ("read_ticket", None, "must be an object"),
            ("search_customers", {"query": ""}, "tenant_id is missing"),
            ("send_email", {"to": [], "subject": "s", "body": "b"}, "to must name at least one"),
            ("send_email", {"to": ["a@b.example", 3], "subject": "s", "body": "b"}, "list of strings"),
            ("send_email", {"to": {"address": "a@b.example"}, "subject": "s", "body": "b"}, "list of strings"),
        ]:
            with self.subTest(tool=tool, arguments=arguments):
                self.refused(server.call(tool, arguments), word)
        self.assertEqual(list((self.desk / "Maildir/new").iterdir()), [])


if __name__ == "__main__":
    unittest.main()
