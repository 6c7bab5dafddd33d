#pragma once

#include <cstdlib>
#include <fstream>

#include "os/linux/system_clock.h"

namespace yett {

/// The machine's clock, set forward or back by as many seconds as stand in the file of $YETT_TEST_CLOCK.
class SettableClock final : public Clock {
 public:
  [[nodiscard]] TimePoint now() const override {
    std::int64_t seconds = 0;
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing here sets a variable
    if (const char* file = std::getenv("YETT_TEST_CLOCK")) std::ifstream(file) >> seconds;
    return clock_.now() + std::chrono::seconds(seconds);
  }

 private:
  SystemClock clock_;
};

}  // namespace yett
