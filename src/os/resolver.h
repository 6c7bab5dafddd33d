#pragma once

#include <chrono>

#include "route/answers.h"
#include "route/listed_target.h"

namespace yett {

/// A look-up of both families takes no longer than this.
inline constexpr std::chrono::milliseconds kLookUpTime{5000};

/// Asks for the addresses of a name. Implementations are thread-safe.
class Resolver {
 public:
  virtual ~Resolver() = default;
  /// Looks up the A and AAAA records of the target's host, each once and exactly that name: no search domains, no alias
  /// files. Blocks for at most kLookUpTime. Takes a ListedTarget, so that no look-up can leave for a name that no list
  /// names; a host that is an address is nothing to look up, and both families fail. Answers are not judged yet.
  [[nodiscard]] virtual Answers look_up(const ListedTarget& target) = 0;
};

}  // namespace yett
