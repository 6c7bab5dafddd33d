#pragma once

#include <string>

#include "decide/engine.h"
#include "lab/weaken.h"
#include "policy/policy.h"

namespace yett {

// Why a part of the engine can decide nothing under a policy, whatever is called: by what the policy has none of. Each
// returns one sentence, or an empty text where the part can decide something. What they say is shown over the calls of
// the policy before it counts (lab/equivalence.h).

[[nodiscard]] std::string why_rule_is_idle(RuleId rule, const Policy& policy);
/// Of the kind of text that a tool's results carry into the run.
[[nodiscard]] std::string why_returns_is_idle(const Tool& tool, const Policy& policy);
[[nodiscard]] std::string why_flow_is_idle(const Policy& policy);
[[nodiscard]] std::string why_gate_first_is_idle(const Policy& policy);
[[nodiscard]] std::string why_order_is_idle(Stage earlier, Stage later, const Policy& policy);
[[nodiscard]] std::string why_range_is_idle(std::size_t row, const Policy& policy);
[[nodiscard]] std::string why_match_is_idle(DestinationKind kind, LooseMatch match, const Policy& policy);

}  // namespace yett
