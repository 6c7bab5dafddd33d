#include "policy/load_redact.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "policy/lint.h"
#include "policy/policy_fixture.h"

namespace yett::policy_test {
namespace {

std::string with_redact(std::string_view lines) { return with_section(fmt::format("[redact]\n{}", lines)); }

std::string adding(std::string_view kinds) { return with_redact(fmt::format("add = [{}]", kinds)); }

constexpr std::string_view kEmployee = "{ name = \"employee id\", pattern = 'E-[0-9]{6}', with = \"<employee>\" }";
constexpr std::string_view kAllKinds =
    "private_key, url_password, model_key, aws, github, gitlab, slack, stripe, google, npm, jwt, secret, email, iban, "
    "chinese_id, card, international_phone, phone";
constexpr std::string_view kOnce = "(what was redacted is not redacted again: choose other words)";

TEST(LoadRedact, ReadsWhatIsSwitchedOffAndAdded) {
  const Policy policy = loaded(with_redact(fmt::format("off = [\"iban\", \"phone\"]\nadd = [{}]", kEmployee)));
  EXPECT_EQ(policy.redact.off, (std::vector<std::string>{"iban", "phone"}));
  EXPECT_EQ(policy.redact.add,
            (std::vector<AddedRedaction>{{.name = "employee id", .pattern = "E-[0-9]{6}", .with = "<employee>"}}));
  EXPECT_TRUE(policy.redact.finds("email"));
  EXPECT_FALSE(policy.redact.finds("iban"));
  EXPECT_TRUE(policy.redact.finds("employee id"));
  EXPECT_FALSE(policy.redact.finds("other"));
}

TEST(LoadRedact, FindsAllBuiltInKindsOfAPolicyThatSaysNothing) {
  const Policy policy = loaded(with_section(""));
  EXPECT_TRUE(policy.redact.finds("secret"));
  EXPECT_TRUE(policy.redact.off.empty());
  EXPECT_TRUE(loaded(with_redact("off = []\nadd = []")).redact.finds("phone"));
}

TEST(LoadRedact, RefusesToSwitchOffWhatIsNone) {
  expect_refused_at_mark({
      {with_redact("off = [§\"emial\"]"),
       "redact.off[1]: \"emial\" is no kind of text that is redacted (did you mean \"email\"?)"},
      {with_redact("off = [\"email\", §\"passport\"]"),
       fmt::format("redact.off[2]: \"passport\" is no kind of text that is redacted ({})", kAllKinds)},
      {with_redact("off = [\"email\", §\"email\"]"), "redact.off[2]: \"email\" is listed already (remove one of them)"},
      {with_redact("off = §\"email\""), "redact.off: expected a list, found \"email\" (write [\"email\"])"},
      {with_redact("§of = []"), "unknown key redact.of (did you mean \"off\"?)"},
  });
}

TEST(LoadRedact, RefusesKindsWithoutANameOfTheirOwn) {
  const auto named = [](std::string_view name) {
    return adding(fmt::format("{}, {{ name = {}, pattern = 'X[0-9]', with = \"<x>\" }}", kEmployee, name));
  };
  expect_refused_at_mark({
      {named("§\"employee id\""),
       "redact.add[2].name: \"employee id\" reads like the kind \"employee id\" (names must differ by more than case, "
       "- "
       "and _)"},
      {named("§\"Model-Key\""),
       "redact.add[2].name: \"Model-Key\" reads like the kind \"model_key\" (names must differ by more than case, - "
       "and "
       "_)"},
      {named("§\" x\""),
       "redact.add[2].name: expected a readable name, found \" x\" (1 to 128 bytes, no control or invisible "
       "characters)"},
      {adding("§{ pattern = 'X[0-9]', with = \"<x>\" }"), "redact.add[1].name is missing (name = \"NAME\")"},
      {adding("§{ name = \"x\", with = \"<x>\" }"), "redact.add[1].pattern is missing (pattern = 'RE2')"},
      {adding("§{ name = \"x\", pattern = 'X[0-9]' }"), "redact.add[1].with is missing (with = \"<NAME>\")"},
      {adding("{ name = \"x\", pattern = 'X[0-9]', with = \"<x>\", §why = \"y\" }"), "unknown key redact.add[1].why"},
      {adding("§'X[0-9]'"),
       "redact.add[1]: expected a table, found \"X[0-9]\" ({ name = \"employee id\", pattern = 'E-[0-9]{6}', with = "
       "\"<employee>\" })"},
  });
}

TEST(LoadRedact, RefusesPatternsThatFindNothingOrEverything) {
  const auto pattern = [](std::string_view text) {
    return adding(fmt::format("{{ name = \"x\", pattern = {}, with = \"<x>\" }}", text));
  };
  const std::string hint = "(a pattern of RE2 that matches at least one character)";
  expect_refused_at_mark({
      {pattern("§'X[0-9'"),
       "redact.add[1].pattern: this pattern cannot be used: \"x\": not a pattern of RE2: missing ]: [0-9 " + hint},
      {pattern("§'X(?=1)'"),
       "redact.add[1].pattern: this pattern cannot be used: \"x\": not a pattern of RE2: invalid perl operator: (?= " +
           hint},
      {pattern("§'X*'"),
       "redact.add[1].pattern: this pattern cannot be used: \"x\": it matches where nothing stands " + hint},
      {pattern("§\"X\\u0007\""),
       "redact.add[1].pattern: expected a pattern of RE2, found \"X\\u{0007}\" (at most 1024 bytes, no control or "
       "invisible characters)"},
      {pattern("§\" \""), "redact.add[1].pattern: expected a text that is not blank, found \" \""},
  });
  EXPECT_NE(refusal(pattern("'" + std::string(1025, 'X') + "'")).find("at most 1024 bytes"), std::string::npos);
  EXPECT_EQ(refusal(pattern("'" + std::string(1024, 'X') + "'")), "loaded");
}

/// Redacting what is redacted changes nothing: records are redacted where results have been.
TEST(LoadRedact, RefusesReplacementsThatAreFoundAgain) {
  const auto with = [](std::string_view text) {
    return adding(fmt::format("{}, {{ name = \"x\", pattern = 'X[0-9]', with = {} }}", kEmployee, text));
  };
  const std::string own =
      fmt::format("redact.add[2].with: an added pattern finds what is to stand in the text {}", kOnce);
  expect_refused_at_mark({
      {with("§\"<X1>\""), own},
      {with("§\"E-123456\""), own},
      {with("§\"ana@acme.example\""),
       fmt::format("redact.add[2].with: a built-in kind finds what is to stand in the text {}", kOnce)},
      {with("§\"\""), "redact.add[2].with: expected a text that is not blank, found an empty string"},
      {with("§\"a\\nb\""),
       "redact.add[2].with: expected words for a person, found \"a\\u{000A}b\" (at most 64 bytes, no control or "
       "invisible characters)"},
  });
  EXPECT_NE(refusal(with("\"" + std::string(65, 'y') + "\"")).find("at most 64 bytes"), std::string::npos);
}

TEST(LoadRedact, RefusesMoreKindsThanATextIsSearchedFor) {
  const auto kinds = [](int count) {
    std::string list;
    for (int i = 0; i < count; ++i) {
      list += fmt::format("{{ name = \"kind {0}\", pattern = 'K{0}-[0-9]+', with = \"<k>\" }}, ", i);
    }
    return adding(list);
  };
  EXPECT_EQ(refusal(kinds(100)), "loaded");
  EXPECT_EQ(refusal(kinds(101)),
            "yett.toml:9:7: redact.add: more than 100 added kinds (every text is searched for each)");
}

TEST(LintRedact, SaysWhenKeysStay) {
  const Policy policy = loaded(with_redact("off = [\"email\",\n\"secret\", \"private_key\"]"));
  std::vector<std::string> lines;
  for (const LintWarning& warning : lint(policy, TimePoint{})) {
    lines.push_back(fmt::format("{}:{}: {}", warning.where.line, warning.where.column, warning.message));
  }
  EXPECT_EQ(lines, (std::vector<std::string>{"10:1: secret is switched off: keys stay in records and results",
                                             "10:11: private_key is switched off: keys stay in records and results"}));
}

}  // namespace
}  // namespace yett::policy_test
