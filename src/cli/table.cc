#include "cli/table.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "text/display_width.h"
#include "text/unicode.h"

namespace yett {
namespace {

std::string csv_cell(const std::string& cell) {
  // A cell that a spreadsheet would take for a formula is quoted as text.
  std::string text = escape_for_display(cell);
  if (!text.empty() && std::string_view("=+-@").contains(text[0])) text.insert(0, "'");
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

std::string markdown_cell(const std::string& cell) {
  std::string text;
  for (const char c : escape_for_display(cell)) {
    if (std::string_view("\\`*_{}[]<>#|").contains(c)) text += '\\';
    text += c;
  }
  return text;
}

/// A cell in lines of a screen, and a row of cells side by side.
using Cell = std::vector<std::string>;
using Row = std::vector<Cell>;

std::vector<std::size_t> widths_of(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      for (const std::string& line : row[i]) widths[i] = std::max(widths[i], display_width(line));
    }
  }
  return widths;
}

/// The parts of a text that stay together: each ends behind "," or ";".
std::vector<std::string> parts_of(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = text.find_first_of(",;");
    const std::size_t size = end == std::string_view::npos ? text.size() : end + 1;
    parts.emplace_back(text.substr(0, size));
    text.remove_prefix(size);
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  }
  return parts;
}

/// The words of a text, each of which ends before a space.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    words.emplace_back(text.substr(0, text.find(' ')));
    text.remove_prefix(std::min(words.back().size() + 1, text.size()));
  }
  return words;
}

/// The parts of a text; the words of a part that is wider than `width`.
std::vector<std::string> parts_of(std::string_view text, std::size_t width) {
  std::vector<std::string> parts;
  for (const std::string& part : parts_of(text)) {
    if (display_width(part) <= width) {
      parts.push_back(part);
    } else {
      std::ranges::move(words_of(part), std::back_inserter(parts));
    }
  }
  return parts;
}

/// The text in lines of at most `width`, or of one word that is wider.
std::vector<std::string> folded_cell(std::string_view text, std::size_t width) {
  std::vector<std::string> lines(1);
  for (const std::string& part : parts_of(text, width)) {
    std::string& line = lines.back();
    if (!line.empty() && display_width(line) + 1 + display_width(part) > width) {
      lines.push_back(part);
    } else {
      line += (line.empty() ? "" : " ") + part;
    }
  }
  return lines;
}

constexpr std::size_t kGap = 2;
constexpr std::size_t kNarrowest = 14;  // of a folded column: below that a sentence is no longer read as one

Row row_of(const std::vector<std::string>& cells) {
  Row row;
  for (const std::string& cell : cells) row.push_back({escape_for_display(cell)});
  return row;
}

/// Lines of at most `width`, where a word that is wider goes on in the next.
std::vector<std::string> broken_lines(const std::vector<std::string>& lines, std::size_t width) {
  std::vector<std::string> broken;
  for (std::string_view line : lines) {
    std::string part;
    while (!line.empty()) {
      const std::string_view character = line.substr(0, std::max<std::size_t>(decode_utf8(line).length, 1));
      if (!part.empty() && display_width(part) + display_width(character) > width) {
        broken.push_back(std::exchange(part, ""));
      }
      part += character;
      line.remove_prefix(character.size());
    }
    broken.push_back(part);
  }
  return broken;
}

/// Folds the last columns, from the last on, until the table is no wider than a screen.
void fold_columns(std::vector<Row>& rows, const Folding& folding) {
  const std::size_t columns = rows.front().size();
  for (std::size_t column = columns; column-- > columns - folding.columns;) {
    const std::vector<std::size_t> widths = widths_of(rows);
    const std::size_t whole = std::accumulate(widths.begin(), widths.end(), kGap * (widths.size() - 1));
    if (whole <= folding.width) return;
    const std::size_t excess = whole - folding.width;
    const std::size_t width = widths[column] > excess + kNarrowest ? widths[column] - excess : kNarrowest;
    for (Row& row : rows) {
      row[column] = folded_cell(row[column].front(), width);
      if (folding.long_words == LongWords::AreBroken) row[column] = broken_lines(row[column], width);
    }
  }
}

std::string aligned(const std::vector<std::string>& headings, const std::vector<std::vector<std::string>>& cells,
                    const Folding& folding) {
  std::vector<Row> rows = {row_of(headings)};
  for (const auto& row : cells) rows.push_back(row_of(row));
  fold_columns(rows, folding);
  const std::vector<std::size_t> widths = widths_of(rows);
  std::string out;
  for (const Row& row : rows) {
    const std::size_t height = std::ranges::max(row, {}, &Cell::size).size();
    for (std::size_t line = 0; line < height; ++line) {
      std::string text;
      for (std::size_t i = 0; i < row.size(); ++i) {
        const std::string part = line < row[i].size() ? row[i][line] : std::string();
        text += part + std::string(widths[i] - display_width(part) + kGap, ' ');
      }
      while (text.ends_with(' ')) text.pop_back();
      out += text + "\n";
    }
  }
  return out;
}

template <typename Show>
std::string joined(const std::vector<std::string>& cells, std::string_view separator, Show show) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i != 0) line += separator;
    line += show(cells[i]);
  }
  return line;
}

}  // namespace

std::string markdown_text(std::string_view text) { return markdown_cell(std::string(text)); }

std::string Table::print(Format format) const {
  std::string out;
  switch (format) {
    case Format::Csv:
      out += joined(headings_, ",", csv_cell) + "\r\n";
      for (const auto& row : rows_) out += joined(row, ",", csv_cell) + "\r\n";
      return out;
    case Format::Markdown: {
      out += "| " + joined(headings_, " | ", markdown_cell) + " |\n|";
      for (std::size_t i = 0; i < headings_.size(); ++i) out += " --- |";
      out += '\n';
      for (const auto& row : rows_) out += "| " + joined(row, " | ", markdown_cell) + " |\n";
      return out;
    }
    case Format::Json:
    case Format::Table:
      break;
  }
  return aligned(headings_, rows_, folding_);
}

}  // namespace yett
