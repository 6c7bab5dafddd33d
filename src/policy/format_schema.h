#pragma once

#include "text/json.h"

namespace yett {

/// The JSON Schema (draft 7) of policy format 1 as this version reads it, for editors: each key with what it means, the
/// words that may stand there, and closed tables. It accepts every policy that parse_policy() loads. The reverse does
/// not hold: what one part of a policy says of another, and what makes a host or an address canonical, only loading
/// tells. Dates are described as the texts that TOML tools make of them. Keys of later versions are left out.
[[nodiscard]] Json policy_format_schema();

}  // namespace yett
