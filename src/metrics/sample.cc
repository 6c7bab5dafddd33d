#include "metrics/sample.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <string_view>
#include <utility>

namespace yett {
namespace {

/// A class of a cube, or its clean records or its harmful ones where it has both: what is stopped of them is never
/// added up.
struct ClassEntry {
  std::uint32_t index = 0;
  Truth truth = Truth::Harmful;
  bool is_half = false;
};

/// The classes of a cube as a sample has them: clean first, then in the order of the experiment or, where it names
/// none, of the alphabet.
std::vector<ClassEntry> class_entries(const Experiment& experiment, const Cube& cube) {
  std::vector<std::array<bool, 2>> has(cube.classes().size());
  for (const auto& [cell, records] : cube.cells()) has[cell.class_index][std::to_underlying(cell.truth)] = true;
  std::vector<std::uint32_t> order(cube.classes().size());
  std::iota(order.begin(), order.end(), 0);
  if (!experiment.classes) {
    std::ranges::sort(order, {}, [&](std::uint32_t index) { return std::string_view(cube.classes()[index]); });
  }
  std::vector<ClassEntry> entries;
  for (const Truth truth : {Truth::Clean, Truth::Harmful}) {
    for (const std::uint32_t index : order) {
      const bool is_empty = !has[index][0] && !has[index][1];
      const Truth of_empty = experiment.truth_of(cube.classes()[index]).value_or(Truth::Clean);
      if (is_empty ? of_empty != truth : !has[index][std::to_underlying(truth)]) continue;
      entries.push_back({.index = index, .truth = truth, .is_half = has[index][0] && has[index][1]});
    }
  }
  return entries;
}

}  // namespace

std::string class_label(std::string_view name, Truth truth, bool is_half) {
  return is_half ? fmt::format("{} ({})", name, to_string(truth)) : std::string(name);
}

std::size_t ruling_index(const Experiment& experiment, const Part& part) {
  const std::size_t policy = experiment.filters.size() + experiment.sets.size();
  switch (part.kind) {
    case PartKind::Filter:
      return part.index;
    case PartKind::Set:
      return experiment.filters.size() + part.index;
    case PartKind::Policy:
    case PartKind::Layer:  // has no place of its own
      return policy;
    case PartKind::Stage:
      return policy + 1 + part.index;
  }
  return policy;
}

Verdict ruling(const Experiment& experiment, const Group& group, const Part& part) {
  if (part.kind != PartKind::Layer) return group.rulings[ruling_index(experiment, part)];
  // A layer is built of those above it: each is ruled once, however often others name it.
  std::vector<Verdict> layers;
  layers.reserve(part.index + 1);
  for (std::size_t i = 0; i <= part.index; ++i) {
    const Layer& layer = experiment.layers[i];
    Verdict ruled = layer.joining == Joining::Any ? Verdict::Allow : Verdict::Deny;
    for (const Part& each : layer.parts) {
      const Verdict verdict =
          each.kind == PartKind::Layer ? layers[each.index] : group.rulings[ruling_index(experiment, each)];
      ruled = layer.joining == Joining::Any ? std::min(ruled, verdict) : std::max(ruled, verdict);
    }
    layers.push_back(ruled);
  }
  return layers.back();
}

Group group_of(const Experiment& experiment, const Cell& cell, std::uint64_t records) {
  Group group{.class_index = cell.class_index, .truth = cell.truth, .records = records, .rulings = {}};
  for (std::size_t i = 0; i < experiment.filters.size(); ++i) {
    group.rulings.push_back((cell.filters >> i & 1) != 0 ? Verdict::Deny : Verdict::Allow);
  }
  for (const PermissionSet& set : experiment.sets) {
    group.rulings.push_back(set.grant(cell.capability).contains(cell.source) ? Verdict::Allow : Verdict::Deny);
  }
  return group;
}

Sample sample_of(const Experiment& experiment, const Cube& cube) {
  Sample sample;
  std::map<std::pair<std::uint32_t, Truth>, std::uint32_t> place;
  for (const ClassEntry& entry : class_entries(experiment, cube)) {
    place[{entry.index, entry.truth}] = static_cast<std::uint32_t>(sample.classes.size());
    sample.classes.push_back(class_label(cube.classes()[entry.index], entry.truth, entry.is_half));
    sample.truths.push_back(entry.truth);
  }
  for (const auto& [cell, records] : cube.cells()) {
    sample.sources[std::to_underlying(cell.source)] += records;
    sample.capabilities[std::to_underlying(cell.capability)] += records;
    Group group = group_of(experiment, cell, records);
    group.class_index = place.at({cell.class_index, cell.truth});
    sample.groups.push_back(std::move(group));
  }
  return sample;
}

}  // namespace yett
