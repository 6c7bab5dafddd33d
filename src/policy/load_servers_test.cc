#include "policy/load_servers.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "policy/policy_fixture.h"

namespace yett::policy_test {
namespace {

/// A policy whose line 9 is the first of [servers.files].
std::string with_server(std::string_view lines) { return with_section(fmt::format("[servers.files]\n{}", lines)); }

TEST(LoadServers, RefusesACommandThatIsNoArgumentVector) {
  const std::string hint = " ([\"/usr/bin/PROGRAM\", \"ARGUMENT\"])";
  const std::string line_hint = " (command = [\"/usr/bin/PROGRAM\", \"ARGUMENT\"])";
  const std::string path_hint = " (it begins with / and has no . or .. or empty component)";
  expect_refusals({
      {with_server(""), "8:1: servers.files.command is missing" + line_hint},
      {with_server("command = []"), "9:11: servers.files.command: an empty list starts nothing" + hint},
      {with_server("command = \"/bin/cat\""),
       R"(9:11: servers.files.command: expected a list, found "/bin/cat" (write ["/bin/cat"]))"},
      {with_server("command = [\"node\", \"server.js\"]"),
       "9:12: servers.files.command[1]: expected an absolute path, found \"node\"" + path_hint},
      {with_server("command = [\"./server\"]"),
       "9:12: servers.files.command[1]: expected an absolute path, found \"./server\"" + path_hint},
      {with_server("command = [\"/usr/../bin/cat\"]"),
       "9:12: servers.files.command[1]: expected an absolute path, found \"/usr/../bin/cat\"" + path_hint},
      {with_server("command = [\"\"]"),
       "9:12: servers.files.command[1]: expected a text that is not blank, found an empty string"},
      {with_server("command = [7]"), "9:12: servers.files.command[1]: expected a string, found the number 7"},
      {with_server("command = [\"/bin/cat\", 7]"),
       "9:24: servers.files.command[2]: expected a string, found the number 7"},
      {with_server("command = [\"/bin/cat\", \"a\\u0000b\"]"),
       "9:24: servers.files.command[2]: expected a string without NUL, found \"a\\u{0000}b\""},
  });
}

TEST(LoadServers, RefusesAnEnvironmentThatIsNoListOfStrings) {
  const std::string command = "command = [\"/bin/cat\"]\n";
  expect_refusals({
      {with_server(command + "env = { LEVEL = 3 }"),
       "10:17: servers.files.env.LEVEL: expected a string, found the number 3"},
      {with_server(command + "env = { \"A=B\" = \"c\" }"),
       "10:9: servers.files.env.\"A=B\" is no name of an environment variable (letters, digits and _, no digit first)"},
      {with_server(command + "env = { 1A = \"c\" }"),
       "10:9: servers.files.env.1A is no name of an environment variable (letters, digits and _, no digit first)"},
      {with_server(command + "env = { A = \"\\u0000\" }"),
       "10:13: servers.files.env.A: expected a string without NUL, found \"\\u{0000}\""},
      {with_server(command + "env = [\"A=b\"]"), "10:7: servers.files.env: expected a table, found a list"},
  });
}

TEST(LoadServers, RefusesARelativeFolder) {
  expect_refusals({{with_server("command = [\"/bin/cat\"]\ncwd = \"srv\""),
                    "10:7: servers.files.cwd: expected an absolute path, found \"srv\" (it begins with / and has no . "
                    "or .. or empty component)"}});
}

/// A server that renames; the tools of the policy do not matter here.
std::string with_rename(std::string_view rename) {
  return with_server(fmt::format("command = [\"/bin/cat\"]\nrename = {}", rename));
}

TEST(LoadServers, RefusesNamesThatLeaveAToolInDoubt) {
  const std::string hint = " (1 to 128 letters, digits, _, -, . and /)";
  expect_refused_at_mark({
      {with_rename("§[]"), "servers.files.rename: expected a table, found an empty list"},
      {with_rename("{ read_note = §7 }"), "servers.files.rename.read_note: expected a string, found the number 7"},
      {with_rename("{ read_note = §\"\" }"),
       "servers.files.rename.read_note: expected a text that is not blank, found an empty string"},
      {with_rename("{ read_note = §\"read it\" }"),
       "servers.files.rename.read_note: expected a tool name, found \"read it\"" + hint},
      {with_rename("{ read_note = §\"re\\u0430d\" }"),
       "servers.files.rename.read_note: expected a tool name, found \"re\\u{0430}d\"" + hint},
      {with_rename("{ read_note = \"note\", other = §\"note\" }"),
       "servers.files.rename.other: \"note\" is the name of another tool already (each tool has a name of its own)"},
      {with_rename("{ read_note = §\"other\", other = \"read_note\" }"),
       "servers.files.rename.read_note: \"other\" is renamed itself (a name stands on one side of a rename)"},
      {with_rename("{ read_note = §\"read_note\" }"),
       "servers.files.rename.read_note: \"read_note\" is renamed itself (a name stands on one side of a rename)"},
  });
}

TEST(LoadServers, RenamesAToolWhateverItsServerCallsIt) {
  const Policy policy =
      loaded(with_section("[servers.files]\ncommand = [\"/bin/cat\"]\nrename = { \"read (note)\" = \"read_note\" }"));
  const std::vector<std::pair<std::string, std::string>> names = {{"read (note)", "read_note"}};
  EXPECT_EQ(policy.find_server("files")->rename, names);
  EXPECT_EQ(policy.tools.find("read_note")->name_at_server(), "read (note)");
}

/// A server with these lines, beside the tools that every policy of these tests has.
std::string with_opening(std::string_view lines, std::string_view tools = "") {
  return with_server(fmt::format("command = [\"/bin/cat\"]\n{}\n[servers.files.tools]\n{}", lines, tools));
}
constexpr std::string_view kReadLine =
    "\"resources/read\" = { effect = \"read\", sensitivity = \"internal\", reversible = true, unbound = [\"uri\"] }";

TEST(LoadServers, OpensMethodsThatHaveALine) {
  const Policy policy = loaded(with_opening("methods = [\"resources/read\"]", kReadLine));
  const ServerSpec* server = policy.find_server("files");
  EXPECT_TRUE(server->is_open(McpMethod::ResourcesRead));
  EXPECT_FALSE(server->is_open(McpMethod::ResourcesList));
  EXPECT_EQ(policy.tools.find("resources/read")->kind, ToolKind::Method);
}

/// The line of a method that is closed is that of a tool of this name, which is probably not what was meant.
TEST(LoadServers, WarnsOfTheLineOfAMethodThatIsClosed) {
  const Policy policy = loaded(with_opening("", kReadLine));
  EXPECT_EQ(policy.tools.find("resources/read")->kind, ToolKind::Tool);
  ASSERT_EQ(policy.load_warnings.size(), 1U);
  EXPECT_EQ(policy.load_warnings.front().message, "resources/read is a method of MCP that is not open at server files");
}

TEST(LoadServers, RefusesMethodsThatNobodyCouldCall) {
  expect_refused_at_mark({
      {with_opening("methods = [§\"resources/read\"]",
                    "list = { effect = \"read\", sensitivity = \"internal\", "
                    "reversible = true }"),
       "servers.files.methods[1]: \"resources/read\" has no line (\"resources/read\" = { effect = \"read\", ... } "
       "under [servers.files.tools])"},
      {with_opening("methods = [\"resources/read\", §\"resources/read\"]", kReadLine),
       "servers.files.methods[2]: \"resources/read\" is listed already (remove one of them)"},
      {with_opening("rename = { \"resources/read\" = §\"read\" }", kReadLine),
       "servers.files.rename.\"resources/read\": a method of MCP has one name (rename is for tools)"},
      {with_opening("rename = { read = §\"resources/read\" }", kReadLine),
       "servers.files.rename.read: a method of MCP has one name (rename is for tools)"},
  });
  for (const char* method : {"tools/call", "initialize", "sampling/createMessage", "tasks/get", "made/up"}) {
    const std::string text = with_opening(fmt::format("methods = [\"{}\"]", method), kReadLine);
    EXPECT_FALSE(parse_policy(text, "p.toml").has_value()) << method;
  }
}

TEST(LoadServers, LetsAServerAskTheClientForWhatItNames) {
  const Policy policy = loaded(with_server("command = [\"/bin/cat\"]\nclient_requests = [\"elicitation\"]"));
  EXPECT_TRUE(policy.find_server("files")->may_ask(ClientRequest::Elicitation));
  EXPECT_FALSE(policy.find_server("files")->may_ask(ClientRequest::Sampling));
  expect_refused_at_mark({
      {with_server("command = [\"/bin/cat\"]\nclient_requests = [\"roots\", §\"roots\"]"),
       "servers.files.client_requests[2]: \"roots\" is listed already (remove one of them)"},
      {with_server("command = [\"/bin/cat\"]\nclient_requests = §true"),
       "servers.files.client_requests: expected a list, found true"},
  });
  EXPECT_FALSE(
      parse_policy(with_server("command = [\"/bin/cat\"]\nclient_requests = [\"tasks\"]"), "p.toml").has_value());
}

TEST(LoadServers, RefusesKeysOfLaterVersionsAndUnknownOnes) {
  expect_refusals({
      {with_server("command = [\"/bin/cat\"]\nhosts = 1"), "10:1: servers.files.hosts is not in this version"},
      {with_server("comand = [\"/bin/cat\"]"), R"(9:1: unknown key servers.files.comand (did you mean "command"?))"},
      {with_section("[servers.\"a b\"]\ncommand = [\"/bin/cat\"]"),
       "8:10: \"a b\" is no name for a server (1 to 64 letters, digits, _ and -)"},
      {"servers = 1\n" + with_section(""), "1:11: servers: expected a table, found the number 1"},
      {with_section("[servers]\nfiles = \"/bin/cat\""), R"(9:9: servers.files: expected a table, found "/bin/cat")"},
  });
}

TEST(LoadServers, ReadsTheServerWhole) {
  const Policy policy = loaded(with_server(
      "command = [\"/usr/bin/node\", \"/opt/mcp/index.js\", \"\", \"a b; c\"]\nenv = { LOG = \"info\", EMPTY = \"\" }\n"
      "cwd = \"/srv/deskmate\""));
  const ServerSpec* server = policy.find_server("files");
  ASSERT_NE(server, nullptr);
  EXPECT_EQ(server->command, (std::vector<std::string>{"/usr/bin/node", "/opt/mcp/index.js", "", "a b; c"}));
  const std::vector<std::pair<std::string, std::string>> env = {{"LOG", "info"}, {"EMPTY", ""}};
  EXPECT_EQ(server->env, env);
  EXPECT_EQ(server->cwd, "/srv/deskmate");
  EXPECT_EQ(server->where.line, 8u);
}

TEST(LoadServers, RefusesServersThatReadAlike) {
  expect_refused_at_mark({
      {fmt::format("[policy]\nname = \"a\"\nversion = 1\n[session]\npermissions = \"read-only\"\n"
                   "[servers.files]\ncommand = [\"/bin/cat\"]\n[servers.files.tools]\nread = {{ {} }}\n"
                   "[servers.§Files]\ncommand = [\"/bin/cat\"]\n",
                   kThree),
       "servers.Files reads like \"files\" (names must differ by more than case, - and _)"},
  });
}

TEST(LoadServers, NeedsNone) {
  EXPECT_TRUE(loaded(with_section("")).servers.empty());
  EXPECT_TRUE(loaded(with_section("[servers]")).servers.empty());
}

}  // namespace
}  // namespace yett::policy_test
