#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/tool.h"
#include "policy/policy.h"
#include "words/language.h"

namespace yett {

// How the fields of a tool read in a table.
[[nodiscard]] std::string_view effect_word(Language language, Effect effect);
[[nodiscard]] std::string_view sensitivity_word(Language language, Sensitivity sensitivity);
/// Tiers read the same in every language: they are what people search a log for.
[[nodiscard]] std::string_view tier_word(Language language, RiskTier tier);

/// "-", "arguments", "credential", "single": as a policy writes it.
[[nodiscard]] std::string_view tenant_word(TenantSource source);

/// What of a call is judged by its value: "to (email), owner/repo (id: repos), /files/*/path (path.write)".
[[nodiscard]] std::string bound_arguments(const Tool& tool, const Policy& policy);
/// What a reviewer should not overlook: a pending review, a last day, trusted results, another name at the server.
[[nodiscard]] std::string tool_remarks(Language language, const Tool& tool);

/// One row of the capability table: name, effect, sensitivity, reversible, tier, judged arguments.
[[nodiscard]] std::vector<std::string> capability_row(Language language, const Tool& tool, const Policy& policy);

}  // namespace yett
