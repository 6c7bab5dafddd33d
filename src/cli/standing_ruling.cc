#include "cli/standing_ruling.h"

#include <algorithm>

#include "decide/engine.h"

namespace yett {
namespace {

/// The first rule of that verdict that speaks of the tool alone: of a call of which nothing else is known.
std::optional<RuleId> first_rule(Verdict verdict, const Tool& tool, const Policy& policy, const Session& session,
                                 TimePoint now, const SessionState& state = SessionState::of_new_run()) {
  const ToolCall call = ToolCall::readable(tool.name, Json::Object{});
  const Evidence evidence;
  const std::vector<std::string> no_paths;
  const Query query{.policy = policy,
                    .session = session,
                    .state = state,
                    .call = call,
                    .evidence = evidence,
                    .now = now,
                    .sealed = no_paths};
  Facts facts;
  if (now < tool.lapses_at) facts.tool = &tool;
  for (const Rule& rule : rule_table()) {
    if (rule.verdict != verdict) continue;
    Findings findings;
    rule.test(query, facts, findings);
    if (!findings.empty()) return rule.id;
  }
  return std::nullopt;
}

}  // namespace

bool always_asks(const Tool& tool, const Policy& policy) {
  return first_rule(Verdict::Confirm, tool, policy, Session{}, TimePoint{}).has_value();
}

bool asks_by_flow(const Tool& tool, const Policy& policy) {
  const auto is_private = [](const Tool& other) { return other.sensitivity == Sensitivity::Private; };
  const auto is_trusted = [](const Tool& other) { return other.returns == Returns::Trusted; };
  SessionState state = SessionState::of_new_run();
  state.private_seen = std::ranges::any_of(policy.tools.in_order(), is_private);
  if (!std::ranges::all_of(policy.tools.in_order(), is_trusted)) state.taken_in.insert(SourceKind::ToolOutput);
  return first_rule(Verdict::Confirm, tool, policy, Session{}, TimePoint{}, state).has_value();
}

std::optional<RuleId> barred_by(const Tool& tool, const Policy& policy, const Session& session, TimePoint now) {
  return first_rule(Verdict::Deny, tool, policy, session, now);
}

}  // namespace yett
