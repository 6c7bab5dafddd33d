#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/format_option.h"

namespace yett {

inline constexpr std::size_t kScreenWidth = 120;  // where nobody says how wide the screen is

enum class LongWords : std::uint8_t { StayWhole, AreBroken };

/// How the last cells of a row go on in further lines.
struct Folding {
  std::size_t columns = 0;
  std::size_t width = kScreenWidth;
  LongWords long_words = LongWords::StayWhole;
};

/// Rows of text under headings, printed in any format. Cells are escaped for what they are printed in, so no cell can
/// forge a row, a column or a terminal command.
class Table {
 public:
  explicit Table(std::vector<std::string> headings) : headings_(std::move(headings)) {}

  /// A row has as many cells as there are headings.
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  [[nodiscard]] bool empty() const { return rows_.empty(); }
  /// Lets cells of the last `columns` columns go on in further lines, broken behind "," and ";" and, where a part is
  /// too long, between words, where a table would be wider than a screen. Further lines begin with blanks: the first
  /// column of each row stands alone.
  void fold_last(std::size_t columns) { folding_.columns = columns; }
  /// Breaks a word of a folded cell too, when it is wider than its column: where the width of the screen counts for
  /// more than that the word can be copied.
  void break_words() { folding_.long_words = LongWords::AreBroken; }
  /// The width of the screen, where it is not kScreenWidth.
  void set_width(std::size_t width) { folding_.width = width; }

  /// For Table, Csv and Markdown. Columns line up by display width: East Asian wide characters count as two.
  [[nodiscard]] std::string print(Format format) const;

 private:
  std::vector<std::string> headings_;
  std::vector<std::vector<std::string>> rows_;
  Folding folding_;
};

/// A text as a cell of a Markdown table has it: it forges nothing, be it in a cell or in a line of its own.
[[nodiscard]] std::string markdown_text(std::string_view text);

}  // namespace yett
