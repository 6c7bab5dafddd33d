// Which finding decides, and which others stand beside it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "decide/office_fixture.h"

namespace yett {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using enum RuleId;

TEST(Evaluate, AllowsOrAsksForEveryGoodCall) {
  const Office office;
  for (const ToolCall& call : good_calls()) {
    const Decision decision = office.judge(call);
    EXPECT_NE(decision.verdict(), Verdict::Deny) << call.tool << ": " << to_string(decision.rule());
  }
}

TEST(Evaluate, AnAllowNamesTheTier) {
  const Decision decision = Office().judge("update_ticket", R"({"id":"T-1","note":"n"})");
  EXPECT_EQ(decision.rule(), DefaultAllow);
  EXPECT_EQ(decision.verdict(), Verdict::Allow);
  EXPECT_EQ(decision.deciding.subject.text, "sensitive");
  EXPECT_EQ(decision.tier, RiskTier::Sensitive);
  EXPECT_THAT(decision.also, IsEmpty());
}

TEST(Evaluate, TheContractsExample) {
  const Decision decision = Office().judge("send_email", R"({"to":"x@attacker.example","subject":"s","body":"b"})");
  EXPECT_EQ(decision.verdict(), Verdict::Deny);
  EXPECT_THAT(rules_of(decision), ElementsAre(DestinationUnlisted, ApprovalDangerous));
  EXPECT_EQ(decision.also[0].verdict, Verdict::Confirm);
  EXPECT_EQ(decision.tier, RiskTier::Dangerous);
}

/// Something to be said in every stage from the tool on.
TEST(Evaluate, NamesOneFindingOfEachLaterStageInTheirOrder) {
  Office office;
  office.session.permissions = *find_builtin_permission_set("read-only");
  office.session.allowed_tenants = {"globex"};
  office.state.taken_in.insert(SourceKind::ToolOutput);
  office.state.private_seen = true;
  office.evidence.tool = Observation::Absent;
  office.policy.flow = FlowTerms::Deny;
  const ToolCall call = call_of(
      "send_email", R"({"to":"x@attacker.example","To":1,"extra":2,"tenant":"globex","subject":"s","body":"b"})");
  EXPECT_THAT(rules_of(office.judge(call)),
              ElementsAre(ToolUnregistered, PermissionCapability, ArgumentsMalformed, DestinationUnlisted,
                          TenancyOutOfScope, FlowPrivateToOutside, ApprovalDangerous));
}

TEST(Evaluate, NamesEveryFindingOfTheDecidingStage) {
  Office office;
  office.now = office.session.expires_at;
  office.state.suspension = Suspension::Suspended;
  EXPECT_THAT(rules_of(office.judge("read_ticket", R"({"id":"T-1"})")), ElementsAre(SessionExpired, SessionSuspended));
  EXPECT_THAT(rules_of(Office().judge("call_webhook", R"({"url":"https://u@169.254.169.254:99999/","body":"b"})")),
              ElementsAre(DestinationMetadata, DestinationMalformed, DestinationUserinfo, DestinationUnlisted));
}

TEST(Evaluate, NamesTheOthersOfTheStageBeforeThoseOfLaterOnes) {
  Office office;
  office.session.allowed_tenants = {};
  const Decision decision = office.judge("delete_ticket", R"({"id":"T-1","tenant":"globex"})");
  EXPECT_THAT(rules_of(decision), ElementsAre(ArgumentsSchema, TenancyOutOfScope, ApprovalIrreversibleWrite));
}

TEST(Evaluate, NamesEachRuleOnce) {
  const Decision decision = Office().judge(
      "send_email", R"({"to":["a@one.example","b@two.example","nobody","\"q\"@office.example"],"a":1,"b":2})");
  std::set<RuleId> seen;
  for (const RuleId rule : rules_of(decision)) EXPECT_TRUE(seen.insert(rule).second) << to_string(rule);
}

TEST(Evaluate, ReportsTheGravestOfSeveralDestinations) {
  const Decision decision = Office().judge(
      "call_webhook",
      R"({"url":["https://hooks.office.example/","https://other.example/","http://hooks.office.example/","https://10.0.0.1/","https://db.localhost/"],"body":"b"})");
  EXPECT_THAT(rules_of(decision),
              ElementsAre(DestinationLoopback, DestinationPrivateAddress, DestinationScheme, DestinationUnlisted));
  EXPECT_EQ(decision.deciding.subject.text, "db.localhost");
}

/// A Strict spelling is reported as malformed and judged behind everything else that a destination can be.
TEST(Evaluate, JudgesStrictSpellingsLast) {
  const Decision decision =
      Office().judge("notify", R"({"to":["\"a\"@office.example","b@other.example"],"subject":"s","body":"b"})");
  EXPECT_THAT(rules_of(decision), ElementsAre(DestinationUnlisted, DestinationMalformed));
}

