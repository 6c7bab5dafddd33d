#pragma once

#include <string>

#include "text/json.h"

namespace yett {

/// Writes JSON for people: two spaces a level, members in their own order, and what fits into 110 columns on one line.
/// Ends with a line break. O(n x depth).
[[nodiscard]] std::string write_indented_json(const Json& value);

}  // namespace yett
