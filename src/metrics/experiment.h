#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "metrics/truth.h"
#include "model/permission.h"

namespace yett {

/// Structural features of a record, one bit each, by their position in Experiment::features.
using FeatureBits = std::uint64_t;
inline constexpr std::size_t kMaxFeatures = 64;

/// Filters that match a record, one bit each, by their position in Experiment::filters.
using FilterBits = std::uint32_t;
inline constexpr std::size_t kMaxFilters = 24;

/// A condition on features: one of `any` (where there are some), each of `all`, none of `none`.
struct FeatureCondition {
  FeatureBits any = 0;
  FeatureBits all = 0;
  FeatureBits none = 0;

  [[nodiscard]] constexpr bool holds(FeatureBits features) const {
    return (any == 0 || (features & any) != 0) && (features & all) == all && (features & none) == 0;
  }
};

/// A rule by which the capability that a record asks for is derived; of several the first that matches.
struct CapabilityRule {
  FeatureCondition condition{};
  SourceSet sources = SourceSet::all();  // of the record
  Capability is = Capability::Execution;
};

/// A filter stops the records whose features meet its condition.
struct FeatureFilter {
  std::string name;
  FeatureCondition condition{};
};

/// What a layer is put together from.
enum class PartKind : std::uint8_t {
  Filter,  // of the experiment
  Set,     // a permission set; for calls the whole policy under it
  Policy,  // the whole engine under the session's own set; calls only
  Stage,   // one stage of that engine, alone; calls only
  Layer,   // one that stands above
};

struct Part {
  PartKind kind = PartKind::Filter;
  std::size_t index = 0;  // in the list of its kind; of a stage its position in the order of judgement

  bool operator==(const Part&) const = default;
};

/// How the parts of a layer are joined: one of them stops, or all of them do.
enum class Joining : std::uint8_t { Any, All };

struct Layer {
  std::string name;
  Joining joining = Joining::Any;
  std::vector<Part> parts;
};

/// Permission sets, each narrower than the one before it: the rows of a table with marginal figures.
struct Narrowing {
  std::vector<std::size_t> sets;
};

/// What one layer stops that another does not.
struct AddedTerms {
  std::string name;  // how the line calls it; empty: by layer and over
  Part layer;
  Part over;
};

/// Which rows are shown beside the narrowing.
struct ReportTerms {
  std::vector<std::size_t> sets;    // permission sets of no narrowing
  std::vector<Part> per_class;      // whose share stopped is shown class by class
  std::vector<std::size_t> layers;  // of the table of layers
  std::vector<AddedTerms> added;
};

/// Whether a set grants nothing that the other does not: a step from the other to it is a narrowing.
[[nodiscard]] bool is_narrower(const PermissionSet& set, const PermissionSet& than);

/// What is measured: which classes are harmless, which capability a record asks for, what stops it (docs/measure.md).
/// Immutable once loaded.
struct Experiment {
  std::string name;
  std::optional<std::vector<std::string>> classes;  // the only ones; absent: any
  std::optional<std::vector<std::string>> clean;    // the harmless ones; absent: each record has a label
  std::vector<std::string> features;                // by which bits are named
  bool knows_all_features = false;                  // whether any other feature is a mistake
  std::vector<CapabilityRule> capability_rules;     // none: each record has one
  std::vector<FeatureFilter> filters;
  std::vector<PermissionSet> sets;  // the five built-in ones first, then its own
  std::vector<Narrowing> narrowings;
  std::vector<Layer> layers;
  ReportTerms report;

  /// Whether records of that class are records of the experiment. O(classes).
  [[nodiscard]] bool has_class(std::string_view wanted) const;
  /// Whether records of that class are clean; nullopt when each record says it. O(clean classes).
  [[nodiscard]] std::optional<Truth> truth_of(std::string_view class_name) const;
  /// The position of a feature, O(features); nullopt for one that it does not name.
  [[nodiscard]] std::optional<std::size_t> feature(std::string_view wanted) const;
  /// The capability that such a record asks for; nullopt when no rule says.
  [[nodiscard]] std::optional<Capability> capability_of(FeatureBits features, SourceKind source) const;
  /// The filters that match such a record.
  [[nodiscard]] FilterBits matching(FeatureBits features) const;
};

}  // namespace yett
