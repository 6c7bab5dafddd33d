#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "metrics/cube.h"
#include "metrics/experiment.h"
#include "metrics/load_experiment.h"

// Experiments and records made at random, and what stops a record by the words of the format.
namespace yett::metrics_test {

/// Numbers for tests: the same in every run that begins with the same seed.
class Draws {
 public:
  explicit Draws(std::uint32_t seed) : random_(seed) {}
  std::size_t below(std::size_t n) { return random_() % n; }
  bool one_in(std::size_t n) { return below(n) == 0; }

 private:
  std::mt19937 random_;
};

struct PlainRecord {
  std::string class_name;
  Truth truth = Truth::Harmful;
  SourceKind source = SourceKind::User;
  Capability capability = Capability::Read;
  FilterBits filters = 0;
};

inline std::vector<std::string> made_class_names() { return {"zebra", "clean", "ant", "benign", "mole"}; }

inline PermissionSet made_set(Draws& draws, std::string name) {
  PermissionSet set;
  set.name = std::move(name);
  for (SourceSet& grant : set.grants) grant = SourceSet::from_bits(static_cast<std::uint8_t>(draws.below(8)));
  return set;
}

inline Part made_part(Draws& draws, const Experiment& experiment) {
  const std::size_t choice = draws.below(3);
  if (choice == 0 && !experiment.filters.empty()) {
    return {.kind = PartKind::Filter, .index = draws.below(experiment.filters.size())};
  }
  if (choice == 1 && !experiment.layers.empty()) {
    return {.kind = PartKind::Layer, .index = draws.below(experiment.layers.size())};
  }
  return {.kind = PartKind::Set, .index = draws.below(experiment.sets.size())};
}

/// A layer of up to `most` parts that differ.
inline Layer made_layer(Draws& draws, const Experiment& experiment, std::size_t most) {
  Layer layer{.name = "l", .joining = draws.one_in(2) ? Joining::Any : Joining::All, .parts = {}};
  for (std::size_t left = 1 + draws.below(most); left > 0; --left) {
    const Part part = made_part(draws, experiment);
    if (std::ranges::find(layer.parts, part) == layer.parts.end()) layer.parts.push_back(part);
  }
  return layer;
}

inline Experiment made_experiment(Draws& draws) {
  Experiment experiment;
  if (draws.one_in(2)) experiment.classes = made_class_names();
  if (!draws.one_in(3)) experiment.clean = {"clean", "benign"};
  for (std::size_t left = draws.below(5); left > 0; --left) {
    experiment.filters.push_back({.name = "f" + std::to_string(left), .condition = {}});
  }
  experiment.sets = known_sets(nullptr);
  for (std::size_t left = draws.below(4); left > 0; --left) {
    experiment.sets.push_back(made_set(draws, "s" + std::to_string(left)));
  }
  for (std::size_t left = draws.below(6); left > 0; --left) {
    experiment.layers.push_back(made_layer(draws, experiment, 4));
  }
  return experiment;
}

inline PlainRecord made_record(Draws& draws, const Experiment& experiment) {
  PlainRecord record;
  const std::vector<std::string> names = made_class_names();
  record.class_name = names[draws.below(names.size())];
  record.truth = draws.one_in(2) ? Truth::Clean : Truth::Harmful;
  if (experiment.clean) {
    const bool is_clean = std::ranges::find(*experiment.clean, record.class_name) != experiment.clean->end();
    record.truth = is_clean ? Truth::Clean : Truth::Harmful;
  }
  record.source = kAllSourceKinds[draws.below(kSourceKindCount)];
  record.capability = kAllCapabilities[draws.below(kCapabilityCount)];
  record.filters = static_cast<FilterBits>(draws.below(std::size_t{1} << experiment.filters.size()));
  return record;
}

inline std::vector<PlainRecord> made_records(Draws& draws, const Experiment& experiment, std::size_t count) {
  std::vector<PlainRecord> records;
  for (std::size_t i = 0; i < count; ++i) records.push_back(made_record(draws, experiment));
  return records;
}

inline void add(Cube& cube, const PlainRecord& record) {
  cube.add({.class_index = cube.class_index(record.class_name),
            .truth = record.truth,
            .source = record.source,
            .capability = record.capability,
            .filters = record.filters});
}

inline Cube cube_of(const Experiment& experiment, const std::vector<PlainRecord>& records) {
  Cube cube(experiment);
  for (const PlainRecord& record : records) add(cube, record);
  return cube;
}

/// Whether a part stops a record, as the format says it of each kind of part.
inline bool stops(const Experiment& experiment, const Part& part, const PlainRecord& record) {
  switch (part.kind) {
    case PartKind::Filter:
      return (record.filters >> part.index & 1) != 0;
    case PartKind::Set:
      return !experiment.sets[part.index].grants[static_cast<std::size_t>(record.capability)].contains(record.source);
    case PartKind::Layer: {
      const Layer& layer = experiment.layers[part.index];
      const auto by = [&](const Part& each) { return stops(experiment, each, record); };
      return layer.joining == Joining::Any ? std::ranges::any_of(layer.parts, by)
                                           : std::ranges::all_of(layer.parts, by);
    }
    case PartKind::Policy:
    case PartKind::Stage:
      break;
  }
  return true;
}

/// Every part that an experiment on records has.
inline std::vector<Part> all_parts(const Experiment& experiment) {
  std::vector<Part> parts;
  for (std::size_t i = 0; i < experiment.filters.size(); ++i) parts.push_back({.kind = PartKind::Filter, .index = i});
  for (std::size_t i = 0; i < experiment.sets.size(); ++i) parts.push_back({.kind = PartKind::Set, .index = i});
  for (std::size_t i = 0; i < experiment.layers.size(); ++i) parts.push_back({.kind = PartKind::Layer, .index = i});
  return parts;
}

}  // namespace yett::metrics_test
