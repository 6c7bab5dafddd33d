#include "policy/load_tool.h"

#include <gtest/gtest.h>

#include <string>

#include "policy/policy_fixture.h"

namespace yett::policy_test {
namespace {

TEST(LoadTool, RefusesAToolWithoutOneOfItsThreeFields) {
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

TEST(LoadTool, RefusesOtherValuesOfTheThreeFields) {
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

TEST(LoadTool, NeverTakesATierFromTheFile) {
  for (const std::string_view key : {"risk", "tier", "risk_tier", "dangerous"}) {
    expect_refusals({{read_tool(fmt::format("{} = \"safe\"", key)),
                      fmt::format("7:69: unknown key tools.t.{} (the tier is computed from effect, sensitivity and "
                                  "reversible)",
                                  key)}});
  }
}

TEST(LoadTool, RefusesUnknownKeysWithTheNearest) {
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

TEST(LoadTool, RefusesASendWithoutADestination) {
  const std::string expected =
      "7:1: tools.t: a send tool names its destination (destination.url = [\"ARGUMENT\"], destination.email = "
      "[\"ARGUMENT\"] or, when no argument says where it goes, destination.fixed = \"WORDS\")";
  expect_refusals({
      {tool("send", "internal", "false"), expected},
      {tool("send", "internal", "false", "content = [\"body\"]"), expected},
      {tool("send", "internal", "false", "destination = {}"), expected},
  });
}

TEST(LoadTool, RefusesEmptyAndBlankDestinations) {
  expect_refusals({
      {tool("send", "internal", "false", "destination.email = []"),
       "7:90: tools.t.destination.email: an empty list binds nothing (name an argument, or remove the key)"},
      {tool("send", "internal", "false", "destination.url = []"),
       "7:88: tools.t.destination.url: an empty list binds nothing (name an argument, or remove the key)"},
      {tool("send", "internal", "false", "destination.email = \"to\""),
       R"(7:90: tools.t.destination.email: expected a list, found "to" (write ["to"]))"},
      {tool("send", "internal", "false", "destination = \"to\""),
       "7:84: tools.t.destination: expected a table, found \"to\" (destination.url = [\"ARGUMENT\"] or "
       "destination.email = [\"ARGUMENT\"])"},
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

TEST(LoadTool, RefusesAPrivateToolThatDoesNotSayItsTenant) {
  expect_refusals({
      {tool("read", "private", "true"),
       "7:1: tools.t: a private tool says where its tenant comes from (tenant = [\"ARGUMENT\"], tenant = "
       "\"credential\" or tenant = \"single\"; or [session] tenant for a policy of one tenant)"},
      {tool("read", "private", "true", "tenant = \"any\""),
       R"(7:77: tools.t.tenant: expected "credential" or "single", found "any")"},
      {tool("read", "private", "true", "tenant = \"tenant_id\""),
       "7:77: tools.t.tenant: expected a list of arguments, \"credential\" or \"single\", found \"tenant_id\" (for the "
       "argument of that name write [\"tenant_id\"])"},
      {tool("read", "private", "true", "tenant = true"), R"(7:77: tools.t.tenant: expected a list, found true)"},
  });
}

TEST(LoadTool, RefusesNamesThatNoToolHas) {
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

TEST(LoadTool, ReadsTheLineWhole) {
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

TEST(LoadTool, ReadsTheLongFormAlike) {
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

TEST(LoadTool, ReadsWhereTheTenantComesFrom) {
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

TEST(LoadTool, ComputesEveryTier) {
  EXPECT_EQ(loaded(tool("read", "internal", "true")).tools.find("t")->tier(), RiskTier::Safe);
  EXPECT_EQ(loaded(tool("read", "internal", "false")).tools.find("t")->tier(), RiskTier::Safe);
  EXPECT_EQ(loaded(tool("write", "internal", "true")).tools.find("t")->tier(), RiskTier::Sensitive);
  EXPECT_EQ(loaded(tool("execute", "internal", "false")).tools.find("t")->tier(), RiskTier::Dangerous);
  EXPECT_EQ(loaded(tool("send", "internal", "true", "destination.url = [\"url\"]")).tools.find("t")->tier(),
            RiskTier::Sensitive);
}

TEST(LoadTool, RefusesAnotherWordForReturns) {
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

TEST(LoadTool, RefusesUnicodeLookAlikesInNames) {
  const std::string hint = " is no tool name (1 to 128 letters, digits, _, -, . and /)";
  const std::string fields = fmt::format(" = {{ {} }}", kThree);
  expect_refused_at_mark({
      {with_tool("§\"re\u0430d\"" + fields), "\"re\\u{0430}d\"" + hint},
      {with_tool("§\"\uff52ead\"" + fields), "\"\\u{FF52}ead\"" + hint},
      {with_tool("§\"read\\u200b\"" + fields), "\"read\\u{200B}\"" + hint},
      {with_tool("§\"read \"" + fields), "\"read \"" + hint},
  });
}

TEST(LoadTool, LapsesWhenItsLastDayIsOver) {
  EXPECT_EQ(loaded_tool(read_tool("until = 2027-02-28")).lapses_at,
            TimePoint(std::chrono::sys_days{std::chrono::year{2027} / 3 / 1}));
  EXPECT_EQ(loaded_tool(read_tool("why = \"x\"")).lapses_at, TimePoint::max());
  const std::string hint = " (a day without quotes, such as 2027-03-01)";
  expect_refused_at_mark({
      {read_tool("until = §\"2027-03-01\""), "tools.t.until: expected a date, found \"2027-03-01\"" + hint},
      {read_tool("until = §7"), "tools.t.until: expected a date, found the number 7" + hint},
      {read_tool("until = §2027-03-01T10:00:00Z"), "tools.t.until: expected a date, found a time" + hint},
  });
}

TEST(LoadTool, WaitsForItsReviewUntilTheMarkIsRemoved) {
  EXPECT_EQ(loaded_tool(read_tool("review = true")).review, Review::Pending);
  EXPECT_EQ(loaded_tool(read_tool("review = false")).review, Review::Done);
  EXPECT_EQ(loaded_tool(read_tool("why = \"x\"")).review, Review::Done);
  expect_refused_at_mark({
      {read_tool("review = §\"no\""), R"(tools.t.review: expected true or false, found "no")"},
      {read_tool("review = §0"), "tools.t.review: expected true or false, found the number 0"},
  });
}

TEST(LoadTool, TakesDisplayNamesOfRecipientsOnly) {
  EXPECT_EQ(
      loaded_tool(tool("send", "internal", "true", "destination.email = [\"to\"], display_names = true")).display_names,
      DisplayNames::Accepted);
  EXPECT_EQ(loaded_tool(tool("send", "internal", "true", "destination.email = [\"to\"]")).display_names,
            DisplayNames::Refused);
  EXPECT_EQ(loaded_tool(read_tool("display_names = false")).display_names, DisplayNames::Refused);
  const std::string none =
      "tools.t: display_names is for arguments that are e-mail addresses, and none is bound (destination.email = "
      "[\"ARGUMENT\"], or remove the key)";
  expect_refused_at_mark({
      {with_tool(fmt::format("§t = {{ {}, display_names = true }}", kThree)), none},
      {with_tool(fmt::format("§t = {{ {}, destination.url = [\"url\"], display_names = true }}", kThree)), none},
      {read_tool("display_names = §\"yes\""), R"(tools.t.display_names: expected true or false, found "yes")"},
  });
}

TEST(LoadTool, RefusesCommandsThatDoNotFitTheTool) {
  const std::string commands = "commands = [{ program = \"/usr/bin/wc\", effect = \"read\" }]";
  const auto line = [](std::string_view effect, std::string_view reversible, std::string_view rest) {
    return with_tool(fmt::format("§t = {{ effect = \"{}\", sensitivity = \"internal\", reversible = {}, {} }}", effect,
                                 reversible, rest));
  };
  const std::string unlisted =
      "tools.t.reversible: true on an execute tool needs its commands listed (command.argv = [\"ARGUMENT\"] and "
      "[[tools.NAME.commands]], or reversible = false)";
  expect_refused_at_mark({
      {line("read", "true", "command.argv = [\"argv\"]"),
       "tools.t: a tool that takes a command executes (effect = \"execute\")"},
      {line("execute", "false", commands),
       "tools.t: commands are listed and no argument is bound as the command (command.argv = [\"ARGUMENT\"])"},
      {tool("execute", "internal", "§true"), unlisted},
      {tool("execute", "internal", "§true", "command.argv = [\"argv\"]"), unlisted},
      {tool("execute", "internal", "§true", "content = [\"line\"]"), unlisted},
  });
  EXPECT_EQ(refusal(tool("execute", "internal", "false", "content = [\"line\"]")), "loaded");
  EXPECT_EQ(refusal(tool("execute", "internal", "true", "command.argv = [\"argv\"], " + commands)), "loaded");
}

TEST(LoadTool, JudgesOnlyALineThatCouldBeReadAsAWhole) {
  expect_refused_at_mark({
      {tool("send", "private", "false", "destination.email = §\"to\""),
       R"(tools.t.destination.email: expected a list, found "to" (write ["to"]))"},
      {tool("send", "private", "§\"no\""), R"(tools.t.reversible: expected true or false, found "no")"},
  });
}

}  // namespace
}  // namespace yett::policy_test
