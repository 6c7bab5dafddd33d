#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "text/json.h"

namespace yett {

/// How rows are printed (contract section 1).
enum class Format : std::uint8_t { Table, Json, Csv, Markdown };

/// Reads the value of --format.
[[nodiscard]] Result<Format> parse_format(std::string_view text);

/// Rows of text under headings, printed in any format. Cells are escaped for what they are printed in, so no cell can
/// forge a row, a column or a terminal command.
class Table {
 public:
  explicit Table(std::vector<std::string> headings) : headings_(std::move(headings)) {}

  /// A row has as many cells as there are headings.
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  [[nodiscard]] bool empty() const { return rows_.empty(); }

  /// For Table, Csv and Markdown. Columns line up by display width: East Asian wide characters count as two.
  [[nodiscard]] std::string print(Format format) const;

 private:
  std::vector<std::string> headings_;
  std::vector<std::vector<std::string>> rows_;
};

/// The number of terminal columns that a text takes (East Asian Width, UAX 11: wide and fullwidth count two).
[[nodiscard]] std::size_t display_width(std::string_view text);

}  // namespace yett
