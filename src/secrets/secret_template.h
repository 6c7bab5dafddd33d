#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace yett {

/// Whose secret it is.
struct SecretOwner {
  std::string user;
  std::optional<std::string> tenant;
};

/// Puts the owner in the place of `{user}` and `{tenant}` in words that were split before: what a name holds never
/// makes another word. Refused with Input: a name that is not [A-Za-z0-9][A-Za-z0-9._-]{0,63}, so that none means
/// anything to a path or a command line; `{tenant}` for a session that has none; any other brace.
[[nodiscard]] Result<std::vector<std::string>> fill_template(const std::vector<std::string>& words,
                                                             const SecretOwner& owner);

}  // namespace yett
