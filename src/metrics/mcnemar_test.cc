#include "metrics/mcnemar.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace yett {
namespace {

double p(std::uint64_t only_first, std::uint64_t only_second) {
  return mcnemar_p({.only_first = only_first, .only_second = only_second});
}

// Sums of whole binomial coefficients over a power of two.
TEST(McNemar, GivesTheExactProbability) {
  EXPECT_NEAR(p(5, 1), 7.0 / 32.0, 1e-14);
  EXPECT_NEAR(p(0, 6), 1.0 / 32.0, 1e-14);
  EXPECT_NEAR(p(10, 2), 79.0 / 2048.0, 1e-14);
  EXPECT_NEAR(p(4, 14), 253.0 / 8192.0, 1e-14);
  EXPECT_NEAR(p(12, 25), 807986899.0 / 17179869184.0, 1e-14);
}

TEST(McNemar, SaysNothingWhereLayersDifferOnNothing) { EXPECT_EQ(p(0, 0), 1.0); }

TEST(McNemar, IsNeverAboveOne) {
  EXPECT_EQ(p(1, 0), 1.0);
  EXPECT_EQ(p(1, 1), 1.0);
  EXPECT_EQ(p(3, 3), 1.0);
  EXPECT_EQ(p(500'000'000, 500'000'000), 1.0);
}

// Below 2^63 every coefficient of 60 records, and the sum of all, is a whole number of 64 bits.
TEST(McNemar, AgreesWithTheSumOfBinomialCoefficients) {
  std::vector<std::uint64_t> coefficients = {1};
  for (std::uint64_t n = 1; n <= 60; ++n) {
    coefficients.push_back(1);
    for (std::size_t k = n - 1; k > 0; --k) coefficients[k] += coefficients[k - 1];
    std::uint64_t tail = 0;
    for (std::uint64_t k = 0; 2 * k <= n; ++k) {
      tail += coefficients[k];
      const double expected = std::min(1.0, 2.0 * std::ldexp(static_cast<double>(tail), -static_cast<int>(n)));
      EXPECT_NEAR(p(k, n - k) / expected, 1.0, 1e-12) << k << " of " << n;
    }
  }
}

TEST(McNemar, DoesNotAskWhichLayerCameFirst) {
  for (std::uint64_t n = 0; n <= 200; n += 7) {
    for (std::uint64_t k = 0; k <= n; k += 3) EXPECT_EQ(p(k, n - k), p(n - k, k));
  }
}

TEST(McNemar, FallsAsTheRecordsLieMoreUnevenly) {
  for (std::uint64_t k = 1; k <= 500; ++k) EXPECT_GE(p(k, 1000 - k), p(k - 1, 1001 - k)) << k;
}

// Summed as fractions of whole numbers.
TEST(McNemar, StaysExactBeyondTheSummedFactorials) {
  EXPECT_NEAR(p(500, 600) / 0.0028195449914364275, 1.0, 1e-11);
  EXPECT_NEAR(p(200, 100) / 8.014875216538918e-09, 1.0, 1e-11);
  EXPECT_NEAR(p(4000, 4300) / 0.001029736761268161, 1.0, 1e-10);
  EXPECT_NEAR(p(0, 1000) / 1.8665272370064378e-301, 1.0, 1e-10);
}

// The first term with 40 decimal digits, the ratios behind it in double.
TEST(McNemar, IsRightOfAThousandMillionRecords) {
  EXPECT_NEAR(p(499'990'000, 500'010'000), 0.5271099147546157, 2e-5);
  EXPECT_NEAR(p(499'950'000, 500'050'000), 0.001565572261083583, 1e-7);
  EXPECT_NEAR(p(50'010'000, 49'990'000), 0.0455110626296135, 1e-6);
  EXPECT_NEAR(p(500'000'000, 500'000'001), 1.0, 2e-5);
}

TEST(McNemar, IsZeroWhereItIsBelowEveryNumber) {
  EXPECT_EQ(p(0, 2000), 0.0);
  EXPECT_EQ(p(499'000'000, 501'000'000), 0.0);
  EXPECT_EQ(p(0, 1'000'000'000'000), 0.0);
}

}  // namespace
}  // namespace yett
