#pragma once

#include <optional>
#include <vector>

#include "schema/key_table.h"
#include "text/json.h"

namespace yett {

/// Values that are compared as JSON: 1.0 is 1, and the order of members does not count. Immutable.
class ValueSet {
 public:
  /// Values may repeat. O(n log n) in their size.
  explicit ValueSet(const Json::Array& values);

  /// O(log n) comparisons; allocates only for lists and objects, and only when some are in the set.
  [[nodiscard]] bool contains(const Json& value) const;

 private:
  bool has_null_ = false;
  bool has_true_ = false;
  bool has_false_ = false;
  std::vector<double> numbers_;  // sorted
  KeyTable strings_;
  KeyTable compounds_;  // the canonical texts of lists and objects
};

/// True when no two items are equal as JSON. O(n log n) in their size.
[[nodiscard]] bool all_differ(const Json::Array& items);

}  // namespace yett
