#include "model/rule_id.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "model/decision.h"

namespace yett {
namespace {

TEST(RuleId, EachHasANameOfItsOwnThatIsReadBack) {
  std::set<std::string_view> names;
  for (unsigned i = 0; i <= static_cast<unsigned>(kLastRuleId); ++i) {
    const auto id = static_cast<RuleId>(i);
    EXPECT_TRUE(names.insert(to_string(id)).second) << to_string(id);
    EXPECT_EQ(parse_rule_id(to_string(id)), id);
  }
}

TEST(RuleId, NamesAreAStageADotAndAWord) {
  for (unsigned i = 0; i <= static_cast<unsigned>(kLastRuleId); ++i) {
    const std::string_view name = to_string(static_cast<RuleId>(i));
    EXPECT_EQ(std::ranges::count(name, '.'), 1) << name;
    EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz._"), std::string_view::npos) << name;
  }
}

/// Records name these for ever: a renumbering that moves a name to another rule shows here.
TEST(RuleId, NamesOfTheContract) {
  EXPECT_EQ(to_string(RuleId::SystemInternal), "system.internal");
  EXPECT_EQ(to_string(RuleId::SystemAudit), "system.audit");
  EXPECT_EQ(to_string(RuleId::SessionExpired), "session.expired");
  EXPECT_EQ(to_string(RuleId::SessionLimit), "session.limit");
  EXPECT_EQ(to_string(RuleId::ToolUnregistered), "tool.unregistered");
  EXPECT_EQ(to_string(RuleId::ToolChanged), "tool.changed");
  EXPECT_EQ(to_string(RuleId::ToolReview), "tool.review");
  EXPECT_EQ(to_string(RuleId::PermissionTool), "permission.tool");
  EXPECT_EQ(to_string(RuleId::PermissionSource), "permission.source");
  EXPECT_EQ(to_string(RuleId::ArgumentsMalformed), "arguments.malformed");
  EXPECT_EQ(to_string(RuleId::DestinationMissing), "destination.missing");
  EXPECT_EQ(to_string(RuleId::DestinationMetadata), "destination.metadata");
  EXPECT_EQ(to_string(RuleId::DestinationUnlisted), "destination.unlisted");
  EXPECT_EQ(to_string(RuleId::DestinationPath), "destination.path");
  EXPECT_EQ(to_string(RuleId::DestinationRedirect), "destination.redirect");
  EXPECT_EQ(to_string(RuleId::DestinationUnresolved), "destination.unresolved");
  EXPECT_EQ(to_string(RuleId::PathProtected), "path.protected");
  EXPECT_EQ(to_string(RuleId::CommandMalformed), "command.malformed");
  EXPECT_EQ(to_string(RuleId::CommandUnlisted), "command.unlisted");
  EXPECT_EQ(to_string(RuleId::TenancyInArguments), "tenancy.in_arguments");
  EXPECT_EQ(to_string(RuleId::FlowPrivateToOutside), "flow.private_to_outside");
  EXPECT_EQ(to_string(RuleId::ApprovalRepeat), "approval.repeat");
  EXPECT_EQ(to_string(RuleId::DefaultAllow), "default.allow");
  EXPECT_EQ(to_string(RuleId::ApprovalDenied), "approval.denied");
  EXPECT_EQ(to_string(RuleId::ApprovalFlood), "approval.flood");
}

TEST(RuleId, IsReadInNoOtherSpelling) {
  for (const char* text : {"", "destination", "Destination.unlisted", "destination.unlisted ", ".unlisted", "*"}) {
    EXPECT_EQ(parse_rule_id(text), std::nullopt) << text;
  }
}

TEST(Decision, ThatNobodyFilledInDenies) {
  EXPECT_EQ(Decision{}.verdict(), Verdict::Deny);
  EXPECT_EQ(Decision{}.rule(), RuleId::SystemInternal);
  EXPECT_EQ(Finding{}.verdict, Verdict::Deny);
}

TEST(Verdict, Names) {
  EXPECT_EQ(to_string(Verdict::Allow), "allow");
  EXPECT_EQ(to_string(Verdict::Confirm), "confirm");
  EXPECT_EQ(to_string(Verdict::Deny), "deny");
}

}  // namespace
}  // namespace yett
