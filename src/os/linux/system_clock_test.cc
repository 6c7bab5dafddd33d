#include "os/linux/system_clock.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "os/fake/manual_clock.h"

namespace yett {
namespace {

TEST(SystemClock, AgreesWithTheMachine) {
  const SystemClock clock;
  const auto before = std::chrono::floor<Duration>(std::chrono::system_clock::now());
  const TimePoint now = clock.now();
  const auto after = std::chrono::system_clock::now();
  EXPECT_LE(before, now);
  EXPECT_LE(now, after);
}

TEST(ManualClock, StandsStillUntilItIsMoved) {
  ManualClock clock(TimePoint(std::chrono::seconds(100)));
  EXPECT_EQ(clock.now(), TimePoint(std::chrono::seconds(100)));
  clock.advance(std::chrono::seconds(5));
  EXPECT_EQ(clock.now(), TimePoint(std::chrono::seconds(105)));
  clock.set(TimePoint(std::chrono::seconds(1)));
  EXPECT_EQ(clock.now(), TimePoint(std::chrono::seconds(1)));
}

TEST(ManualClock, LosesNoStepAmongThreads) {
  ManualClock clock(TimePoint{});
  {
    std::vector<std::jthread> threads;
    threads.reserve(4);
    for (int thread = 0; thread < 4; ++thread) {
      threads.emplace_back([&] {
        for (int i = 0; i < 1000; ++i) clock.advance(std::chrono::microseconds(1));
      });
    }
  }
  EXPECT_EQ(clock.now(), TimePoint(std::chrono::microseconds(4000)));
}

}  // namespace
}  // namespace yett
