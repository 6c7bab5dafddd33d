#pragma once

#include <string>
#include <vector>

#include "decide/explain.h"
#include "words/language.h"

namespace yett {

/// What a stage had before it when it judged: short lines for a person. Of what the call says they repeat only what
/// reasons and argument_lines() do.
[[nodiscard]] std::vector<std::string> observations(Language language, Stage stage, const Query& query,
                                                    const Explanation& explanation);

/// What was found of the destinations, paths and commands of a call: what observations() has of that stage.
[[nodiscard]] std::vector<std::string> destination_observations(Language language, const Query& query,
                                                                const Facts& facts);

/// How the tier of the tool comes about: "dangerous: effect send, reversible no, sensitivity internal". Empty
/// without a tool.
[[nodiscard]] std::string tier_derivation(Language language, const Tool* tool);

}  // namespace yett
