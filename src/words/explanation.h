#pragma once

#include <string>
#include <vector>

#include "decide/explain.h"
#include "words/language.h"

namespace yett {

/// What a stage had before it when it judged: short lines for a person, without any argument's value.
[[nodiscard]] std::vector<std::string> observations(Language language, Stage stage, const Query& query,
                                                    const Explanation& explanation);

/// How the tier of the tool comes about: "dangerous: effect send, not reversible (internal data)". Empty without a
/// tool.
[[nodiscard]] std::string tier_derivation(Language language, const Tool* tool);

}  // namespace yett
