#include "cli/table.h"

#include <algorithm>

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

Result<Format> parse_format(std::string_view text) {
  if (text == "table") return Format::Table;
  if (text == "json") return Format::Json;
  if (text == "csv") return Format::Csv;
  if (text == "markdown") return Format::Markdown;
  return fail(ErrorKind::Input, "--format takes table, json, csv or markdown");
}

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
  std::vector<std::vector<std::string>> lines;
  lines.push_back(headings_);
  for (const auto& row : rows_) {
    std::vector<std::string> cells;
    for (const std::string& cell : row) cells.push_back(escape_for_display(cell));
    lines.push_back(std::move(cells));
  }
  std::vector<std::size_t> widths(headings_.size(), 0);
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], display_width(line[i]));
  }
  for (const auto& line : lines) {
    std::string text;
    for (std::size_t i = 0; i < line.size(); ++i) {
      text += line[i];
      if (i + 1 < line.size()) text.append(widths[i] - display_width(line[i]) + 2, ' ');
    }
    while (text.ends_with(' ')) text.pop_back();
    out += text + "\n";
  }
  return out;
}

}  // namespace yett
