#pragma once

#include "text/json.h"

namespace yett {

/// A small value that a JSON Schema accepts, as far as it is plain: type, enum, const, required properties, lengths,
/// bounds, patterns that are anchored, the first branch of anyOf and oneOf. The caller checks it.
[[nodiscard]] Json sample_value(const Json& schema);

}  // namespace yett
