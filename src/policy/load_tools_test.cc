#include "policy/load_tools.h"

#include <gtest/gtest.h>

#include <string>

#include "policy/policy_for_test.h"

namespace yett::policy_test {
namespace {

constexpr std::string_view kThree = "effect = \"read\", sensitivity = \"internal\", reversible = true";

std::string read_tool(std::string_view rest) { return with_tool(fmt::format("t = {{ {}, {} }}", kThree, rest)); }

std::string tool(std::string_view effect, std::string_view sensitivity, std::string_view reversible,
                 std::string_view rest = "") {
  return with_tool(fmt::format("t = {{ effect = \"{}\", sensitivity = \"{}\", reversible = {}{}{} }}", effect,
                               sensitivity, reversible, rest.empty() ? "" : ", ", rest));
}

TEST(LoadTools, RefusesAToolWithoutOneOfItsThreeFields) {
  expect_refusals({
      {with_tool(R"(t = { sensitivity = "internal", reversible = true })"),
       R"(7:5: tools.t.effect is missing (effect = "read", "write", "send" or "execute"))"},
      {with_tool(R"(t = { effect = "read", reversible = true })"),
       R"(7:5: tools.t.sensitivity is missing (sensitivity = "internal" or "private"))"},
      {with_tool(R"(t = { effect = "read", sensitivity = "internal" })"),
       R"(7:5: tools.t.reversible is missing (reversible = true or false))"},
      {with_tool("t = {}"), R"(7:5: tools.t.effect is missing (effect = "read", "write", "send" or "execute"))"},
      {with_tool("[tools.t]\neffect = \"read\"\nreversible = true"),
       R"(7:1: tools.t.sensitivity is missing (sensitivity = "internal" or "private"))"},
  });
}

TEST(LoadTools, RefusesOtherValuesOfTheThreeFields) {
  expect_refusals({
      {tool("reed", "internal", "true"),
       R"(7:16: tools.t.effect: expected "read", "write", "send" or "execute", found "reed" (did you mean "read"?))"},
      {tool("Read", "internal", "true"),
       R"(7:16: tools.t.effect: expected "read", "write", "send" or "execute", found "Read" (did you mean "read"?))"},
      {tool("", "internal", "true"),
       R"(7:16: tools.t.effect: expected "read", "write", "send" or "execute", found an empty string)"},
      {with_tool(R"(t = { effect = ["read"], sensitivity = "internal", reversible = true })"),
       R"(7:16: tools.t.effect: expected "read", "write", "send" or "execute", found a list)"},
      {tool("read", "public", "true"),
       R"(7:38: tools.t.sensitivity: expected "internal" or "private", found "public")"},
      {tool("read", "internal", "\"yes\""), R"(7:63: tools.t.reversible: expected true or false, found "yes")"},
      {tool("read", "internal", "1"), R"(7:63: tools.t.reversible: expected true or false, found the number 1)"},
      {with_tool("t = \"read\""), R"(7:5: tools.t: expected a table, found "read")"},
      {with_tool("t = true"), R"(7:5: tools.t: expected a table, found true)"},
      {with_tool("[[tools.t]]\neffect = \"read\""), R"(7:1: tools.t: expected a table, found a list)"},
  });
}

TEST(LoadTools, NeverTakesATierFromTheFile) {
  for (const std::string_view key : {"risk", "tier", "risk_tier", "dangerous"}) {
    expect_refusals({{read_tool(fmt::format("{} = \"safe\"", key)),
                      fmt::format("7:69: unknown key tools.t.{} (the tier is computed from effect, sensitivity and "
                                  "reversible)",
                                  key)}});
  }
}

TEST(LoadTools, RefusesUnknownKeysWithTheNearest) {
  expect_refusals({
      {read_tool("tenent = [\"tenant_id\"]"), R"(7:69: unknown key tools.t.tenent (did you mean "tenant"?))"},
      {read_tool("Content = []"), R"(7:69: unknown key tools.t.Content (did you mean "content"?))"},
      {read_tool("colour = 1"), R"(7:69: unknown key tools.t.colour)"},
      {read_tool("\"t\\u0435nant\" = \"single\""),
       R"(7:69: unknown key tools.t."t\u{0435}nant" (did you mean "tenant"?))"},
      {read_tool("path = { raed = [\"a\"] }"), R"(7:78: unknown key tools.t.path.raed (did you mean "read"?))"},
      {with_tool("t = { efect = \"read\", sensitivity = \"internal\", reversible = true }"),
       R"(7:7: unknown key tools.t.efect (did you mean "effect"?))"},
      {with_tool("server.name = { effect = \"read\", sensitivity = \"internal\", reversible = true }"),
       R"(7:8: unknown key tools.server.name)"},
  });
}

TEST(LoadTools, RefusesWhatLaterVersionsBring) {
  expect_refusals({{read_tool("ask = { quorum = 2 }"), "7:69: tools.t.ask is not in this version"}});
}

TEST(LoadTools, RefusesASendWithoutADestination) {
  const std::string expected =
      "7:1: tools.t: a send tool names its destination (destination.url = [\"ARGUMENT\"], destination.email = "
      "[\"ARGUMENT\"] or, when no argument says where it goes, destination.fixed = \"WORDS\")";
  expect_refusals({
      {tool("send", "internal", "false"), expected},
      {tool("send", "internal", "false", "content = [\"body\"]"), expected},
      {tool("send", "internal", "false", "destination = {}"), expected},
  });
}

TEST(LoadTools, RefusesEmptyAndBlankDestinations) {
  expect_refusals({
      {tool("send", "internal", "false", "destination.email = []"),
       "7:90: tools.t.destination.email: an empty list binds nothing (name an argument, or remove the key)"},
      {tool("send", "internal", "false", "destination.url = []"),
       "7:88: tools.t.destination.url: an empty list binds nothing (name an argument, or remove the key)"},
      {tool("send", "internal", "false", "destination.email = \"to\""),
       R"(7:90: tools.t.destination.email: expected a list, found "to" (write ["to"]))"},
      {tool("send", "internal", "false", "destination = \"to\""),
       R"(7:84: tools.t.destination: expected a table, found "to")"},
      {tool("send", "internal", "false", "destination.fixed = \"  \""),
       R"(7:90: tools.t.destination.fixed: expected a text that is not blank, found "  ")"},
      {tool("send", "internal", "false", "destination.fixed = [\"to\"]"),
       R"(7:90: tools.t.destination.fixed: expected a string, found a list)"},
      {tool("send", "internal", "false", "destination.fixed = \"a\\u202eb\""),
       "7:90: tools.t.destination.fixed: expected words for a person, found \"a\\u{202E}b\" (at most 256 bytes, no "
       "control or invisible characters)"},
      {tool("send", "internal", "false", "destination.fixed = \"the board\", destination.url = [\"url\"]"),
       "7:1: tools.t: destination.fixed stands beside a destination argument (fixed is for a tool whose arguments do "
       "not say where it sends)"},
  });
}

TEST(LoadTools, RefusesEmptyPathsAndTenants) {
  expect_refusals({
      {read_tool("path.read = []"),
       "7:81: tools.t.path.read: an empty list binds nothing (name an argument, or remove the key)"},
      {read_tool("path.write = []"),
       "7:82: tools.t.path.write: an empty list binds nothing (name an argument, or remove the key)"},
      {read_tool("tenant = []"),
       "7:78: tools.t.tenant: an empty list binds nothing (name an argument, or remove the key)"},
      {read_tool("path = [\"path\"]"), "7:76: tools.t.path: expected a table, found a list"},
  });
}

TEST(LoadTools, RefusesAPrivateToolThatDoesNotSayItsTenant) {
  expect_refusals({
      {tool("read", "private", "true"),
       "7:1: tools.t: a private tool says where its tenant comes from (tenant = [\"ARGUMENT\"], tenant = "
       "\"credential\" or tenant = \"single\"; or [session] tenant for a policy of one tenant)"},
      {tool("read", "private", "true", "tenant = \"any\""),
       R"(7:77: tools.t.tenant: expected "credential" or "single", found "any")"},
      {tool("read", "private", "true", "tenant = true"), R"(7:77: tools.t.tenant: expected a list, found true)"},
  });
}

TEST(LoadTools, RefusesAnArgumentWithTwoRoles) {
  expect_refusals({
      {tool("send", "internal", "false", "destination.email = [\"to\"], content = [\"note\", \"to\"]"),
       "7:117: tools.t.content[2]: argument \"to\" is listed already, under email at yett.toml:7:91 (an argument has "
       "one role)"},
      {tool("send", "internal", "false", "destination.email = [\"to\"], unbound = [\"to\"]"),
       "7:109: tools.t.unbound[1]: argument \"to\" is listed already, under email at yett.toml:7:91 (an argument has "
       "one role)"},
      {read_tool("content = [\"id\", \"id\"]"),
       "7:86: tools.t.content[2]: argument \"id\" is listed already, under content at yett.toml:7:80 (an argument has "
       "one role)"},
      {read_tool("path.read = [\"a\"], path.write = [\"a\"]"),
       "7:102: tools.t.path.write[1]: argument \"a\" is listed already, under path.read at yett.toml:7:82 (an "
       "argument has one role)"},
  });
}

TEST(LoadTools, RefusesArgumentsThatReadAlike) {
  expect_refusals({
      {read_tool("content = [\"note_id\", \"noteId\"]"),
       "7:91: tools.t.content[2]: argument \"noteId\" reads like \"note_id\" at yett.toml:7:80 (names must differ by "
       "more than case, - and _)"},
      {read_tool("tenant = [\"tenant_id\"], unbound = [\"TENANT-ID\"]"),
       "7:104: tools.t.unbound[1]: argument \"TENANT-ID\" reads like \"tenant_id\" at yett.toml:7:79 (names must "
       "differ by more than case, - and _)"},
  });
}

TEST(LoadTools, RefusesNamesThatAreNone) {
  expect_refusals({
      {read_tool("content = [\"\"]"),
       "7:80: tools.t.content[1]: expected a text that is not blank, found an empty string"},
      {read_tool("content = {}"), "7:79: tools.t.content: expected a list, found a table"},
      {read_tool("content = [1]"), "7:80: tools.t.content[1]: expected a string, found the number 1"},
      {read_tool("content = [[\"a\"]]"), "7:80: tools.t.content[1]: expected a string, found a list"},
      {read_tool("content = [\"a\\u0000\"]"),
       "7:80: tools.t.content[1]: expected a readable name, found \"a\\u{0000}\" (1 to 128 bytes, no control or "
       "invisible characters)"},
      {read_tool("content = \"body\""), R"(7:79: tools.t.content: expected a list, found "body" (write ["body"]))"},
  });
}

TEST(LoadTools, RefusesContentThatIsNamedLikeSomethingElse) {
  expect_refusals({
      {read_tool("content = [\"callback_url\"]"),
       "7:80: tools.t.content[1]: \"callback_url\" is named like a destination, not like content (bind it under "
       "destination, or list it under unbound)"},
      {read_tool("content = [\"file_path\"]"),
       "7:80: tools.t.content[1]: \"file_path\" is named like a path, not like content (bind it under path.read or "
       "path.write, or list it under unbound)"},
      {read_tool("content = [\"workspace\"]"),
       "7:80: tools.t.content[1]: \"workspace\" is named like a tenant, not like content (bind it under tenant, or "
       "list it under unbound)"},
      {read_tool("content = [\"api_token\"]"),
       "7:80: tools.t.content[1]: \"api_token\" is named like a credential, not like content (list it under unbound)"},
  });
  const Policy policy = loaded(read_tool("unbound = [\"callback_url\", \"file_path\", \"workspace\", \"api_token\"]"));
  EXPECT_EQ(policy.tools.find("t")->arguments.size(), 4u);
}

TEST(LoadTools, RefusesAnEmptyTable) {
  expect_refusals({
      {std::string(kHead), "6:1: tools: no tool is listed (a table without tools allows nothing)"},
      {"tools = 1\n[policy]\nname = \"a\"\nversion = 1\n[session]\npermissions = \"read-only\"\n",
       "1:9: tools: expected a table, found the number 1"},
  });
}

TEST(LoadTools, RefusesNamesThatNoToolHas) {
  const std::string hint = " (1 to 128 letters, digits, _, -, . and /)";
  const std::string fields = fmt::format(" = {{ {} }}", kThree);
  expect_refusals({
      {with_tool("\"\"" + fields), "7:1: \"\" is no tool name" + hint},
      {with_tool("\"a b\"" + fields), "7:1: \"a b\" is no tool name" + hint},
      {with_tool("\"*\"" + fields), "7:1: \"*\" is no tool name" + hint},
      {with_tool("\"r\u00e9ad\"" + fields), "7:1: \"r\\u{00E9}ad\" is no tool name" + hint},
      {with_tool("\"a\\u001b[31m\"" + fields), "7:1: \"a\\u{001B}[31m\" is no tool name" + hint},
      {with_tool(std::string(129, 'x') + fields), "7:1: \"" + std::string(64, 'x') + "...\" is no tool name" + hint},
  });
  const Policy policy = loaded(with_tool(std::string(128, 'x') + fields + "\n\"resources/read.v2-b_\"" + fields));
  EXPECT_NE(policy.tools.find(std::string(128, 'x')), nullptr);
  EXPECT_NE(policy.tools.find("resources/read.v2-b_"), nullptr);
}

TEST(LoadTools, RefusesToolsThatReadAlike) {
  const std::string fields = fmt::format(" = {{ {} }}\n", kThree);
  const std::string hint = " (names must differ by more than case, - and _)";
  expect_refusals({
      {with_tool("read_note" + fields + "ReadNote" + fields),
       "8:1: tool \"ReadNote\" reads like \"read_note\" at yett.toml:7:1" + hint},
      {with_tool("a-b" + fields + "c" + fields + "a_b" + fields),
       "9:1: tool \"a_b\" reads like \"a-b\" at yett.toml:7:1" + hint},
  });
  const auto twice = parse_policy(with_tool("a" + fields + "a" + fields), "yett.toml");
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error().where.line, 8u) << "a repeated key is no second tool";
}

TEST(LoadTools, ReadsTheLineWhole) {
  const Policy policy = loaded(with_tool(
      "send_email = { effect = \"send\", sensitivity = \"private\", reversible = false, content = [\"subject\", "
      "\"body\"], tenant = [\"tenant_id\"], destination.email = [\"to\", \"cc\"], destination.url = [\"link\"], "
      "path.read = [\"attachment\"], path.write = [\"log\"], unbound = [\"host\"], returns = \"trusted\", why = "
      "\"OPS-91\" }"));
  const Tool* tool = policy.tools.find("send_email");
  ASSERT_NE(tool, nullptr);
  EXPECT_EQ(tool->effect, Effect::Send);
  EXPECT_EQ(tool->sensitivity, Sensitivity::Private);
  EXPECT_EQ(tool->reversibility, Reversibility::Irreversible);
  EXPECT_EQ(tool->tier(), RiskTier::Dangerous);
  EXPECT_EQ(tool->tenant, TenantSource::Arguments);
  EXPECT_EQ(tool->returns, Returns::Trusted);
  EXPECT_EQ(tool->why, "OPS-91");
  EXPECT_EQ(tool->fixed_destination, std::nullopt);
  EXPECT_EQ(tool->where, (SourcePosition{"yett.toml", 7, 1}));
  const std::vector<BoundArgument> in_order = {{"subject", ArgumentRole::Content},
                                               {"body", ArgumentRole::Content},
                                               {"tenant_id", ArgumentRole::Tenant},
                                               {"to", ArgumentRole::Email},
                                               {"cc", ArgumentRole::Email},
                                               {"link", ArgumentRole::Url},
                                               {"attachment", ArgumentRole::ReadPath},
                                               {"log", ArgumentRole::WritePath},
                                               {"host", ArgumentRole::Unbound}};
  EXPECT_EQ(tool->arguments, in_order);
}

TEST(LoadTools, ReadsTheLongFormAlike) {
  const Policy policy = loaded(
      with_tool("[tools.t]\neffect = \"send\"\nsensitivity = \"internal\"\nreversible = true\ndestination.fixed = "
                "\"participants of the event\"\n"));
  const Tool* tool = policy.tools.find("t");
  ASSERT_NE(tool, nullptr);
  EXPECT_EQ(tool->fixed_destination, "participants of the event");
  EXPECT_TRUE(tool->has_destination());
  EXPECT_TRUE(tool->arguments.empty());
  EXPECT_EQ(tool->returns, Returns::ToolOutput);
  EXPECT_EQ(tool->tenant, TenantSource::None);
}

TEST(LoadTools, ReadsWhereTheTenantComesFrom) {
  EXPECT_EQ(loaded(tool("read", "private", "true", "tenant = \"credential\"")).tools.find("t")->tenant,
            TenantSource::Credential);
  EXPECT_EQ(loaded(tool("read", "private", "true", "tenant = \"single\"")).tools.find("t")->tenant,
            TenantSource::Single);
  EXPECT_EQ(loaded(tool("read", "private", "true", "tenant = [\"tenant_id\"]")).tools.find("t")->tenant,
            TenantSource::Arguments);
  const std::string one_tenant =
      "[policy]\nname = \"a\"\nversion = 1\n[session]\npermissions = \"read-only\"\ntenant = \"local\"\n[tools]\n"
      "t = { effect = \"read\", sensitivity = \"private\", reversible = true }\n";
  EXPECT_EQ(loaded(one_tenant).tools.find("t")->tenant, TenantSource::None);
}

TEST(LoadTools, ComputesEveryTier) {
  EXPECT_EQ(loaded(tool("read", "internal", "true")).tools.find("t")->tier(), RiskTier::Safe);
  EXPECT_EQ(loaded(tool("read", "internal", "false")).tools.find("t")->tier(), RiskTier::Safe);
  EXPECT_EQ(loaded(tool("write", "internal", "true")).tools.find("t")->tier(), RiskTier::Sensitive);
  EXPECT_EQ(loaded(tool("execute", "internal", "false")).tools.find("t")->tier(), RiskTier::Dangerous);
  EXPECT_EQ(loaded(tool("send", "internal", "true", "destination.url = [\"url\"]")).tools.find("t")->tier(),
            RiskTier::Sensitive);
}

TEST(LoadTools, RefusesAnotherWordForReturns) {
  expect_refusals({
      {read_tool("returns = \"Trusted\""),
       "7:79: tools.t.returns: expected \"tool_output\", \"retrieved_document\" or \"trusted\", found \"Trusted\" (did "
       "you mean \"trusted\"?)"},
      {read_tool("returns = \"user\""),
       "7:79: tools.t.returns: expected \"tool_output\", \"retrieved_document\" or \"trusted\", found \"user\""},
      {read_tool("why = \"\""), "7:75: tools.t.why: expected a text that is not blank, found an empty string"},
      {read_tool("why = 91"), "7:75: tools.t.why: expected a string, found the number 91"},
  });
}

}  // namespace
}  // namespace yett::policy_test
