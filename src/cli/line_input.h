#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

#include "base/error.h"

namespace yett {

/// A line of an input, without its end.
struct InputLine {
  std::string_view text;
  std::size_t number = 0;  // from 1, blank lines included
};

/// How far an input was read.
enum class LinesRead : std::uint8_t {
  UpToLongLine,  // a line had no end where one was due: nobody knows whether it ever ends
  All,
};

/// Reads a blocking descriptor and calls `take` with each line; a last line without an end counts too. Blank lines are
/// skipped. Of a line longer than `max_bytes` the first `max_bytes` + 1 bytes are passed on, so that whoever limits
/// sizes refuses it, and reading stops: a device can be one line without end. Memory is bounded by the longest line.
/// Fails when reading fails.
[[nodiscard]] Result<LinesRead> each_line(int descriptor, std::size_t max_bytes,
                                          const std::function<void(const InputLine&)>& take);

}  // namespace yett
