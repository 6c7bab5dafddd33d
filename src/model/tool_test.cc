#include "model/tool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "model/call.h"
#include "model/session.h"

namespace yett {
namespace {

Tool with_argument(ArgumentRole role) {
  Tool tool;
  tool.arguments = {{"name", role}};
  return tool;
}

constexpr std::array kRoles = {
    ArgumentRole::Url,       ArgumentRole::Email,   ArgumentRole::Id,     ArgumentRole::Part,    ArgumentRole::ReadPath,
    ArgumentRole::WritePath, ArgumentRole::Command, ArgumentRole::Tenant, ArgumentRole::Unbound, ArgumentRole::Content};
constexpr std::array kDestinations = {ArgumentRole::Url, ArgumentRole::Email, ArgumentRole::Id, ArgumentRole::Part};

TEST(Tool, HasADestinationWhenAnArgumentOrTheLineNamesOne) {
  for (const ArgumentRole role : kRoles) {
    const bool names_one = std::ranges::find(kDestinations, role) != kDestinations.end();
    EXPECT_EQ(is_destination(role), names_one) << to_string(role);
    EXPECT_EQ(with_argument(role).has_destination_argument(), names_one) << to_string(role);
    EXPECT_EQ(with_argument(role).has_destination(), names_one) << to_string(role);
  }
  Tool fixed;
  EXPECT_FALSE(fixed.has_destination());
  fixed.fixed_destination = "participants of the event";
  EXPECT_TRUE(fixed.has_destination());
  EXPECT_FALSE(fixed.has_destination_argument());
}

TEST(Tool, GoesOutsideWhenItSendsExecutesOrHasADestination) {
  for (const ArgumentRole role : kRoles) {
    for (const Effect effect : {Effect::Read, Effect::Write, Effect::Send, Effect::Execute}) {
      Tool tool = with_argument(role);
      tool.effect = effect;
      const bool acts_outside = effect == Effect::Send || effect == Effect::Execute;
      EXPECT_EQ(tool.goes_outside(), acts_outside || is_destination(role))
          << to_string(effect) << " " << to_string(role);
    }
  }
}

TEST(Tool, HasTheRolesOfItsArgumentsAndNoOther) {
  for (const ArgumentRole role : kRoles) {
    for (const ArgumentRole other : kRoles) {
      EXPECT_EQ(with_argument(role).has_role(other), role == other) << to_string(role) << " " << to_string(other);
    }
    EXPECT_FALSE(Tool{}.has_role(role)) << to_string(role);
  }
}

TEST(Tool, FindsAnArgumentByItsExactName) {
  const Tool tool = with_argument(ArgumentRole::Email);
  ASSERT_NE(tool.find_argument("name"), nullptr);
  EXPECT_EQ(tool.find_argument("name")->role, ArgumentRole::Email);
  for (const char* text : {"", "Name", "name ", "nam", "names", "/name"}) {
    EXPECT_EQ(tool.find_argument(text), nullptr) << text;
  }
}

TEST(Tool, IsKnownToItsServerByItsOwnNameUnlessItWasRenamed) {
  Tool tool;
  tool.name = "query_ro";
  EXPECT_EQ(tool.name_at_server(), "query_ro");
  tool.server_name = "query";
  EXPECT_EQ(tool.name_at_server(), "query");
}

/// The defaults are the worst that a tool can be: a field that nobody filled in never widens a right.
TEST(Tool, ThatNobodyFilledInIsTheMostDangerous) {
  const Tool tool;
  EXPECT_EQ(tool.effect, Effect::Execute);
  EXPECT_EQ(tool.sensitivity, Sensitivity::Private);
  EXPECT_EQ(tool.reversibility, Reversibility::Irreversible);
  EXPECT_EQ(tool.returns, Returns::ToolOutput);
  EXPECT_EQ(tool.display_names, DisplayNames::Refused);
  EXPECT_FALSE(tool.content_is_listed);
  EXPECT_EQ(tool.lapses_at, TimePoint{}) << "not listed any more";
  EXPECT_EQ(tool.review, Review::Pending);
}

TEST(Tool, RolesHaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const ArgumentRole role : kRoles) EXPECT_TRUE(names.insert(to_string(role)).second) << to_string(role);
}

TEST(BoundArgument, IsCalledByItsPlaceAsPeopleReadIt) {
  EXPECT_EQ(BoundArgument("to", ArgumentRole::Email).name, "to");
  EXPECT_EQ(BoundArgument("/to", ArgumentRole::Email).name, "/~1to") << "a key that looks like a pointer is none";
  EXPECT_EQ(BoundArgument(parse_pointer("/files/*/path").value(), ArgumentRole::ReadPath).name, "/files/*/path");
}

TEST(BoundArgument, OfTheTopLevelIsJudgedByTheListsOfEgress) {
  EXPECT_EQ(BoundArgument("to", ArgumentRole::Email).list, kEgressEmails);
  EXPECT_EQ(BoundArgument("url", ArgumentRole::Url).list, kEgressHosts);
}

TEST(ListedCommand, ThatNobodyFilledInExecutesAndTakesNothing) {
  const ListedCommand command;
  EXPECT_EQ(command.effect, Effect::Execute);
  EXPECT_TRUE(command.operands.empty());
  EXPECT_TRUE(command.options.empty());
  EXPECT_EQ(ListedOption{}.value, WordKind::None);
}

TEST(Returns, SaysWhatAResultBringsIntoTheRun) {
  EXPECT_EQ(source_of(Returns::ToolOutput), SourceKind::ToolOutput);
  EXPECT_EQ(source_of(Returns::RetrievedDocument), SourceKind::RetrievedDocument);
  EXPECT_EQ(source_of(Returns::Trusted), std::nullopt);
  EXPECT_EQ(source_of(Tool{}.returns), SourceKind::ToolOutput) << "trust has to be written";
}

TEST(Session, ThatNobodyFilledInMayDoNothing) {
  const Session session;
  EXPECT_FALSE(session.may_act_for(""));
  EXPECT_EQ(session.expires_at, TimePoint{});
  EXPECT_FALSE(session.permissions.has(Capability::Read));
}

TEST(Session, ActsForItsAllowedTenantsOnly) {
  Session session;
  session.allowed_tenants = {"acme", "globex"};
  EXPECT_TRUE(session.may_act_for("acme"));
  EXPECT_FALSE(session.may_act_for("Acme"));
  EXPECT_FALSE(session.may_act_for("acm"));
}

TEST(SessionState, OfANewRunHoldsTheUsersTextOnly) {
  EXPECT_EQ(SessionState{}.taken_in, SourceSet{SourceKind::User});
  EXPECT_FALSE(SessionState{}.private_seen);
}

TEST(SessionState, OfANewRunHasUsedNothing) {
  EXPECT_EQ(SessionState{}.tally, RunTally{});
  EXPECT_EQ(RunTally{}.sends, 0u);
  EXPECT_EQ(RunTally{}.result_bytes, 0u);
}

TEST(RunLimits, AreTheContracts) {
  const RunLimits limits;
  EXPECT_EQ(limits.denials, 20u);
  EXPECT_EQ(limits.calls_per_minute, 600u);
  EXPECT_EQ(limits.sends_per_run, 200u);
  EXPECT_EQ(limits.result_bytes, 33'554'432u);
}

TEST(Evidence, ThatNobodyLookedUpSaysNothing) {
  EXPECT_EQ(Evidence{}.tool, Observation::NotLooked);
  EXPECT_EQ(Evidence{}.schema, nullptr);
  EXPECT_EQ(Evidence{}.last_outcome, LastOutcome::None);
}

TEST(ToolCall, ThatNobodyFilledInIsUnreadable) {
  EXPECT_EQ(ToolCall{}.readability, Readability::Unreadable);
  EXPECT_EQ(ToolCall::readable("x", Json(Json::Object{})).readability, Readability::Readable);
}

}  // namespace
}  // namespace yett
