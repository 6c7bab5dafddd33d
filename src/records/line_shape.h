#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "metrics/experiment.h"
#include "records/record.h"

namespace yett {

/// How a line of a record is laid out: what of it stands in other lines too, and the plain values between. Programs
/// write line after line in one layout, and a line of a known one is read by comparing, without looking for its
/// structure. That is safe, because it differs from a line that was read as a record in nothing but values which are
/// whole by themselves: texts of ASCII without escapes, whole numbers of a few digits, true and false.
class LineShape {
 public:
  /// Learns the shape of `line`, which has to be one that QuickRecords takes. A line with escapes in keys has none.
  /// O(bytes x features).
  void learn(std::string_view line, const Experiment& experiment);

  /// The record on a line of this shape, behind which QuickRecords::kPadding bytes must be readable; nullopt for a line
  /// of another shape or of none. The record's texts live as long as the line. O(bytes).
  [[nodiscard]] std::optional<FeatureRecord> read(std::string_view line) const;

 private:
  enum class Value : std::uint8_t { Text, Digits, Flag };
  enum class Target : std::uint8_t { None, Class, Source, Capability, Label, Feature };
  struct Slot {
    std::uint32_t literal = 0;  // how many bytes of literals_ stand before it
    Value value = Value::Text;
    Target target = Target::None;
    std::uint8_t feature = 0;
  };
  class Learner;

  /// Puts the value that begins at `at` into the record. Returns its end; null when there is no such value.
  [[nodiscard]] static const char* take_value(const Slot& slot, const char* at, const char* end, FeatureRecord& record);
  /// Whether the text is one that may stand there.
  [[nodiscard]] static bool take_text(const Slot& slot, std::string_view text, FeatureRecord& record);

  std::string literals_;     // of all slots, one after the other, then what stands behind the last one
  std::vector<Slot> slots_;  // none: no line is of this shape
};

}  // namespace yett
