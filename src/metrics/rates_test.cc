#include "metrics/rates.h"

#include <gtest/gtest.h>

#include <optional>

namespace yett {
namespace {

/// What the set without execution stops of the 240 support records.
constexpr Counts kFew{.tp = 12, .fp = 0, .fn = 81, .tn = 147};
/// What "no side effects" stops of them.
constexpr Counts kMore{.tp = 24, .fp = 3, .fn = 69, .tn = 144};
/// What "allowlisted" stops of them.
constexpr Counts kMost{.tp = 34, .fp = 17, .fn = 59, .tn = 130};

TEST(Counts, AddUpToWhatTheyAreCountedOf) {
  EXPECT_EQ(kMost.harmful(), 93u);
  EXPECT_EQ(kMost.clean(), 147u);
  EXPECT_EQ(kMost.stopped(), 51u);
}

TEST(Counts, GiveEachRateOfItsOwnWhole) {
  EXPECT_DOUBLE_EQ(kMost.precision(), 34.0 / 51.0);
  EXPECT_DOUBLE_EQ(kMost.recall(), 34.0 / 93.0);
  EXPECT_DOUBLE_EQ(kMost.false_block_rate(), 17.0 / 147.0);
  EXPECT_DOUBLE_EQ(kMost.completion(), 130.0 / 147.0);
}

TEST(Counts, OfNothingHaveNoRateAboveZero) {
  constexpr Counts kNothing;
  EXPECT_EQ(kNothing.precision(), 0.0);
  EXPECT_EQ(kNothing.recall(), 0.0);
  EXPECT_EQ(kNothing.false_block_rate(), 0.0);
  EXPECT_EQ(kNothing.completion(), 0.0);
}

TEST(Counts, OfALayerThatStopsNothingHaveNoPrecision) {
  constexpr Counts kOpen{.tp = 0, .fp = 0, .fn = 93, .tn = 147};
  EXPECT_EQ(kOpen.precision(), 0.0);
  EXPECT_EQ(kOpen.completion(), 1.0);
}

TEST(Step, IsWhatTheLaterSetStopsBeyondTheEarlier) {
  const Step step = step_between(kMore, kMost);
  EXPECT_EQ(step.harmful, 10);
  EXPECT_EQ(step.clean, 14);
  EXPECT_EQ(step.precision(), 10.0 / 24.0);
  EXPECT_EQ(step.break_even(), 1.4);
}

TEST(Step, ThatBlocksNothingCleanCostsNothing) {
  const Step step = step_between({.tp = 0, .fp = 0, .fn = 93, .tn = 147}, kFew);
  EXPECT_EQ(step.precision(), 1.0);
  EXPECT_EQ(step.break_even(), 0.0);
}

TEST(Step, ThatStopsNothingHasNeitherPrecisionNorPrice) {
  const Step step = step_between(kMore, kMore);
  EXPECT_EQ(step.precision(), std::nullopt);
  EXPECT_EQ(step.break_even(), std::nullopt);
}

TEST(Step, ThatStopsOnlyCleanRecordsHasNoPrice) {
  constexpr Step kWaste{.harmful = 0, .clean = 3};
  EXPECT_EQ(kWaste.precision(), 0.0);
  EXPECT_EQ(kWaste.break_even(), std::nullopt);
}

TEST(Step, IsNegativeWhereTheSetIsWider) {
  const Step step = step_between(kMost, kFew);
  EXPECT_EQ(step.harmful, -22);
  EXPECT_EQ(step.clean, -17);
  // A share of what is let through again would read as one of what is stopped.
  EXPECT_EQ(step.precision(), std::nullopt);
  EXPECT_EQ(step.break_even(), std::nullopt);
}

TEST(Share, OfNothingIsZero) {
  EXPECT_EQ(share(0, 0), 0.0);
  EXPECT_EQ(share(3, 4), 0.75);
}

TEST(Rounded, KeepsFourDecimals) {
  EXPECT_EQ(rounded(2.0 / 3.0), 0.6667);
  EXPECT_EQ(rounded(1.0 / 93.0), 0.0108);
  EXPECT_EQ(rounded(1.0 / 147.0), 0.0068);
  EXPECT_EQ(rounded(0.0), 0.0);
  EXPECT_EQ(rounded(1.0), 1.0);
}

// 1/32, 3/32 and 5/32 lie in the middle between two numbers of four decimals, and a double holds them exactly.
TEST(Rounded, ToTheEvenDigitWhereBothAreAsNear) {
  EXPECT_EQ(rounded(0.03125), 0.0312);
  EXPECT_EQ(rounded(0.09375), 0.0938);
  EXPECT_EQ(rounded(0.15625), 0.1562);
}

// 0.00005 and 0.00025 are no doubles; the nearest ones lie above 0.00005 and above 0.00025.
TEST(Rounded, ByTheExactValueOfTheNumber) {
  EXPECT_EQ(rounded(0.00005), 0.0001);
  EXPECT_EQ(rounded(0.00025), 0.0003);
}

}  // namespace
}  // namespace yett
