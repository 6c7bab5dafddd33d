#pragma once

#include <span>
#include <string>

#include "decide/engine.h"
#include "gate/gate_engine.h"
#include "model/rule_id.h"

namespace yett {

/// The only way to an engine that is not strict. The lab uses it to prove rules by leaving them out, and --without of
/// the commands that execute nothing. The house test of layers keeps every other file from including this header.
class Weakening {
 public:
  /// The strict engine without every row of the named rules, and without those among its checks of an approval.
  [[nodiscard]] static Engine without(std::span<const RuleId> rules);

  /// The strict engine with the approval stage asked before the destination is judged: what
  /// `yett demo --mutate gate-first` runs.
  [[nodiscard]] static Engine approval_first();

  /// A gate that judges with a weakened engine. `what` stands in the record of its session.
  [[nodiscard]] static GateEngine gate(Engine engine, std::string what);
};

}  // namespace yett
