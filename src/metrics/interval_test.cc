#include "metrics/interval.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>

namespace yett {
namespace {

// The expected ends are computed from the formula with 40 decimal digits.
TEST(Wilson, HasTheEndsOfTheScoreInterval) {
  const struct {
    std::uint64_t part;
    std::uint64_t whole;
    double low;
    double high;
  } cases[] = {
      {0, 1, 0.0, 0.7934506856227627},
      {1, 1, 0.2065493143772374, 1.0},
      {1, 2, 0.09453120573423071, 0.9054687942657693},
      {34, 93, 0.2748570216427139, 0.46698908120990307},
      {17, 147, 0.07346952865890682, 0.17739955678050429},
      {0, 147, 0.0, 0.02546686335923391},
      {93, 93, 0.9603324973882649, 1.0},
      {500'000'000, 1'000'000'000, 0.4999690102484443, 0.5000309897515557},
      {1, 1'000'000'000, 1.7652455495696314e-10, 5.664934243297439e-09},
      {999'999'999, 1'000'000'000, 0.9999999943350658, 0.9999999998234754},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(testing::Message() << one.part << " of " << one.whole);
    const Interval interval = wilson(one.part, one.whole);
    EXPECT_NEAR(interval.low, one.low, 1e-14);
    EXPECT_NEAR(interval.high, one.high, 1e-14);
  }
}

TEST(Wilson, OfNothingSaysThatNothingIsKnown) { EXPECT_EQ(wilson(0, 0), (Interval{.low = 0.0, .high = 1.0})); }

TEST(Wilson, ReachesTheEndsExactlyWhereAllOrNothingIsCounted) {
  for (const std::uint64_t whole : {1u, 2u, 3u, 7u, 93u, 147u, 1000u, 1'000'000'000u}) {
    EXPECT_EQ(wilson(0, whole).low, 0.0) << whole;
    EXPECT_EQ(wilson(whole, whole).high, 1.0) << whole;
  }
}

TEST(Wilson, HoldsTheRateAndStaysInItsBounds) {
  for (std::uint64_t whole = 1; whole <= 60; ++whole) {
    for (std::uint64_t part = 0; part <= whole; ++part) {
      const Interval interval = wilson(part, whole);
      const double rate = static_cast<double>(part) / static_cast<double>(whole);
      EXPECT_LE(0.0, interval.low);
      EXPECT_LE(interval.low, rate);
      EXPECT_LE(rate, interval.high);
      EXPECT_LE(interval.high, 1.0);
      EXPECT_LT(interval.low, interval.high);
    }
  }
}

TEST(Wilson, IsTheMirrorOfTheOtherRate) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 2000; ++i) {
    const std::uint64_t whole = 1 + random() % (i % 2 == 0 ? 50 : 5'000'000'000);
    const std::uint64_t part = random() % (whole + 1);
    const Interval one = wilson(part, whole);
    const Interval other = wilson(whole - part, whole);
    EXPECT_NEAR(one.low, 1.0 - other.high, 1e-12);
    EXPECT_NEAR(one.high, 1.0 - other.low, 1e-12);
  }
}

TEST(Wilson, ShrinksWithTheNumberOfRecords) {
  for (std::uint64_t part = 0; part <= 8; ++part) {
    double width = 2.0;
    for (std::uint64_t times = 1; times <= 100'000'000; times *= 10) {
      const Interval interval = wilson(part * times, 8 * times);
      EXPECT_LT(interval.high - interval.low, width);
      width = interval.high - interval.low;
    }
  }
}

}  // namespace
}  // namespace yett