TEST(Evaluate, DestinationSpeaksBeforeAnybodyIsAsked) {
  const Decision decision = Office().judge("send_email", R"({"to":"a@other.example","subject":"s","body":"b"})");
  EXPECT_EQ(decision.rule(), DestinationUnlisted);
}

TEST(Evaluate, FlowIsAskedBehindTheOtherReasonsToAsk) {
  Office office;
  office.state.private_seen = true;
  office.state.taken_in.insert(SourceKind::ToolOutput);
  EXPECT_THAT(rules_of(office.judge("send_email", R"({"to":"a@office.example","subject":"s","body":"b"})")),
              ElementsAre(ApprovalDangerous, FlowPrivateToOutside));
  EXPECT_THAT(rules_of(office.judge("notify", R"({"to":"a@office.example","subject":"s","body":"b"})")),
              ElementsAre(FlowPrivateToOutside));
}

// --- With an approval -----------------------------------------------------------------------------------------------

TEST(EvaluateApproved, SatisfiesWhatAsksAndNothingElse) {
  const Office office;
  const ToolCall good = call_of("send_email", R"({"to":"a@office.example","subject":"s","body":"b"})");
  const Query query = office.query(good);
  const Facts facts = examine(Engine::strict(), query);
  EXPECT_EQ(evaluate(Engine::strict(), query, facts, ApprovalGiven::No).rule(), ApprovalDangerous);
  EXPECT_EQ(evaluate(Engine::strict(), query, facts, ApprovalGiven::Yes).rule(), DefaultAllow);
}

TEST(EvaluateApproved, ADenyWins) {
  const Office office;
  const ToolCall bad = call_of("send_email", R"({"to":"a@other.example","subject":"s","body":"b"})");
  const Query query = office.query(bad);
  const Decision decision = evaluate(Engine::strict(), query, examine(Engine::strict(), query), ApprovalGiven::Yes);
  EXPECT_EQ(decision.verdict(), Verdict::Deny);
  EXPECT_THAT(rules_of(decision), ElementsAre(DestinationUnlisted));
}

// --- The table ------------------------------------------------------------------------------------------------------

TEST(RuleTable, IsInTheOrderOfTheStages) {
  const auto table = rule_table();
  EXPECT_TRUE(std::ranges::is_sorted(table, {}, &Rule::stage));
  for (const Rule& rule : table) {
    EXPECT_NE(rule.test, nullptr) << to_string(rule.id);
    EXPECT_NE(rule.verdict, Verdict::Allow) << to_string(rule.id);
    EXPECT_TRUE(rule.because.ends_with('.')) << to_string(rule.id);
    EXPECT_EQ(rule.verdict == Verdict::Confirm, rule.stage == Stage::Approval) << to_string(rule.id);
  }
}

TEST(RuleTable, StandsInTheOrderOfGravity) {
  std::vector<RuleId> order;
  for (const Rule& rule : rule_table()) {
    if (rule.stage == Stage::Destination) order.push_back(rule.id);
  }
  EXPECT_THAT(order, ElementsAre(DestinationMissing, DestinationMetadata, DestinationLoopback, DestinationLinkLocal,
                                 DestinationPrivateAddress, DestinationSpecialAddress, DestinationMalformed,
                                 DestinationScheme, DestinationUserinfo, DestinationPort, DestinationPath,
                                 DestinationUnlisted, DestinationMalformed, PathMalformed, PathOutside, PathProtected,
                                 CommandMalformed, CommandUnlisted));
}

TEST(Engine, ThatNobodyFilledInDeniesEveryCall) {
  for (const ToolCall& call : good_calls()) {
    EXPECT_EQ(Office().judge(call, Engine{}).verdict(), Verdict::Deny) << call.tool;
    EXPECT_EQ(Office().judge(call, Engine{}).rule(), RuleId::SystemInternal) << call.tool;
  }
}

TEST(Engine, WithoutARuleAllowsNoCallThatCannotBeRead) {
  Engine only_the_session = Engine::strict();
  std::erase_if(only_the_session.rules, [](const Rule& rule) { return rule.stage != Stage::Session; });
  EXPECT_EQ(Office().judge(call_of("no_such_tool", "{}"), only_the_session).verdict(), Verdict::Allow)
      << "the rule is needed";
  EXPECT_EQ(Office().judge(ToolCall{}, only_the_session).verdict(), Verdict::Deny);
  EXPECT_EQ(Office().judge(call_of("run_script", "{}"), only_the_session).verdict(), Verdict::Allow);
}

}  // namespace
}  // namespace yett
