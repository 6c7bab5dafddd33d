#include "metrics/interval.h"

#include <algorithm>
#include <cmath>

namespace yett {
namespace {

/// The 0.975 quantile of the standard normal distribution.
constexpr double kZ = 1.959963984540054;

}  // namespace

Interval wilson(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return {};
  const auto n = static_cast<double>(whole);
  const double rate = static_cast<double>(part) / n;
  const double shrink = 1.0 + kZ * kZ / n;
  const double middle = (rate + kZ * kZ / (2.0 * n)) / shrink;
  const double half = kZ / shrink * std::sqrt(rate * (1.0 - rate) / n + kZ * kZ / (4.0 * n * n));
  // At the ends the two terms are equal; what rounding leaves of them is no interval.
  return {.low = part == 0 ? 0.0 : std::max(0.0, middle - half),
          .high = part == whole ? 1.0 : std::min(1.0, middle + half)};
}

}  // namespace yett
