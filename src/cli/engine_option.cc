#include "cli/engine_option.h"

#include <vector>

#include "lab/weaken.h"

namespace yett {

Result<Engine> find_engine(const Invocation& invocation) {
  std::vector<RuleId> without;
  for (const std::string& name : invocation.values("--without")) {
    const std::optional<RuleId> rule = parse_rule_id(name);
    if (!rule) return fail(ErrorKind::Input, "there is no rule " + name, {}, "`yett rules` lists them");
    without.push_back(*rule);
  }
  return Weakening::without(without);
}

Result<GateEngine> find_gate_engine(const Invocation& invocation) {
  Result<Engine> engine = find_engine(invocation);
  if (!engine) return std::unexpected(engine.error());
  if (!invocation.has("--without")) return GateEngine::strict();
  return Weakening::gate(std::move(*engine), "--without");
}

}  // namespace yett
