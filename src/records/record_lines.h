#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/error.h"

namespace yett {

/// A line of some inputs that is not blank, without its end. QuickRecords::kPadding bytes behind it can be read.
struct RecordLine {
  std::string_view text;
  std::size_t input = 0;   // which of the inputs
  std::uint64_t line = 0;  // of that input, from 1
};

/// Calls `take` with each line of the inputs, one after the other, as read_records() reads them. Fails when an input
/// cannot be read to its end or has a line that is too long. Memory is that of the longest line. Blocks.
[[nodiscard]] Result<void> each_record_line(std::span<const std::string> inputs,
                                            const std::function<void(const RecordLine&)>& take);

}  // namespace yett
