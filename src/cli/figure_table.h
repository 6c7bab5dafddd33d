#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/format_option.h"

namespace yett {

/// A column of figures: its heading and how wide it is at least.
struct FigureColumn {
  std::string heading;
  std::size_t width = 0;
};

/// Names on the left and figures in columns to the right of them, each column as wide as its longest cell and never
/// narrower than it says.
class FigureTable {
 public:
  FigureTable(FigureColumn names, std::vector<FigureColumn> figures);

  /// A row has a name and as many cells as there are columns of figures.
  void add(std::string name, std::vector<std::string> figures);
  [[nodiscard]] bool empty() const { return rows_.empty(); }

  /// Aligned lines for Table, else rows of that format.
  [[nodiscard]] std::string print(Format format) const;

 private:
  [[nodiscard]] std::string print_aligned() const;

  std::vector<FigureColumn> columns_;  // the names first
  std::vector<std::vector<std::string>> rows_;
};

/// A ratio as tables have it: four decimals.
[[nodiscard]] std::string figure(double ratio);

}  // namespace yett
