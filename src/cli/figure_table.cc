#include "cli/figure_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/table.h"
#include "text/display_width.h"
#include "text/unicode.h"

namespace yett {

FigureTable::FigureTable(FigureColumn names, std::vector<FigureColumn> figures) : columns_{std::move(names)} {
  std::ranges::move(figures, std::back_inserter(columns_));
}

void FigureTable::add(std::string name, std::vector<std::string> figures) {
  std::vector<std::string> row = {std::move(name)};
  std::ranges::move(figures, std::back_inserter(row));
  rows_.push_back(std::move(row));
}

std::string FigureTable::print(Format format) const {
  if (format == Format::Table) return print_aligned();
  std::vector<std::string> headings;
  for (const FigureColumn& column : columns_) headings.push_back(column.heading);
  Table table(std::move(headings));
  for (const std::vector<std::string>& row : rows_) table.add(row);
  return table.print(format);
}

std::string FigureTable::print_aligned() const {
  std::vector<std::vector<std::string>> lines(1);
  for (const FigureColumn& column : columns_) lines.front().push_back(column.heading);
  // A name comes from a file, and may stand in any column: it must not steer the terminal.
  for (const std::vector<std::string>& row : rows_) {
    std::vector<std::string>& line = lines.emplace_back();
    for (const std::string& cell : row) line.push_back(escape_for_display(cell));
  }
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    std::size_t width = columns_[i].width;
    for (const std::vector<std::string>& line : lines) width = std::max(width, display_width(line[i]));
    widths.push_back(width);
  }
  std::string text;
  for (const std::vector<std::string>& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      const std::string padding(widths[i] - display_width(line[i]), ' ');
      text += i == 0 ? line[i] + padding : " " + padding + line[i];
    }
    text += '\n';
  }
  return text;
}

std::string figure(double ratio) { return fmt::format("{:.4f}", ratio); }

}  // namespace yett
