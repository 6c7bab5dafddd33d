#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/tool.h"
#include "words/language.h"

namespace yett {

// How the fields of a tool read in a table.
[[nodiscard]] std::string_view effect_word(Language language, Effect effect);
[[nodiscard]] std::string_view sensitivity_word(Language language, Sensitivity sensitivity);
/// Tiers read the same in every language: they are what people search a log for.
[[nodiscard]] std::string_view tier_word(Language language, RiskTier tier);

/// One row of the capability table: name, effect, sensitivity, reversible, tier, where it may go.
[[nodiscard]] std::vector<std::string> capability_row(Language language, const Tool& tool);

}  // namespace yett
