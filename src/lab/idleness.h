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
/// Of the tools and servers that a permission set names.
[[nodiscard]] std::string why_role_is_idle(const PermissionSet& set, const Policy& policy);
/// Of a right that a permission set does not grant.
[[nodiscard]] std::string why_capability_is_idle(Capability capability, const PermissionSet& set, const Policy& policy);
/// Of a kind of text after which a permission set does not grant the right any more.
[[nodiscard]] std::string why_source_is_idle(Capability capability, const PermissionSet& set, const Policy& policy);
/// Of the effect on a tool's line, beside that it reads.
[[nodiscard]] std::string why_effect_is_idle(const Tool& tool, const Policy& policy);
/// Of the word "private" on a tool's line.
[[nodiscard]] std::string why_sensitivity_is_idle(const Tool& tool, const Policy& policy);
[[nodiscard]] std::string why_flow_is_idle(const Policy& policy);
[[nodiscard]] std::string why_gate_first_is_idle(const Policy& policy);
[[nodiscard]] std::string why_order_is_idle(Stage earlier, Stage later, const Policy& policy);
[[nodiscard]] std::string why_range_is_idle(std::size_t row, const Policy& policy);
[[nodiscard]] std::string why_match_is_idle(DestinationKind kind, LooseMatch match, const Policy& policy);

}  // namespace yett
