#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "base/error.h"

namespace yett {

/// What is wrong with a policy. Reading goes on after a refusal, so that the one reported is the one that stands
/// first in the file and not the one that happened to be looked for first; what was read is thrown away.
class Refusals {
 public:
  /// A refusal without a line ("the whole file") ranks behind those that have one.
  void add(SourcePosition where, std::string message, std::string hint = {});
  /// True when a refusal at `where` would be the one to report: a hint that takes long to find is for it alone.
  [[nodiscard]] bool would_report(const SourcePosition& where) const;
  [[nodiscard]] bool empty() const { return count_ == 0; }
  /// How many there are: tells whether a part of the file had any.
  [[nodiscard]] std::size_t count() const { return count_; }
  /// The refusal to report. Must not be called when empty().
  [[nodiscard]] std::unexpected<Error> take();

 private:
  std::optional<Error> first_;
  std::size_t count_ = 0;
};

}  // namespace yett
