#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "metrics/experiment.h"
#include "records/record.h"

namespace yett {

/// Reads lines of records quickly: what it takes, read_carefully() takes too and reads the same from it; what it does
/// not take, read_carefully() takes or explains. So this is a second reader of JSON beside parse_json(), which
/// docs/dependencies.md forbids where something is judged: two readers that disagree are a way past the gate. Nothing
/// is judged by records, they are only counted, many millions of them, and the differential test of this file holds
/// both readers together. Used by one thread.
class QuickRecords {
 public:
  /// How many bytes behind a line must be readable, whatever they are.
  static constexpr std::size_t kPadding = 64;

  /// `experiment` must outlive this.
  explicit QuickRecords(const Experiment& experiment);
  QuickRecords(QuickRecords&&) noexcept;
  QuickRecords& operator=(QuickRecords&&) noexcept;
  ~QuickRecords();

  /// The record on a line, of which `line` shows all but its end. nullopt: read it carefully. The record's texts live
  /// until the next call or as long as the line, whichever ends first. O(bytes).
  [[nodiscard]] std::optional<FeatureRecord> read(std::string_view line);

 private:
  class State;

  std::unique_ptr<State> state_;
};

}  // namespace yett
