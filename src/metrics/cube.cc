#include "metrics/cube.h"

#include <algorithm>
#include <utility>

namespace yett {
namespace {

// A cell as one number, the class on top: 2 bits each for truth, source and capability above 32 for the filters.
constexpr unsigned kCapabilityShift = 32;
constexpr unsigned kSourceShift = 34;
constexpr unsigned kTruthShift = 36;
constexpr unsigned kClassShift = 38;

}  // namespace

Cube::Cube(const Experiment& experiment) {
  if (!experiment.classes) return;
  for (const std::string& name : *experiment.classes) (void)class_index(name);
}

std::uint32_t Cube::class_index(std::string_view name) {
  const auto [found, is_new] = by_name_.try_emplace(std::string(name), static_cast<std::uint32_t>(classes_.size()));
  if (is_new) classes_.emplace_back(name);
  return found->second;
}

std::uint64_t Cube::key(const Cell& cell) {
  return std::uint64_t{cell.class_index} << kClassShift | std::uint64_t{std::to_underlying(cell.truth)} << kTruthShift |
         std::uint64_t{std::to_underlying(cell.source)} << kSourceShift |
         std::uint64_t{std::to_underlying(cell.capability)} << kCapabilityShift | cell.filters;
}

Cell Cube::cell(std::uint64_t key) {
  return {.class_index = static_cast<std::uint32_t>(key >> kClassShift),
          .truth = static_cast<Truth>(key >> kTruthShift & 3),
          .source = static_cast<SourceKind>(key >> kSourceShift & 3),
          .capability = static_cast<Capability>(key >> kCapabilityShift & 3),
          .filters = static_cast<FilterBits>(key)};
}

void Cube::merge(const Cube& other) {
  // Those without records too, so that the order does not depend on which cube has some of each class first.
  for (const std::string& name : other.classes_) (void)class_index(name);
  for (auto [from, records] : other.cells()) {
    from.class_index = class_index(other.classes_[from.class_index]);
    add(from, records);
  }
}

std::uint64_t Cube::records() const {
  std::uint64_t sum = 0;
  for (const auto& [key, records] : counts_) sum += records;
  return sum;
}

std::vector<std::pair<Cell, std::uint64_t>> Cube::cells() const {
  std::vector<std::pair<Cell, std::uint64_t>> cells;
  cells.reserve(counts_.size());
  for (const auto& [key, records] : counts_) cells.emplace_back(cell(key), records);
  std::ranges::sort(cells);
  return cells;
}

}  // namespace yett
