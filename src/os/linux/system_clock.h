#pragma once

#include "os/clock.h"

namespace yett {

/// The machine's wall clock (CLOCK_REALTIME). It may jump, also backwards, when somebody sets it. Thread-safe.
class SystemClock final : public Clock {
 public:
  [[nodiscard]] TimePoint now() const override {
    return std::chrono::floor<TimePoint::duration>(std::chrono::system_clock::now());
  }
};

}  // namespace yett
