#include "policy/load_tools.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "policy/policy_fixture.h"

namespace yett::policy_test {
namespace {

TEST(LoadTools, RefusesAnEmptyTable) {
  expect_refusals({
      {std::string(kHead), "6:1: tools: no tool is listed (a table without tools allows nothing)"},
      {"tools = 1\n[policy]\nname = \"a\"\nversion = 1\n[session]\npermissions = \"read-only\"\n",
       "1:9: tools: expected a table, found the number 1"},
  });
}

constexpr std::string_view kHeader = "[policy]\nname = \"a\"\nversion = 1\n[session]\npermissions = \"read-only\"\n";

/// A line of a table of tools.
std::string line(std::string_view name) { return fmt::format("{} = {{ {} }}\n", name, kThree); }

/// A policy of servers, each a name, more of its lines and its tools; the first line is number 6.
struct Server {
  std::string_view name;
  std::string more;
  std::string tools;
};
std::string with_servers(const std::vector<Server>& servers) {
  std::string text(kHeader);
  for (const Server& server : servers) {
    text += fmt::format("[servers.{0}]\ncommand = [\"/bin/cat\"]\n{1}", server.name, server.more);
    if (!server.tools.empty()) text += fmt::format("[servers.{}.tools]\n{}", server.name, server.tools);
  }
  return text;
}

TEST(LoadTools, RefusesToolsThatReadAlike) {
  const std::string hint = " (names must differ by more than case, - and _)";
  expect_refused_at_mark({
      {with_tool(line("read_note") + "§" + line("ReadNote")),
       "tool \"ReadNote\" reads like \"read_note\" at yett.toml:7:1" + hint},
      {with_tool(line("a-b") + line("c") + "§" + line("a_b")),
       "tool \"a_b\" reads like \"a-b\" at yett.toml:7:1" + hint},
      {with_tool(line("\"a/b\"") + "§" + line("ab")), "tool \"ab\" reads like \"a/b\" at yett.toml:7:1" + hint},
  });
  const auto twice = parse_policy(with_tool(line("a") + line("a")), "yett.toml");
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error().where.line, 8u) << "a repeated key is no second tool";
}

TEST(LoadTools, ServesOneServerWhateverItIsCalled) {
  const Policy policy = loaded(with_servers({{"files", "", ""}}) + "[tools]\n" + line("read"));
  const Tool* tool = policy.tools.find("read");
  ASSERT_NE(tool, nullptr);
  EXPECT_EQ(tool->server, "");
  EXPECT_EQ(policy.tools.find_at("files", "read"), tool);
  EXPECT_EQ(policy.tools.find_at("anything", "read"), tool);
}

TEST(LoadTools, RefusesToolsOfNoServerInParticularBesideTwo) {
  std::string text = with_servers({{"files", "", line("read")}, {"mail", "", ""}}) + "[tools]\n" + line("find");
  text.insert(text.find("[tools]"), kMark);
  expect_refused_at_mark(
      {{text, "tools: whose tools these are is not said ([servers.NAME.tools], for each server its own)"}});
}

TEST(LoadTools, NeedsATableSomewhere) {
  EXPECT_EQ(refusal(with_servers({{"files", "", ""}})),
            "yett.toml:1:1: section [tools] is missing (a policy lists its tools under [tools] or "
            "[servers.NAME.tools])");
  EXPECT_EQ(refusal(with_servers({{"files", "", line("read")}, {"mail", "", ""}})), "loaded");
  expect_refused_at_mark({
      {std::string(kHeader) + "[servers.files]\ncommand = [\"/bin/cat\"]\n§[servers.files.tools]\n",
       "servers.files.tools: no tool is listed (a table without tools allows nothing)"},
      {std::string(kHeader) + "[servers.files]\ncommand = [\"/bin/cat\"]\ntools = §[]\n",
       "servers.files.tools: expected a table, found an empty list"},
      {with_servers({{"files", "", "t = { effect = §\"reed\", sensitivity = \"internal\", reversible = true }\n"}}),
       "servers.files.tools.t.effect: expected \"read\", \"write\", \"send\" or \"execute\", found \"reed\" (did you "
       "mean \"read\"?)"},
  });
}

TEST(LoadTools, CallsAToolOfTwoServersByBothNames) {
  const Policy policy = loaded(with_servers(
      {{"files", "", line("read") + line("find")}, {"mail", "", line("read")}, {"desk", "", line("read")}}));
  EXPECT_EQ(policy.tools.in_order().size(), 4u);
  EXPECT_EQ(policy.tools.find("read"), nullptr);
  ASSERT_NE(policy.tools.find("files.read"), nullptr);
  EXPECT_EQ(policy.tools.find("files.read")->server, "files");
  ASSERT_NE(policy.tools.find("desk.read"), nullptr);
  EXPECT_EQ(policy.tools.find("desk.read")->server, "desk");
  EXPECT_EQ(policy.tools.find_at("mail", "read"), policy.tools.find("mail.read"));
  EXPECT_EQ(policy.tools.find("find"), policy.tools.find("files.find"));
  EXPECT_EQ(policy.tools.find_at("mail", "find"), nullptr);
  EXPECT_EQ(policy.tools.find("ghost.read"), nullptr);
  EXPECT_EQ(policy.tools.find(".read"), nullptr);
}

TEST(LoadTools, RefusesLookAlikesAcrossServers) {
  const std::string hint = " (names must differ by more than case, - and _)";
  expect_refused_at_mark({
      {with_servers({{"files", "", line("read_note")}, {"mail", "", "§" + line("readNote")}}),
       "tool \"readNote\" reads like \"read_note\" at yett.toml:9:1" + hint},
      {with_servers({{"a", "", line("read")}, {"b", "", line("read")}, {"c", "", "§" + line("READ")}}),
       "tool \"READ\" reads like \"read\" at yett.toml:9:1" + hint},
  });
}

TEST(LoadTools, RefusesAToolThatTheSharedTableHasToo) {
  std::string text = with_servers({{"files", "", line("read")}}) + "[tools]\n" + line("find") + line("read");
  text.insert(text.find("read = "), kMark);
  expect_refused_at_mark({{text, "tool \"read\" is listed already at yett.toml:12:1 (a tool has one line)"}});
  EXPECT_EQ(refusal(with_servers({{"files", "", line("read")}}) + "[tools]\n" + line("find")), "loaded");
}

TEST(LoadTools, RefusesAPlainNameThatIsAnotherToolsLongOne) {
  const std::string hint =
      " have one name (where two servers have a tool, clients call it SERVER.TOOL: rename one of them)";
  expect_refused_at_mark({
      {with_servers({{"files", "", line("read")}, {"mail", "", "§" + line("\"files.read\"")}}),
       "tool \"files.read\" and \"read\" of server \"files\" at yett.toml:9:1" + hint},
      {with_servers({{"mail", "", line("\"files.read\"")}, {"files", "", "§" + line("read")}}),
       "tool \"read\" and \"files.read\" of server \"mail\" at yett.toml:9:1" + hint},
  });
  EXPECT_EQ(refusal(with_servers({{"mail", "", line("files_read")}, {"files", "", line("read")}})), "loaded");
}

/// Where two servers have a tool, clients see "server.name", and that must be a name of its own for whoever reads it.
TEST(LoadTools, RefusesALongNameThatReadsLikeAnotherTools) {
  const std::string hint = " (names must differ by more than case, - and _)";
  expect_refused_at_mark({
      {with_servers({{"files", "", line("read") + line("mail_read")}, {"mail", "", "§" + line("read")}}),
       "tool \"mail.read\" reads like \"mail_read\" at yett.toml:10:1" + hint},
      {with_servers(
           {{"a", "", line("b_c")}, {"x", "", line("b_c")}, {"a-b", "", "§" + line("c")}, {"y", "", line("c")}}),
       "tool \"a-b.c\" reads like \"a.b_c\" at yett.toml:9:1" + hint},
  });
}

TEST(LoadTools, RefusesALongNameThatNoClientTakes) {
  const std::string server(60, 's');
  const std::string tool(100, 't');
  const std::string text = with_servers({{server, "", "§" + line(tool)}, {"b", "", line(tool)}});
  expect_refused_at_mark(
      {{text, "clients would call this tool \"" + server +
                  ".ttt...\" (1 to 128 letters, digits, _, -, . and /: rename it, another server has one of "
                  "this name)"}});
  EXPECT_EQ(refusal(with_servers({{server, "", line(tool)}, {"b", "", line("other")}})), "loaded");
}

TEST(LoadTools, TakesALineUnderEitherNameOfARenamedTool) {
  for (const std::string_view name : {"query", "query_ro"}) {
    const Policy policy =
        loaded(with_servers({{"db", "rename = { query = \"query_ro\" }\n", line(name) + line("list")}}));
    const Tool* tool = policy.tools.find("query_ro");
    ASSERT_NE(tool, nullptr) << name;
    EXPECT_EQ(tool->server, "db");
    EXPECT_EQ(tool->server_name, "query");
    EXPECT_EQ(tool->name_at_server(), "query");
    EXPECT_EQ(policy.tools.find("query"), nullptr);
    EXPECT_EQ(policy.tools.find("list")->server_name, "");
    EXPECT_EQ(policy.tools.find("list")->name_at_server(), "list");
  }
}

TEST(LoadTools, RenamesToolsOfTheSharedTable) {
  const Policy policy =
      loaded(with_servers({{"db", "rename = { query = \"query_ro\" }\n", ""}}) + "[tools]\n" + line("query"));
  ASSERT_NE(policy.tools.find("query_ro"), nullptr);
  EXPECT_EQ(policy.tools.find("query_ro")->server_name, "query");
}

TEST(LoadTools, KeepsTheRenamesOfServersApart) {
  const Policy policy =
      loaded(with_servers({{"a", "rename = { query = \"query_ro\" }\n", line("query")}, {"b", "", line("query")}}));
  ASSERT_NE(policy.tools.find("query_ro"), nullptr);
  EXPECT_EQ(policy.tools.find("query_ro")->server, "a");
  ASSERT_NE(policy.tools.find("query"), nullptr);
  EXPECT_EQ(policy.tools.find("query")->server, "b");
  EXPECT_EQ(policy.tools.find("query")->server_name, "");
}

TEST(LoadTools, RefusesALineUnderBothNames) {
  expect_refused_at_mark({
      {with_servers({{"db", "rename = { query = \"query_ro\" }\n", line("query") + "§" + line("query_ro")}}),
       "tool \"query_ro\" is listed already at yett.toml:10:1 (a tool has one line)"},
  });
}

TEST(LoadTools, RefusesARenameWithoutALine) {
  const std::string hint = ": the tool has no line (list it under tools, or remove the rename)";
  expect_refused_at_mark({
      {with_servers({{"db", "rename = { query = \"query_ro\", drop = §\"drop_it\" }\n", line("query")}}),
       "servers.db.rename.drop" + hint},
      {with_servers({{"a", "rename = { query = §\"query_ro\" }\n", line("list")}, {"b", "", line("query")}}),
       "servers.a.rename.query" + hint},
      {with_servers({{"db", "rename = { query = §\"query_ro\" }\n", ""}}) + "[tools]\n" + line("list"),
       "servers.db.rename.query" + hint},
  });
}

}  // namespace
}  // namespace yett::policy_test
