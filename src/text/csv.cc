#include "text/csv.h"

#include <utility>

namespace yett {

Result<std::vector<CsvRow>> read_csv(std::string_view text) {
  std::vector<CsvRow> rows;
  CsvRow row{.line = 1, .cells = {}};
  std::string cell;
  std::uint32_t line = 1;
  bool is_quoted = false;
  bool was_quoted = false;
  const auto end_row = [&] {
    row.cells.push_back(std::exchange(cell, {}));
    if (row.cells.size() > 1 || !row.cells.front().empty() || was_quoted) rows.push_back(std::move(row));
    row = {.line = line, .cells = {}};
    was_quoted = false;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n') ++line;
    if (is_quoted) {
      if (c != '"') {
        cell += c;
      } else if (i + 1 < text.size() && text[i + 1] == '"') {
        cell += '"';
        ++i;
      } else {
        is_quoted = false;
      }
    } else if (c == '"' && cell.empty()) {
      is_quoted = was_quoted = true;
    } else if (was_quoted && c != ',' && c != '\n' && c != '\r') {
      return fail(ErrorKind::Input, "something stands behind a quoted text", {.file = {}, .line = line, .column = 0});
    } else if (c == ',') {
      row.cells.push_back(std::exchange(cell, {}));
      was_quoted = false;
    } else if (c == '\n') {
      end_row();
    } else if (c != '\r') {
      cell += c;
    }
  }
  if (is_quoted) {
    return fail(ErrorKind::Input, "a quoted text has no end", {.file = {}, .line = row.line, .column = 0});
  }
  if (!cell.empty() || !row.cells.empty()) end_row();
  return rows;
}

std::string csv_cell(std::string_view value) {
  if (value.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(value);
  std::string quoted = "\"";
  for (const char c : value) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

}  // namespace yett
