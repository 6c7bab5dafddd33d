#include "decide/evaluate.h"

#include <algorithm>
#include <optional>

namespace yett {
namespace {

bool names(const Decision& decision, RuleId rule) {
  return decision.rule() == rule ||
         std::ranges::any_of(decision.also, [rule](const Finding& f) { return f.rule == rule; });
}

/// An engine without the rule on unregistered tools allows what has no tier.
Finding allowed(std::optional<RiskTier> tier) {
  return {.rule = RuleId::DefaultAllow,
          .verdict = Verdict::Allow,
          .channel = Channel::None,
          .subject = {.kind = SubjectKind::Text, .text = std::string(tier ? to_string(*tier) : "unknown"), .size = 0},
          .argument = {}};
}

}  // namespace

Decision evaluate(const Engine& engine, const Query& query, const Facts& facts, ApprovalGiven approval) {
  Decision decision;
  // Rules that are left out are named one by one; an engine without any was never filled in.
  if (engine.rules.empty()) return decision;
  if (facts.tool != nullptr) decision.tier = facts.tool->tier();

  Findings findings;
  bool decided = false;
  Stage deciding_stage{};
  Stage last_spoken{};
  for (const Rule& rule : engine.rules) {
    if (approval == ApprovalGiven::Yes && rule.verdict == Verdict::Confirm) continue;
    if (decided && rule.stage != deciding_stage && rule.stage == last_spoken) continue;
    findings.clear();
    rule.test(query, facts, findings);
    if (findings.empty()) continue;
    Finding& first = findings.front();
    first.rule = rule.id;
    first.verdict = rule.verdict;
    last_spoken = rule.stage;
    if (!decided) {
      decided = true;
      deciding_stage = rule.stage;
      decision.deciding = std::move(first);
    } else if (!names(decision, rule.id)) {
      decision.also.push_back(std::move(first));
    }
  }
  // What cannot be read is no call: there is nothing to allow, whatever rules are left out.
  if (!decided && is_readable(query)) decision.deciding = allowed(decision.tier);
  return decision;
}

Decision judge(const Engine& engine, const Query& query) { return evaluate(engine, query, examine(engine, query)); }

}  // namespace yett
