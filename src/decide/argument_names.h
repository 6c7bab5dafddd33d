#pragma once

#include <string_view>

#include "model/tool.h"

namespace yett {

/// True when an undeclared key folds into a declared one.
[[nodiscard]] bool is_folded_twin(const Tool& tool, std::string_view key);

/// True for the arguments of a mail tool in which line breaks are text and not structure (destinations design).
[[nodiscard]] bool is_body_name(std::string_view name);

}  // namespace yett
