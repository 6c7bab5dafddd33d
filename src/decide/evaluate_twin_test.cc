// evaluate() against the slow judge, on policies, sessions, runs and calls made at random.
#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "decide/random_call_fixture.h"

namespace yett {
namespace {

#ifdef NDEBUG
constexpr int kPolicies = 1'000;
#else
constexpr int kPolicies = 100;  // slower by as much, and under sanitizers by more
#endif
constexpr int kCallsOfAPolicy = 250;

/// Contract section 3, for a line of the policy.
RiskTier plain_tier(const Tool& line) {
  const bool outbound = line.effect == Effect::Send || line.effect == Effect::Execute;
  if (outbound) return line.reversibility == Reversibility::Reversible ? RiskTier::Sensitive : RiskTier::Dangerous;
  if (line.effect == Effect::Write) return RiskTier::Sensitive;
  return line.sensitivity == Sensitivity::Private ? RiskTier::Sensitive : RiskTier::Safe;
}

/// Makes the call of a query, and says of which tool its server's schema is known.
const PlainTool& make_call(PlainQuery& query, Dice& dice) {
  const PlainTool& tool = dice.pick(query.policy.tools);
  query.call = RandomCall(dice).make(tool.line);
  query.server_says_schema = dice.one_in(2);
  if (!tool.line.server.empty() && dice.one_in(3)) query.call.tool = tool.line.server + "." + tool.line.name;
  if (dice.one_in(40)) query.call.tool = "no_such_tool";
  if (dice.one_in(40)) query.call.readability = Readability::Unreadable;
  if (dice.one_in(100)) query.call.arguments = json_of("[]");
  return tool;
}

/// What of the table has been seen at work.
struct Coverage {
  std::vector<std::size_t> decided = std::vector<std::size_t>(rule_table().size());
  std::vector<std::size_t> beside = std::vector<std::size_t>(rule_table().size());
  std::size_t allowed = 0;

  void count(const std::vector<SlowJudge::Said>& ruling) {
    if (ruling.empty()) ++allowed;
    for (std::size_t i = 0; i < ruling.size(); ++i) ++(i == 0 ? decided : beside)[ruling[i].row];
  }
};

std::string text_of(const PlainQuery& query) {
  return query.call.tool + " " + write_json(query.call.arguments) + " at \"" + query.server + "\" in " +
         query.session.permissions.name + " of " + query.session.tenant.value_or("(no tenant)");
}

void expect_agreement(const Policy& policy, const std::vector<std::optional<Schema>>& served, const PlainQuery& query,
                      Coverage& coverage) {
  const SlowJudge slow(query);
  Evidence evidence{.tool = query.seen, .schema = nullptr, .last_outcome = query.last_outcome};
  if (slow.tool() != nullptr && query.server_says_schema) {
    const std::optional<Schema>& schema = served[static_cast<std::size_t>(slow.tool() - query.policy.tools.data())];
    if (schema) evidence.schema = &*schema;
  }
  const Decision decision = judge(Engine::strict(), {.policy = policy,
                                                     .session = query.session,
                                                     .state = query.state,
                                                     .call = query.call,
                                                     .evidence = evidence,
                                                     .now = query.now,
                                                     .server = query.server,
                                                     .sealed = query.sealed});
  const std::vector<SlowJudge::Said> ruling = slow.ruling();
  coverage.count(ruling);
  std::vector<RuleId> expected;
  for (const SlowJudge::Said& said : ruling) expected.push_back(said.rule);
  if (expected.empty()) expected.push_back(RuleId::DefaultAllow);
  ASSERT_EQ(rules_of(decision), expected) << text_of(query);
  const Verdict verdict = ruling.empty() ? Verdict::Allow : rule_table()[ruling.front().row].verdict;
  ASSERT_EQ(decision.verdict(), verdict) << text_of(query);
  ASSERT_EQ(decision.tier, slow.tool() == nullptr ? std::nullopt : std::optional(plain_tier(slow.tool()->line)))
      << text_of(query);
}

class EvaluateTwin : public testing::TestWithParam<std::uint32_t> {};

/// Several seeds, so that a run of the tests can spread them; each sees every row of the table decide.
TEST_P(EvaluateTwin, AgreesOnRandomQueriesAndEveryRowSpeaks) {
  Dice dice(GetParam());
  Coverage coverage;
  for (int round = 0; round < kPolicies; ++round) {
    const PlainPolicy plain = RandomPolicy(dice).make();
    const Policy policy = compiled(plain);
    std::vector<std::optional<Schema>> served;
    for (const PlainTool& tool : plain.tools) {
      served.push_back(tool.served ? std::optional(observed_schema(schema_json(*tool.served), tool.line))
                                   : std::nullopt);
    }
    PlainQuery query(plain);
    for (int i = 0; i < kCallsOfAPolicy; ++i) {
      shuffle(query, dice);
      make_call(query, dice);
      expect_agreement(policy, served, query, coverage);
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GT(coverage.allowed, 0u);
  for (std::size_t row = 0; row < rule_table().size(); ++row) {
    const Rule& rule = rule_table()[row];
    EXPECT_GT(coverage.decided[row], 0u) << to_string(rule.id) << " (" << to_string(rule.stage) << ") never decided";
    if (row == 0) continue;  // nothing stands before it
    EXPECT_GT(coverage.beside[row], 0u) << to_string(rule.id) << " (" << to_string(rule.stage)
                                        << ") never stood beside";
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, EvaluateTwin, testing::Values(61u, 62u, 63u, 64u));

/// The slow judge has a row for each of the table's, in its order: else it knows less than the table.
TEST(EvaluateTwin, KnowsEveryRowOfTheTable) {
  Dice dice(1);
  const PlainPolicy plain = RandomPolicy(dice).make();
  PlainQuery query(plain);
  EXPECT_EQ(SlowJudge(query).rows(), rule_table().size());
}

}  // namespace
}  // namespace yett
