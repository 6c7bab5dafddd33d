#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cases/case.h"
#include "metrics/counting.h"
#include "metrics/stacking.h"

namespace yett {

/// What becomes of asked calls under such a person.
[[nodiscard]] constexpr AskedCalls asked_calls(ScriptedAnswer approver) {
  return approver == ScriptedAnswer::Approve ? AskedCalls::Pass : AskedCalls::Stopped;
}

/// A part under one answer to every question.
struct Bound {
  Counts counts;
  TaskCounts tasks;
};

/// What one part of an experiment comes to: a row of a table.
struct MeasuredRow {
  std::string name;
  Part part;
  Counts counts;
  std::vector<ClassShare> classes;     // by Measurement::classes
  std::optional<PermissionSet> set{};  // of a row of a set
  std::optional<Step> step;            // beyond the row before it; none for what has no row before it
  // Of calls only:
  AskedCounts asked;
  TaskCounts tasks;
  Bound unanswered;  // both bounds of what a person could make of the asked calls
  Bound approved;
};

/// What one layer stops that another does not, and whether they differ by more than chance.
struct AddedRow {
  std::string name;
  std::string layer;
  std::string over;
  std::uint64_t harmful = 0;
  std::uint64_t clean = 0;
  PairCounts pairs;
};

/// A layer split among its parts.
struct MeasuredStack {
  std::string layer;
  std::vector<std::string> names;
  std::vector<StackedPart> parts;
};

/// What is measured: records, which are profiles of features, or calls that a policy judges.
enum class SampleKind : std::uint8_t { Records, Calls };

/// Every figure of a measurement. Nothing in it depends on chance: the same records give the same figures.
struct Measurement {
  SampleKind kind = SampleKind::Records;
  ScriptedAnswer approver = ScriptedAnswer::None;
  std::uint64_t records = 0;
  std::uint64_t harmful = 0;
  std::uint64_t clean = 0;
  std::uint64_t skipped = 0;  // lines that could not be used
  std::array<std::uint64_t, kSourceKindCount> sources{};
  std::array<std::uint64_t, kCapabilityCount> capabilities{};
  std::vector<std::string> classes;
  std::vector<Truth> truths;                         // of the classes
  std::vector<std::vector<MeasuredRow>> narrowings;  // the permission sets, by narrowing
  std::vector<MeasuredRow> sets;                     // those of no narrowing
  std::vector<MeasuredRow> layers;                   // all, in the order of the experiment
  std::vector<MeasuredRow> per_class;                // those of the report that are shown class by class
  std::vector<AddedRow> added;
  std::vector<MeasuredStack> stacks;
};

/// The records as they are ruled if nobody answers and if everybody approves. Records, and calls that are judged by
/// themselves, are ruled alike in both.
struct Samples {
  const Sample& unanswered;
  const Sample& approved;
};

/// Whether records that are all clean, or all harmful, are measured: half of the figures mean nothing then.
enum class OneSided : std::uint8_t { Refused, Measured };

/// O(groups x rows). Fails with Input when there is no record, and, unless that is wanted, no clean or no harmful one.
[[nodiscard]] Result<Measurement> measure(const Experiment& experiment, const Samples& samples, SampleKind kind,
                                          ScriptedAnswer approver, OneSided one_sided = OneSided::Refused);

/// The share of clean work that gets done: of clean records, or of clean tasks where there are calls.
[[nodiscard]] double completion(SampleKind kind, const Counts& counts, const TaskCounts& tasks);

}  // namespace yett
