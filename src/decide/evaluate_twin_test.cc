// evaluate() against a second, slower judge that was written from the contract's table alone and knows nothing of the
// first: it gets each query as a description, with the faults of every value written down by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "decide/random_call_fixture.h"

namespace yett {
namespace {

using enum RuleId;

/// Everything that the table of contract section 6 has to say, a list for each stage, in the order of the table.
std::vector<std::vector<RuleId>> findings_by_stage(const Office& office, const Tool* tool, bool readable,
                                                   const Description& described) {
  const Session& session = office.session;
  std::vector<std::vector<RuleId>> stages;
  const auto stage = [&] { stages.emplace_back(); };
  const auto say = [&](RuleId rule, bool holds) {
    if (holds) stages.back().push_back(rule);
  };

  stage();
  say(SessionExpired, office.now >= session.expires_at);
  say(SessionSuspended, office.state.suspension == Suspension::Suspended);
  stage();
  say(ArgumentsMalformed, !readable);
  stage();
  say(ToolUnregistered, tool == nullptr || office.evidence.tool == Observation::Absent);

  std::vector<Capability> asked;
  if (tool != nullptr) {
    if (tool->effect == Effect::Read) asked.push_back(Capability::Read);
    if (tool->effect == Effect::Write) asked.push_back(Capability::Write);
    if (tool->effect == Effect::Execute) asked.push_back(Capability::Execution);
    const bool sends = tool->effect == Effect::Send || described.has_destination_arguments || tool->fixed_destination;
    if (sends) asked.push_back(Capability::ExternalAccess);
  }
  bool lacks = false;
  bool deaf = false;
  for (const Capability capability : asked) {
    const SourceSet listens_to = session.permissions.grants[static_cast<std::size_t>(capability)];
    if (listens_to.empty()) {
      lacks = true;
      continue;
    }
    for (const SourceKind kind : {SourceKind::User, SourceKind::ToolOutput, SourceKind::RetrievedDocument}) {
      deaf |= office.state.taken_in.contains(kind) && !listens_to.contains(kind);
    }
  }
  stage();
  say(PermissionCapability, lacks);
  say(PermissionSource, deaf);
  stage();
  say(ArgumentsMalformed, tool != nullptr && described.malformed);
  say(ArgumentsSchema, tool != nullptr && described.undeclared);

  stage();
  std::set<RuleId> faults = described.target_faults;
  if (described.recipients > 50) faults.insert(DestinationMalformed);
  say(DestinationMissing, described.has_destination_arguments && !described.names_destination);
  for (const RuleId rule : {DestinationMetadata, DestinationLoopback, DestinationLinkLocal, DestinationPrivateAddress,
                            DestinationSpecialAddress, DestinationMalformed, DestinationScheme, DestinationUserinfo,
                            DestinationPort, DestinationUnlisted}) {
    say(rule, faults.contains(rule));
  }
  say(DestinationMalformed, described.strict && !faults.contains(DestinationMalformed));
  for (const RuleId rule : {PathMalformed, PathOutside}) say(rule, faults.contains(rule));

  stage();
  const bool is_bound =
      tool != nullptr && (tool->sensitivity == Sensitivity::Private || tool->tenant != TenantSource::None);
  say(TenancyNoTenant, is_bound && !session.tenant);
  say(TenancyOutOfScope, session.tenant && std::ranges::count(session.allowed_tenants, *session.tenant) == 0);
  say(TenancyInArguments, tool != nullptr && described.foreign_tenant);

  const bool outside = tool != nullptr && (tool->effect == Effect::Send || tool->effect == Effect::Execute ||
                                           described.has_destination_arguments || tool->fixed_destination);
  const bool mixes = office.state.private_seen && (office.state.taken_in.contains(SourceKind::ToolOutput) ||
                                                   office.state.taken_in.contains(SourceKind::RetrievedDocument));
  stage();
  say(FlowPrivateToOutside, outside && mixes && office.policy.flow == FlowTerms::Deny);
  stage();
  const bool irreversible = tool != nullptr && tool->reversibility == Reversibility::Irreversible;
  say(ApprovalDangerous, irreversible && (tool->effect == Effect::Send || tool->effect == Effect::Execute));
  say(ApprovalIrreversibleWrite,
      irreversible && tool->effect == Effect::Write && office.policy.approval.irreversible_writes);
  say(ApprovalFixedDestination, tool != nullptr && tool->fixed_destination);
  say(ApprovalRepeat, office.evidence.last_outcome == LastOutcome::Unknown);
  say(FlowPrivateToOutside, outside && mixes && office.policy.flow == FlowTerms::Confirm);
  return stages;
}

/// The deciding rule and what stands beside it, as contract section 6 puts it.
std::vector<RuleId> expected_rules(const std::vector<std::vector<RuleId>>& stages) {
  std::vector<RuleId> rules;
  for (const std::vector<RuleId>& stage : stages) {
    if (stage.empty()) continue;
    const std::size_t count = rules.empty() ? stage.size() : 1;
    for (std::size_t i = 0; i < count; ++i) {
      if (std::ranges::count(rules, stage[i]) == 0) rules.push_back(stage[i]);
    }
  }
  if (rules.empty()) rules.push_back(DefaultAllow);
  return rules;
}

TEST(EvaluateTwin, AgreesOnRandomQueries) {
  Office office;
  const std::vector<Tool> tools = office_tools();
  std::mt19937 random(61);
  std::set<RuleId> decided_by;
  for (int round = 0; round < 120'000; ++round) {
    shuffle(office, random);
    Description described;
    const Tool* tool = &tools[random() % tools.size()];
    ToolCall call = Author(random, office.session).write(*tool, described);
    bool readable = true;
    if (random() % 40 == 0) {
      call.tool = "no_such_tool";
      tool = nullptr;
      described = {};
    } else if (random() % 40 == 0) {
      call.readability = Readability::Unreadable;
      readable = false;
      tool = nullptr;
      described = {};
    }
    const std::vector<RuleId> expected = expected_rules(findings_by_stage(office, tool, readable, described));
    const Decision decision = office.judge(call);
    const std::vector<RuleId> actual = rules_of(decision);
    decided_by.insert(decision.rule());
    ASSERT_EQ(actual, expected) << call.tool << " " << write_json(call.arguments);
    ASSERT_EQ(decision.tier, tool == nullptr ? std::nullopt : std::optional(tool->tier())) << call.tool;
    const bool asks = to_string(decision.rule()).starts_with("approval.") ||
                      (decision.rule() == FlowPrivateToOutside && office.policy.flow == FlowTerms::Confirm);
    const Verdict verdict = decision.rule() == DefaultAllow ? Verdict::Allow : asks ? Verdict::Confirm : Verdict::Deny;
    ASSERT_EQ(decision.verdict(), verdict) << to_string(decision.rule());
  }
  EXPECT_GT(decided_by.size(), 25u) << "the queries are too much alike to prove anything";
}

}  // namespace
}  // namespace yett
