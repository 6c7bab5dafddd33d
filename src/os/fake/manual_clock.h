#pragma once

#include <atomic>

#include "os/clock.h"

namespace yett {

/// A clock that stands still until it is told otherwise. Thread-safe.
class ManualClock final : public Clock {
 public:
  explicit ManualClock(TimePoint now) : now_(now) {}

  [[nodiscard]] TimePoint now() const override { return now_.load(); }
  /// May go backwards, as a real wall clock does.
  void set(TimePoint now) { now_.store(now); }
  /// Concurrent calls all count.
  void advance(Duration by) {
    TimePoint before = now_.load();
    while (!now_.compare_exchange_weak(before, before + by)) {
    }
  }

 private:
  std::atomic<TimePoint> now_;
};

}  // namespace yett
