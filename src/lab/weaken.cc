#include "lab/weaken.h"

#include <algorithm>

namespace yett {

Engine Weakening::without(std::span<const RuleId> rules) {
  Engine engine = Engine::strict();
  const auto is_left_out = [rules](RuleId id) { return std::ranges::find(rules, id) != rules.end(); };
  std::erase_if(engine.rules, [&](const Rule& rule) { return is_left_out(rule.id); });
  std::erase_if(engine.approval_checks, is_left_out);
  return engine;
}

Engine Weakening::approval_first() {
  Engine engine = Engine::strict();
  const auto is_early = [](const Rule& rule) { return rule.stage < Stage::Destination; };
  // The flow rule stays behind: it asks about what the run has read, the others about the call itself.
  const auto is_approval = [](const Rule& rule) {
    return rule.stage == Stage::Approval && rule.id != RuleId::FlowPrivateToOutside;
  };
  const auto behind = std::stable_partition(engine.rules.begin(), engine.rules.end(), is_early);
  std::stable_partition(behind, engine.rules.end(), is_approval);
  return engine;
}

GateEngine Weakening::gate(Engine engine, std::string what) { return {std::move(engine), std::move(what)}; }

}  // namespace yett
