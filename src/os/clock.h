#pragma once

#include "base/time.h"

namespace yett {

/// The wall clock, as an interface so that tests and the demo can set it. Implementations are thread-safe.
class Clock {
 public:
  virtual ~Clock() = default;
  [[nodiscard]] virtual TimePoint now() const = 0;
};

}  // namespace yett
