#include "cli/table.h"

#include <algorithm>
#include <numeric>

#include "text/unicode.h"

namespace yett {
namespace {

/// The blocks of UAX 11 whose characters are wide, in so far as the catalogues and ordinary names use them.
bool is_wide(char32_t c) {
  return (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0x303E) || (c >= 0x3041 && c <= 0xA4CF) ||
         (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE6F) ||
         (c >= 0xFF00 && c <= 0xFF60) || (c >= 0xFFE0 && c <= 0xFFE6) || (c >= 0x1F300 && c <= 0x1FAFF) ||
         (c >= 0x20000 && c <= 0x3FFFD);
}

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

using Lines = std::vector<std::vector<std::string>>;

std::vector<std::size_t> widths_of(const Lines& lines) {
  std::vector<std::size_t> widths(lines.front().size(), 0);
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], display_width(line[i]));
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

/// The text in lines of at most `width`, or of one part that is wider.
std::vector<std::string> folded_cell(std::string_view text, std::size_t width) {
  std::vector<std::string> lines(1);
  for (const std::string& part : parts_of(text)) {
    std::string& line = lines.back();
    if (!line.empty() && display_width(line) + 1 + display_width(part) > width) {
      lines.push_back(part);
    } else {
      line += (line.empty() ? "" : " ") + part;
    }
  }
  return lines;
}

/// The same lines with the cells of one column in several, where they are wider than `width`.
Lines folded_column(const Lines& lines, std::size_t column, std::size_t width) {
  Lines out;
  for (const auto& line : lines) {
    const std::vector<std::string> cell = folded_cell(line[column], width);
    for (std::size_t i = 0; i < cell.size(); ++i) {
      out.push_back(i == 0 ? line : std::vector<std::string>(line.size()));
      out.back()[column] = cell[i];
    }
  }
  return out;
}

constexpr std::size_t kScreenWidth = 120;
constexpr std::size_t kGap = 2;

std::string aligned(const std::vector<std::string>& headings, const Lines& rows, std::size_t folded) {
  Lines lines = {headings};
  for (const auto& row : rows) {
    std::vector<std::string> cells;
    for (const std::string& cell : row) cells.push_back(escape_for_display(cell));
    lines.push_back(std::move(cells));
  }
  for (std::size_t column = headings.size() - folded; column < headings.size(); ++column) {
    const std::vector<std::size_t> widths = widths_of(lines);
    const std::size_t whole = std::accumulate(widths.begin(), widths.end(), kGap * (widths.size() - 1));
    if (whole <= kScreenWidth) break;
    const std::size_t excess = whole - kScreenWidth;
    lines = folded_column(lines, column, widths[column] > excess ? widths[column] - excess : 0);
  }
  const std::vector<std::size_t> widths = widths_of(lines);
  std::string out;
  for (const auto& line : lines) {
    std::string text;
    for (std::size_t i = 0; i < line.size(); ++i) {
      text += line[i];
      if (i + 1 < line.size()) text.append(widths[i] - display_width(line[i]) + kGap, ' ');
    }
    while (text.ends_with(' ')) text.pop_back();
    out += text + "\n";
  }
  return out;
}

template <typename Cell>
std::string joined(const std::vector<std::string>& cells, std::string_view separator, Cell cell) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i != 0) line += separator;
    line += cell(cells[i]);
  }
  return line;
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Utf8Character point = decode_utf8(text.substr(at));
    width += is_wide(point.code_point) ? 2U : 1U;
    at += std::max<std::size_t>(point.length, 1);
  }
  return width;
}

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
  return aligned(headings_, rows_, folded_);
}

}  // namespace yett
