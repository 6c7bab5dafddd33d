// One value apart from any call: what it is judged by, and what its checks say.
#include "decide/explain_value.h"

#include <gtest/gtest.h>

#include <string>

#include "decide/office_fixture.h"

namespace yett {
namespace {

using enum RuleId;

PathEvidence resolve_nothing(const std::string& path) {
  return {.path = path, .resolved = path, .absent = path, .object = PathObject::Absent};
}

ValueTerms terms_of(const Office& office) {
  return {.engine = Engine::strict(),
          .policy = office.policy,
          .session = office.session,
          .sealed = office.sealed,
          .now = office.now};
}

/// The rule that stands against the value; nullopt when it is accepted.
std::optional<RuleId> refusal_of(const Office& office, ValueKind kind, const std::string& text) {
  const ValueExplanation value = explain_value(terms_of(office), kind, text, resolve_nothing);
  EXPECT_EQ(value.is_accepted(), value.refusal() == nullptr) << text;
  return value.refusal() == nullptr ? std::nullopt : std::optional(value.refusal()->rule);
}

TEST(ExplainValue, JudgesByTheListsOfEgressAndByEveryRoot) {
  const Office office;
  EXPECT_EQ(refusal_of(office, ValueKind::Url, "https://hooks.office.example/a"), std::nullopt);
  EXPECT_EQ(refusal_of(office, ValueKind::Url, "https://evil.example/"), DestinationUnlisted);
  EXPECT_EQ(refusal_of(office, ValueKind::Email, "bo@office.example"), std::nullopt);
  EXPECT_EQ(refusal_of(office, ValueKind::Email, "bo@evil.example"), DestinationUnlisted);
  EXPECT_EQ(refusal_of(office, ValueKind::PathToRead, "/srv/office/shelf/a"), std::nullopt);
  EXPECT_EQ(refusal_of(office, ValueKind::PathToWrite, "/srv/office/shelf/a"), PathOutside);
  EXPECT_EQ(refusal_of(office, ValueKind::PathToWrite, "/srv/office/acme/desk/a"), std::nullopt);
}

TEST(ExplainValue, KeepsWhatACallMayNotTouchFromValuesToo) {
  Office office;
  office.sealed = {"/srv/office/acme/desk/yett.toml"};
  EXPECT_EQ(refusal_of(office, ValueKind::PathToWrite, "/srv/office/acme/desk/yett.toml"), PathProtected);
  EXPECT_EQ(refusal_of(office, ValueKind::PathToRead, "/srv/office/acme/desk/yett.toml"), PathProtected);
}

TEST(ExplainValue, FollowsThePathToWhereItLeads) {
  const Office office;
  const auto leads_out = [](const std::string& path) {
    return PathEvidence{.path = path,
                        .resolved = path.ends_with("/a") ? "/etc/passwd" : path,
                        .absent = {},
                        .object = PathObject::File,
                        .other_names = OtherNames::None,
                        .owner = PathOwner::Ourselves};
  };
  const ValueExplanation value =
      explain_value(terms_of(office), ValueKind::PathToRead, "/srv/office/shelf/a", leads_out);
  ASSERT_NE(value.refusal(), nullptr);
  EXPECT_EQ(value.refusal()->rule, PathOutside);
}

TEST(ExplainValue, AsksOnlyTheRulesThatHaveToDoWithTheKind) {
  const ValueExplanation value =
      explain_value(terms_of(Office()), ValueKind::PathToRead, "/etc/passwd", resolve_nothing);
  ASSERT_EQ(value.checks.size(), 3u);
  for (const ValueCheck& check : value.checks) EXPECT_TRUE(to_string(check.rule).starts_with("path."));
  EXPECT_EQ(value.refusal()->against->rule, PathOutside) << "the finding is kept, and names its rule";
  EXPECT_EQ(value.refusal()->against->verdict, Verdict::Deny);
}

TEST(ExplainValue, OfACommandAsksEachToolThatListsCommands) {
  Office office;
  for (const char* name : {"shell", "other"}) {
    Tool tool = office_tool(name, Effect::Execute, Sensitivity::Internal, Reversibility::Reversible,
                            {{"argv", ArgumentRole::Command}});
    tool.commands = {listed_command(name == std::string("shell") ? "/usr/bin/cat" : "/usr/bin/head")};
    tool.commands.front().operands = {WordKind::ReadPath};
    office.add(tool);
  }
  const Json words = json_of(R"(["cat","/srv/office/shelf/a"])");
  std::size_t accepted = 0;
  for (const ValueExplanation& value : explain_command_value(terms_of(office), words, resolve_nothing)) {
    if (!value.is_accepted()) continue;
    ++accepted;
    EXPECT_EQ(value.tool, "shell");
    EXPECT_EQ(value.canonical, R"(["/usr/bin/cat","/srv/office/shelf/a"])");
  }
  EXPECT_EQ(accepted, 1u);
  for (const ValueExplanation& value : explain_command_value(terms_of(office), Json("cat"), resolve_nothing)) {
    ASSERT_NE(value.refusal(), nullptr);
    EXPECT_EQ(value.refusal()->rule, CommandMalformed);
  }
}

}  // namespace
}  // namespace yett
