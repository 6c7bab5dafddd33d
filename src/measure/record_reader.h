#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/error.h"
#include "measure/quick_records.h"
#include "measure/record.h"
#include "metrics/cube.h"
#include "metrics/experiment.h"

namespace yett {

/// Reads lines of records into a cube. Used by one thread.
class RecordReader {
 public:
  /// `experiment` must outlive this.
  explicit RecordReader(const Experiment& experiment);

  /// Adds the record on a line, behind which QuickRecords::kPadding bytes must be readable. Fails, and adds nothing,
  /// with what read_carefully() finds, and when the experiment does not know the class, when the capability or whether
  /// it is harmful is neither given nor derived, or when a label contradicts the experiment. Errors have no file and
  /// no line. O(bytes).
  [[nodiscard]] Result<void> read(std::string_view line);

  /// How much has been gathered: classes and cells.
  [[nodiscard]] std::size_t gathered() const { return cube_.classes().size() + cube_.cell_count(); }
  /// The records read since the last time.
  [[nodiscard]] Cube take();

 private:
  enum class Fault : std::uint8_t { LongClass, UnknownClass, NoCapability, NoTruth, Contradiction };
  struct ClassEntry {
    std::uint32_t index = 0;
    std::optional<Truth> truth;
  };
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };

  [[nodiscard]] std::expected<Cell, Fault> cell_of(const FeatureRecord& record);
  [[nodiscard]] const ClassEntry* entry_of(std::string_view name);
  [[nodiscard]] Error describe(Fault fault, const FeatureRecord& record) const;

  const Experiment& experiment_;
  QuickRecords quick_;
  Cube cube_;
  std::unordered_map<std::string, ClassEntry, Hash, std::equal_to<>> classes_;  // of cube_
};

}  // namespace yett
