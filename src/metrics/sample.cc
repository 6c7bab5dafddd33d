#include "metrics/sample.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <utility>

namespace yett {
namespace {

/// Of each class of a cube: Harmful where it has records of both kinds.
std::vector<Truth> truths_of(const Experiment& experiment, const Cube& cube) {
  std::vector<Truth> truths;
  for (const std::string& name : cube.classes()) {
    truths.push_back(experiment.truth_of(name).value_or(Truth::Clean));
  }
  for (const auto& [cell, records] : cube.cells()) {
    if (cell.truth == Truth::Harmful) truths[cell.class_index] = Truth::Harmful;
  }
  return truths;
}

/// Which class of a cube comes first in a sample, which second.
std::vector<std::uint32_t> class_order(const Experiment& experiment, const std::vector<std::string>& names,
                                       const std::vector<Truth>& truths) {
  std::vector<std::uint32_t> order(names.size());
  std::iota(order.begin(), order.end(), 0);
  if (!experiment.classes)
    std::ranges::sort(order, {}, [&](std::uint32_t index) { return std::string_view(names[index]); });
  std::ranges::stable_partition(order, [&](std::uint32_t index) { return truths[index] == Truth::Clean; });
  return order;
}

}  // namespace

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
  const Layer& layer = experiment.layers[part.index];
  Verdict ruled = layer.joining == Joining::Any ? Verdict::Allow : Verdict::Deny;
  for (const Part& each : layer.parts) {
    const Verdict verdict = ruling(experiment, group, each);
    ruled = layer.joining == Joining::Any ? std::min(ruled, verdict) : std::max(ruled, verdict);
  }
  return ruled;
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
  const std::vector<Truth> truths = truths_of(experiment, cube);
  const std::vector<std::uint32_t> order = class_order(experiment, cube.classes(), truths);
  std::vector<std::uint32_t> place(order.size());
  Sample sample;
  for (std::size_t i = 0; i < order.size(); ++i) {
    place[order[i]] = static_cast<std::uint32_t>(i);
    sample.classes.push_back(cube.classes()[order[i]]);
    sample.truths.push_back(truths[order[i]]);
  }
  for (const auto& [cell, records] : cube.cells()) {
    sample.sources[std::to_underlying(cell.source)] += records;
    sample.capabilities[std::to_underlying(cell.capability)] += records;
    Group group = group_of(experiment, cell, records);
    group.class_index = place[cell.class_index];
    sample.groups.push_back(std::move(group));
  }
  return sample;
}

}  // namespace yett
