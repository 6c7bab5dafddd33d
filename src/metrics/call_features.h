#pragma once

#include <array>
#include <string_view>

#include "metrics/experiment.h"
#include "model/tool.h"

namespace yett {

/// What every call has as features, by the line of its tool: experiments on calls filter by them as by those that a
/// record brings. They are the first of such an experiment.
inline constexpr std::array<std::string_view, 8> kCallFeatures = {"effect:read",     "effect:write", "effect:send",
                                                                  "effect:execute",  "private",      "irreversible",
                                                                  "has_destination", "unregistered"};

/// Those of a call of that tool; nullptr: it is not registered.
[[nodiscard]] FeatureBits call_features(const Tool* tool);

}  // namespace yett
