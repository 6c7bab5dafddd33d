#pragma once

#include <optional>

#include "compare/difference.h"
#include "text/json.h"
#include "text/toml.h"

namespace yett {

/// What a change of a schema does to the values that it accepts; nullopt where it says the same. Grants and TakesAway
/// only where that follows keyword by keyword: bounds, `required`, `enum`, `type`, members and items of the same place,
/// keywords that were added or removed. Everything else is Changes: it may accept more. O(size of both), O(n^2) in the
/// items of one `enum`.
[[nodiscard]] std::optional<Direction> schema_direction(const Json& before, const Json& after);

/// A schema as it stands in the document of a policy that was loaded.
[[nodiscard]] Json schema_json(const Toml& schema);

}  // namespace yett
