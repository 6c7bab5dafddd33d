#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/error.h"
#include "policy/policy_errors.h"

namespace yett {

/// What is wrong with a policy. Reading goes on after a refusal, so that a person sees all of them at once, in the
/// order of the file and not in that in which they were looked for; what was read is thrown away.
class RefusalList {
 public:
  /// A refusal without a line ("the whole file") ranks behind those that have one, and one at the place of another
  /// behind that. O(kMaxReportedErrors).
  void add(SourcePosition where, std::string message, std::string hint = {});
  /// True when a refusal at `where` would be among the first kMaxReportedErrors so far: a hint that takes long to find
  /// is for those alone.
  [[nodiscard]] bool would_report(const SourcePosition& where) const;
  [[nodiscard]] bool empty() const { return count_ == 0; }
  /// How many there are: tells whether a part of the file had any.
  [[nodiscard]] std::size_t count() const { return count_; }
  /// The first of them, and how many are left out. Must not be called when empty(); nothing is left behind.
  [[nodiscard]] PolicyErrors take();

 private:
  std::vector<Error> first_;  // sorted by place
  std::size_t count_ = 0;
};

}  // namespace yett
