#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "policy/policy.h"

namespace yett {

/// Reads a policy of format 1 (contract section 2), all or nothing. `file` only names it in messages.
/// Refused with file, line and column, what was found and what was expected, and a hint: unknown, repeated and
/// misspelt keys ("did you mean"), wrong types, keys of later versions ("not in this version"), a missing required
/// key, a tool without one of its three fields, a send tool without a destination, a private tool without a tenant,
/// anything in a list that is not canonical, wildcards, URLs and metadata or private addresses in a list.
[[nodiscard]] Result<PolicyRef> parse_policy(std::string_view text, std::string file);

}  // namespace yett
