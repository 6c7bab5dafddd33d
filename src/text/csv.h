#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace yett {

/// A row of a CSV text.
struct CsvRow {
  std::uint32_t line = 0;  // from 1, where it begins
  std::vector<std::string> cells;
};

/// Cuts a CSV text (RFC 4180) into rows; blank lines are left out, and a line may end with LF alone. Fails with Input
/// when a quoted text has no end or something stands behind one; `where` has the line. O(n).
[[nodiscard]] Result<std::vector<CsvRow>> read_csv(std::string_view text);

/// A value as a cell, quoted where it has to be.
[[nodiscard]] std::string csv_cell(std::string_view value);

}  // namespace yett
