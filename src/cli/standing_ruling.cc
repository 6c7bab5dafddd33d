#include "cli/standing_ruling.h"

#include "decide/engine.h"

namespace yett {
namespace {

/// The first rule of that verdict that speaks of the tool alone: of a call of which nothing else is known.
std::optional<RuleId> first_rule(Verdict verdict, const Tool& tool, const Policy& policy, const Session& session,
                                 TimePoint now) {
  const ToolCall call = ToolCall::readable(tool.name, Json::Object{});
  SessionState state;
  state.suspension = Suspension::Running;
  const Evidence evidence;
  const Query query{
      .policy = policy, .session = session, .state = state, .call = call, .evidence = evidence, .now = now};
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

std::optional<RuleId> barred_by(const Tool& tool, const Policy& policy, const Session& session, TimePoint now) {
  return first_rule(Verdict::Deny, tool, policy, session, now);
}

}  // namespace yett
