#pragma once

#include <cstddef>

#include "cli/command.h"

namespace yett {

/// How many columns a person sees: $COLUMNS, else those of the terminal, else kScreenWidth. Never fewer than 60:
/// below that nothing lines up any more.
[[nodiscard]] std::size_t screen_width(const Console& console);

}  // namespace yett
