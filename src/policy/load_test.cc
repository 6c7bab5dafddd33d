#include "policy/load.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "policy/policy_fixture.h"

namespace yett::policy_test {
namespace {

TEST(ParsePolicy, RefusesWhatIsNoPolicy) {
  for (const std::string_view text : {"", "\n\n", "# nothing\n"}) {
    EXPECT_EQ(refusal(text), "yett.toml:1:1: section [policy] is missing ([policy] name = \"NAME\", version = 1)");
  }
  for (const std::string_view text :
       {"[policy", "policy = ", "{}", "\xff\xfe", "[policy]\nname = \"a", "= 1", "[[[["}) {
    const auto policy = parse_policy(text, "yett.toml");
    ASSERT_FALSE(policy) << text;
    EXPECT_EQ(policy.error().kind, ErrorKind::Input);
    EXPECT_EQ(policy.error().where.file, "yett.toml");
    EXPECT_GT(policy.error().where.line, 0u) << text;
  }
}

TEST(ParsePolicy, RefusesRepeatedKeysAndSections) {
  for (const std::string_view more :
       {"[session]\npermissions = \"read-only\"", "[tools]\n", "[egress]\nhosts = []\nhosts = []", "[egress]\n[egress]",
        "[tools.read_note]\neffect = \"send\""}) {
    const auto policy = parse_policy(with_section(more), "yett.toml");
    ASSERT_FALSE(policy) << more;
    EXPECT_GE(policy.error().where.line, 8u) << policy.error().to_string();
  }
}

TEST(ParsePolicy, RefusesAPolicyWithoutItsSections) {
  const std::string header = "[policy]\nname = \"a\"\nversion = 1\n";
  const std::string session = "[session]\npermissions = \"read-only\"\n";
  const std::string tools = fmt::format("[tools]\n{}", kReadNote);
  expect_refusals({
      {session + tools, R"(1:1: section [policy] is missing ([policy] name = "NAME", version = 1))"},
      {header + tools, R"(1:1: section [session] is missing ([session] permissions = "read-only"))"},
      {header + session,
       "1:1: section [tools] is missing (a policy lists its tools under [tools] or "
       "[servers.NAME.tools])"},
  });
  EXPECT_EQ(refusal(header + session + tools), "loaded");
}

TEST(ParsePolicy, RefusesSectionsOfLaterVersions) {
  expect_refusals(
      {{"extends = \"base.toml\"\n" + with_section(""), "1:1: unknown key extends (it belongs under [policy])"}});
}

TEST(ParsePolicy, RefusesUnknownSections) {
  expect_refusals({
      {with_section("[egres]"), R"(8:2: unknown key egres (did you mean "egress"?))"},
      {with_section("[Tools]"), R"(8:2: unknown key Tools (did you mean "tools"?))"},
      {with_section("[hosts]"), "8:2: unknown key hosts"},
      {"[polcy]\nname = \"a\"\n", R"(1:2: unknown key polcy (did you mean "policy"?))"},
      {"name = \"a\"\n" + with_section(""), "1:1: unknown key name"},
  });
}

TEST(ParsePolicy, ReportsTheFirstRefusalInTheFile) {
  const std::string text = with_section("[flow]\nprivate_to_outside = \"no\"\n[egress]\nhosts = [\"*\"]\n[redcat]\n");
  EXPECT_EQ(refusal(text),
            "yett.toml:9:22: flow.private_to_outside: expected \"allow\", \"confirm\" or \"deny\", found \"no\"");
}

/// The places of all errors of a text, each "LINE:COLUMN".
std::vector<std::string> places_of_errors(std::string_view text) {
  std::vector<std::string> places;
  const auto policy = check_policy(text, "yett.toml");
  if (policy) return places;
  for (const Error& error : policy.error().reported) {
    places.push_back(fmt::format("{}:{}", error.where.line, error.where.column));
  }
  return places;
}

TEST(CheckPolicy, ReportsAllThatIsWrongInTheOrderOfTheFile) {
  EXPECT_EQ(
      places_of_errors(with_section("[flow]\nprivate_to_outside = \"no\"\n[egress]\nhosts = [\"*\", \"a.example\", "
                                    "\"b\"]\n[redcat]\n[tenants]\n[permissions.a.grants]\nred = []")),
      (std::vector<std::string>{"9:22", "11:10", "11:28", "12:2", "13:1", "15:1"}));
  EXPECT_EQ(
      places_of_errors(with_tool("a = {}\nb = { effect = \"raed\", sensitivity = \"internal\", reversible = 1 }")),
      (std::vector<std::string>{"7:5", "7:5", "7:5", "8:16", "8:63"}));
  EXPECT_EQ(places_of_errors("").size(), 3u) << "[policy], [session] and [tools] are missing";
}

/// What follows from another error is no second one.
TEST(CheckPolicy, ReportsOneMistakeOnce) {
  for (const std::string& text :
       {with_tool("t = { efect = \"send\", sensitivity = \"private\", reversible = true }"),
        with_tool("t = { effect = \"snd\", sensitivity = \"private\", reversible = true, tenant = \"single\" }"),
        with_tool(
            "t = { effect = \"send\", sensitivity = \"internal\", reversible = true, destination.payes = [\"a\"] }"),
        with_tool(
            "[tools.t]\neffect = \"read\"\nsensitivity = \"internal\"\nreversible = true\npath.raed = [\"path\"]\n"
            "arguments.properties.path = {}"),
        with_section("[paths.a]\nroot = \"srv\"\naccess = \"read\"\n[tools.u]\neffect = \"read\"\nsensitivity = "
                     "\"internal\"\nreversible = true\npath.read = { arguments = [\"path\"], roots = [\"a\"] }"),
        with_section("[permissions.a]\ngrant = {}\n[permissions.b.grants]\nread = [\"user\"]"),
        with_section("[destinations.a]\nkind = \"ip\"\nallow = [\"x\"]\n[tools.u]\neffect = \"send\"\nsensitivity = "
                     "\"internal\"\nreversible = true\ndestination.a = [\"to\"]"),
        with_section("[egress]\nhosts = [{ hst = \"a.example\", why = \"b\" }]")}) {
    EXPECT_EQ(places_of_errors(text).size(), 1u) << text;
  }
}

TEST(CheckPolicy, SaysHowManyErrorsItLeavesOut) {
  std::string sections;
  for (std::size_t i = 0; i < kMaxReportedErrors + 7; ++i) sections += fmt::format("[unknown{}]\n", i);
  const auto policy = check_policy(with_section(sections), "yett.toml");
  ASSERT_FALSE(policy);
  EXPECT_EQ(policy.error().reported.size(), kMaxReportedErrors);
  EXPECT_EQ(policy.error().left_out, 7u);
}

TEST(ParsePolicy, KeepsNameAndFile) {
  const Policy policy = loaded(with_section(""));
  EXPECT_EQ(policy.name, "deskmate");
  EXPECT_EQ(policy.file, "yett.toml");
  EXPECT_EQ(policy.tools.in_order().size(), 1u);
  EXPECT_TRUE(policy.written_lists.empty());
  EXPECT_TRUE(policy.paths.empty());
  EXPECT_TRUE(policy.servers.empty());
}

TEST(PolicyDigest, OfANumberIsNotThatOfATableThatIsSpeltLikeItsForm) {
  const auto digest = [](std::string_view value) {
    return loaded(with_section(fmt::format("[tools.t]\neffect = \"read\"\nsensitivity = \"internal\"\nreversible = "
                                           "true\narguments = {{ properties = {{ v = {{ enum = [{}] }} }} }}",
                                           value)))
        .digest;
  };
  EXPECT_NE(digest("1.5"), digest("{ float = \"0x1.8p+0\" }"));
  EXPECT_NE(digest("{ float = \"a\" }"), digest("{ table = { float = \"a\" } }"));
}

TEST(ParsePolicy, DigestSeesValuesAndNothingElse) {
  const Digest digest = loaded(with_section("[egress]\nhosts = [\"a.example\", \"b.example\"]")).digest;
  EXPECT_EQ(
      loaded("# a comment\n" + with_section("[egress]   # another\n\nhosts   = [\n 'a.example',\n 'b.example',\n]"))
          .digest,
      digest);
  EXPECT_EQ(loaded("[egress]\nhosts = [\"a.example\", \"b.example\"]\n" + with_section("")).digest, digest);

  EXPECT_NE(loaded(with_section("")).digest, digest);
  EXPECT_NE(loaded(with_section("[egress]\nhosts = [\"b.example\", \"a.example\"]")).digest, digest);
  EXPECT_NE(loaded(with_section("[egress]\nhosts = [\"a.example\", \"b.example:8443\"]")).digest, digest);
  EXPECT_NE(loaded(with_section("[egress]\nhosts = [\"a.example\", \"b.example\"]\nemails = []")).digest, digest);
}

TEST(ParsePolicy, DigestDoesNotSeeTheNameOfTheFile) {
  const auto one = parse_policy(with_section(""), "one.toml");
  const auto two = parse_policy(with_section(""), "two.toml");
  ASSERT_TRUE(one && two);
  EXPECT_EQ((*one)->digest, (*two)->digest);
}

}  // namespace
}  // namespace yett::policy_test
