#pragma once

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
  /// Takes over what `other` found.
  void add(Refusals other);
  [[nodiscard]] bool empty() const { return !first_; }
  /// The refusal to report. Must not be called when empty().
  [[nodiscard]] std::unexpected<Error> take() { return std::unexpected(*std::exchange(first_, std::nullopt)); }

 private:
  std::optional<Error> first_;
};

}  // namespace yett
