#pragma once

#include <string_view>

#include "policy/field.h"
#include "text/json.h"

namespace yett {

/// The value as JSON. Refuses, each where it stands, what JSON has no form of its own for: dates, times, and whole
/// numbers beyond 2^53. `place` is what it is written for: "a schema".
[[nodiscard]] Json field_json(const Field& field, std::string_view place);

}  // namespace yett
