#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "base/error.h"

namespace yett {

/// Reads a blocking descriptor to its end and calls `take` with each line, without its end; a last line without an end
/// counts too. Blank lines are skipped. A line longer than `max_bytes` is passed on cut to `max_bytes` + 1 bytes, so
/// that whoever limits sizes refuses it. Memory is bounded by the longest line. Fails when reading fails.
[[nodiscard]] Result<void> each_line(int descriptor, std::size_t max_bytes,
                                     const std::function<void(std::string_view)>& take);

}  // namespace yett
