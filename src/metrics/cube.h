#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/error.h"
#include "metrics/experiment.h"
#include "model/permission.h"

namespace yett {

/// All of a record that a decision about it depends on. Records with the same cell are one count.
struct Cell {
  std::uint32_t class_index = 0;  // in Cube::classes()
  Truth truth = Truth::Harmful;
  SourceKind source = SourceKind::ToolOutput;
  Capability capability = Capability::Execution;
  FilterBits filters = 0;

  auto operator<=>(const Cell&) const = default;
};

/// How many records there are of each cell: what remains of any number of records. Memory is that of the cells that
/// occur. Used by one thread; several cubes of one experiment are merged.
class Cube {
 public:
  /// Without records; the classes are those that the experiment knows, if it knows them.
  explicit Cube(const Experiment& experiment);

  /// The position of a class; one that is new is added. Amortised O(1).
  [[nodiscard]] std::uint32_t class_index(std::string_view name);
  void add(const Cell& cell, std::uint64_t records = 1) { counts_[key(cell)] += records; }
  /// Adds the records of another cube of the same experiment.
  void merge(const Cube& other);

  [[nodiscard]] const std::vector<std::string>& classes() const { return classes_; }
  [[nodiscard]] std::uint64_t records() const;
  [[nodiscard]] std::size_t cell_count() const { return counts_.size(); }
  /// Every cell that has records, with how many, in the order of Cell.
  [[nodiscard]] std::vector<std::pair<Cell, std::uint64_t>> cells() const;

 private:
  [[nodiscard]] static std::uint64_t key(const Cell& cell);
  [[nodiscard]] static Cell cell(std::uint64_t key);

  std::vector<std::string> classes_;
  std::unordered_map<std::string, std::uint32_t> by_name_;
  std::unordered_map<std::uint64_t, std::uint64_t> counts_;
};

}  // namespace yett
