#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "model/tool.h"

namespace yett {

/// True when `key`, which no argument is named by, folds into the step at `depth` of one of them.
[[nodiscard]] bool is_folded_twin(std::span<const BoundArgument* const> arguments, std::size_t depth,
                                  std::string_view key);

/// True for the arguments of a mail tool in which line breaks are text and not structure, unless the policy lists its
/// own (contract section 2: body, text, html, content, message).
[[nodiscard]] bool is_body_name(std::string_view name);

}  // namespace yett
