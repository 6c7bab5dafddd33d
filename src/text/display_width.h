#pragma once

#include <cstddef>
#include <string_view>

namespace yett {

/// The number of terminal columns that a text takes (East Asian Width, UAX 11: wide and fullwidth count two). A byte
/// that is no UTF-8 counts one. O(n).
[[nodiscard]] std::size_t display_width(std::string_view text);

}  // namespace yett
