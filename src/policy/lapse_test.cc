#include "policy/lapse.h"

#include <gtest/gtest.h>

namespace yett {
namespace {

using namespace std::chrono_literals;

TEST(Lapse, IsOverAtTheEndOfThatDay) {
  const TimePoint lapses_at = lapse_after(2027y / 2 / 28);
  EXPECT_EQ(lapses_at, TimePoint(std::chrono::sys_days(2027y / 3 / 1)));
  EXPECT_EQ(lapse_after(2028y / 2 / 28), TimePoint(std::chrono::sys_days(2028y / 2 / 29)));
}

TEST(Lapse, IsReadBackAsItWasWritten) {
  for (const auto day : {2027y / 2 / 28, 2028y / 2 / 29, 2027y / 12 / 31, 2027y / 1 / 1}) {
    EXPECT_EQ(last_day_of(lapse_after(day)), format_time(std::chrono::sys_days(day)).substr(0, 10));
  }
}

}  // namespace
}  // namespace yett
