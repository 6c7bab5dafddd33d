#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "metrics/cube.h"
#include "metrics/experiment.h"
#include "records/line_shape.h"
#include "records/quick_records.h"
#include "records/record.h"

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
  /// Adds a record that is read quickly, if it is one.
  [[nodiscard]] bool read_quickly(std::string_view line);

  enum class Fault : std::uint8_t { LongClass, UnknownClass, NoCapability, NoTruth, Contradiction };
  struct ClassEntry {
    std::string name;
    std::uint32_t index = 0;
    std::optional<Truth> truth;
  };
  /// Fills `cell` with what the record is counted as; fails when that is not known.
  [[nodiscard]] std::optional<Fault> derive(Cell& cell, const FeatureRecord& record);
  /// The class of a record, if it may have it.
  [[nodiscard]] std::expected<const ClassEntry*, Fault> entry_of(const FeatureRecord& record);
  [[nodiscard]] Error describe(Fault fault, const FeatureRecord& record) const;

  const Experiment& experiment_;
  LineShape shape_;
  std::size_t other_shapes_ = 0;  // lines of another shape than shape_
  QuickRecords quick_;
  Cube cube_;
  std::array<ClassEntry, 64> recent_;  // classes of cube_, each at the place that its name says; "" at none
};

}  // namespace yett
