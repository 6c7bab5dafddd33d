#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "base/error.h"
#include "policy/policy.h"
#include "policy/policy_errors.h"
#include "text/toml.h"

namespace yett {

/// Reads a policy of format 1 (docs/policy.md), all or nothing. `file` only names it in messages.
/// Refused with file, line and column, what was found and what was expected, and a hint: unknown, repeated and
/// misspelt keys ("did you mean"), wrong types, keys of later versions ("not in this version"), a missing required
/// key, a tool without one of its three fields, a send tool without a destination, a private tool without a tenant,
/// anything in a list that is not canonical, wildcards, URLs and metadata or private addresses in a list.
/// Fails with everything that is wrong, except that of a text that is no TOML only the first error is known, and that
/// what one part says of another is not judged while either could not be read.
[[nodiscard]] std::expected<PolicyRef, PolicyErrors> check_policy(std::string_view text, std::string file);

/// The same of a text that was parsed. Positions are those of the document, whose parts may come of several files.
[[nodiscard]] std::expected<PolicyRef, PolicyErrors> check_document(const Toml& document, std::string file);

/// check_policy() for a caller that has room for one error: the one that stands first in the file.
[[nodiscard]] Result<PolicyRef> parse_policy(std::string_view text, std::string file);

}  // namespace yett
