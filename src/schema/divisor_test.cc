#include "schema/divisor.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace yett {
namespace {

struct Division {
  double divisor;
  double value;
  bool divides;
};

TEST(Divisor, ReadsNumbersAsTheDecimalsThatPeopleWrite) {
  const Division divisions[] = {
      {0.0001, 0.0075, true},
      {0.0001, 0.00751, false},
      {0.01, 0.07, true},
      {0.01, 19.99, true},
      {0.01, 19.999, false},
      {0.01, 4.35, true},
      {0.1, 1.1, true},
      {0.1, -0.3, true},
      {0.3, 0.9, true},
      {0.3, 1, false},
      {1.5, 4.5, true},
      {1.5, 35, false},
      {7, 21, true},
      {7, 22, false},
      {0.5, 9007199254740991.0, true},
      {2, 9007199254740991.0, false},
      {1e-5, 1e-6, false},
      {2.5e-7, 1e-6, true},
      {123456789, 0, true},
      {0.123456789, 0, true},
  };
  for (const auto& [divisor, value, divides] : divisions) {
    EXPECT_EQ(Divisor(divisor).divides(value), divides) << value << " by " << divisor;
    EXPECT_EQ(Divisor(divisor).divides(-value), divides) << -value << " by " << divisor;
  }
}

TEST(Divisor, DoesNotOverflow) {
  EXPECT_FALSE(Divisor(0.123456789).divides(1e308));
  EXPECT_TRUE(Divisor(0.5).divides(1e308));
  EXPECT_TRUE(Divisor(1e-308).divides(1e308));
  EXPECT_FALSE(Divisor(3e-308).divides(1e308));
  EXPECT_TRUE(Divisor(5e-324).divides(1e308)) << "10^632 / 5";
  EXPECT_FALSE(Divisor(1e308).divides(5e-324));
  EXPECT_FALSE(Divisor(1e308).divides(1));
  EXPECT_TRUE(Divisor(1e308).divides(1e308));
  EXPECT_TRUE(Divisor(std::numeric_limits<double>::max()).divides(std::numeric_limits<double>::max()));
}

TEST(Divisor, DividesNothingThatIsNotFinite) {
  EXPECT_FALSE(Divisor(1).divides(std::numeric_limits<double>::infinity()));
  EXPECT_FALSE(Divisor(1).divides(std::numeric_limits<double>::quiet_NaN()));
}

TEST(Divisor, DividesItsMultiplesInCents) {
  std::mt19937 random(20260101);  // NOLINT(cert-msc32-c,cert-msc51-cpp): every run is to try the same
  for (int round = 0; round < 100'000; ++round) {
    const auto step = 1 + random() % 500;
    const auto cents = random() % 10'000'000;
    EXPECT_EQ(Divisor(static_cast<double>(step) / 100).divides(static_cast<double>(cents) / 100), cents % step == 0)
        << cents << " by " << step;
  }
}

}  // namespace
}  // namespace yett
