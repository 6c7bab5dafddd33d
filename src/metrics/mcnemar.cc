#include "metrics/mcnemar.h"

#include <algorithm>
#include <cmath>

namespace yett {
namespace {

/// ln n!, exact to the last digits: summed where n is small, Stirling's series beyond. The library's lgamma() writes a
/// global, which a pure room has none of.
double log_factorial(std::uint64_t n) {
  constexpr std::uint64_t kSummed = 32;
  const auto x = static_cast<double>(n);
  if (n < kSummed) {
    double sum = 0.0;
    for (std::uint64_t i = 2; i <= n; ++i) sum += std::log(static_cast<double>(i));
    return sum;
  }
  const double log_two_pi = std::log(2.0 * 3.14159265358979323846);
  const double inverse = 1.0 / x;
  const double series = inverse / 12.0 - inverse * inverse * inverse / 360.0 + std::pow(inverse, 5) / 1260.0;
  return x * std::log(x) - x + 0.5 * (log_two_pi + std::log(x)) + series;
}

}  // namespace

double mcnemar_p(const Discordance& discordance) {
  const std::uint64_t n = discordance.only_first + discordance.only_second;
  const std::uint64_t fewer = std::min(discordance.only_first, discordance.only_second);
  if (n == 0) return 1.0;
  // The tail from `fewer` down; each term is the one above it times k / (n - k + 1), so they shrink and can be left
  // off once they no longer count.
  double term = std::exp(log_factorial(n) - log_factorial(fewer) - log_factorial(n - fewer) -
                         static_cast<double>(n) * std::log(2.0));
  double tail = 0.0;
  for (std::uint64_t k = fewer; term > tail * 1e-17; --k) {
    tail += term;
    if (k == 0) break;
    term *= static_cast<double>(k) / static_cast<double>(n - k + 1);
  }
  return std::min(1.0, 2.0 * tail);
}

}  // namespace yett
