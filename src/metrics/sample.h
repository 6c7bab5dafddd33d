#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "metrics/cube.h"
#include "metrics/experiment.h"
#include "model/decision.h"

namespace yett {

/// Records that nothing in an experiment tells apart, and what each of its parts rules of them. A record is stopped or
/// let through; only a call can be one that a person is asked about.
struct Group {
  std::uint32_t class_index = 0;  // in Sample::classes
  Truth truth = Truth::Harmful;
  std::uint64_t records = 0;
  std::vector<Verdict> rulings;  // by filters, sets, then of calls by the policy and its stages: see ruling_index()
};

/// What a task of the sample is: the groups of its calls, one each, in the order in which they are made.
struct SampleTask {
  std::string name;
  Truth truth = Truth::Harmful;
  std::uint32_t class_index = 0;
  std::vector<std::size_t> calls;     // positions in Sample::groups
  std::vector<std::size_t> payloads;  // those of them that do the harm; of a clean task none
};

/// All that was read, as an experiment sees it.
struct Sample {
  std::vector<std::string> classes;
  std::vector<Truth> truths;  // of each class: one that has records of both kinds is two
  std::array<std::uint64_t, kSourceKindCount> sources{};
  std::array<std::uint64_t, kCapabilityCount> capabilities{};
  std::vector<Group> groups;
  std::vector<SampleTask> tasks;  // of calls
};

/// How a class is called, or the half of it that is clean or harmful.
[[nodiscard]] std::string class_label(std::string_view name, Truth truth, bool is_half);

/// Where the ruling of a part stands in Group::rulings; the part must not be a layer.
[[nodiscard]] std::size_t ruling_index(const Experiment& experiment, const Part& part);

/// What a part rules of a group. A layer of "any" rules as the gravest of its parts does, one of "all" as the mildest.
[[nodiscard]] Verdict ruling(const Experiment& experiment, const Group& group, const Part& part);

/// Records of one cell, as the experiment rules them; the class is that of the cell. O(filters + sets).
[[nodiscard]] Group group_of(const Experiment& experiment, const Cell& cell, std::uint64_t records);

/// The records of a cube, one group a cell. Classes stand clean first, then in the order of the experiment or, where it
/// names none, of the alphabet. O(cells x (filters + sets)).
[[nodiscard]] Sample sample_of(const Experiment& experiment, const Cube& cube);

}  // namespace yett
