#include "schema/divisor.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

#include "text/ascii.h"

namespace yett {
namespace {

constexpr double kLargestExactWhole = 9007199254740992.0;  // 2^53

bool is_exact_whole(double number) { return std::trunc(number) == number && std::abs(number) <= kLargestExactWhole; }

}  // namespace

Divisor::Divisor(double number) : number_(number), decimal_(decimal_of(number)) {}

Divisor::Decimal Divisor::decimal_of(double magnitude) {
  std::array<char, 32> buffer;  // "d.ddddddddddddddddde-xxx" has 24
  const auto written = std::to_chars(buffer.begin(), buffer.end(), magnitude, std::chars_format::scientific);
  const std::string_view text(buffer.begin(), written.ptr);
  const auto mark = text.find('e');
  Decimal decimal;
  for (const char c : text.substr(0, mark)) {
    if (is_digit(c)) decimal.digits = decimal.digits * 10 + static_cast<std::uint64_t>(c - '0');
  }
  std::string_view exponent = text.substr(mark + 1);
  if (exponent.front() == '+') exponent.remove_prefix(1);
  std::from_chars(exponent.begin(), exponent.end(), decimal.exponent);
  if (mark > 1) decimal.exponent -= static_cast<int>(mark) - 2;  // the digits behind the point
  return decimal;
}

bool Divisor::divides(double value) const {
  if (!std::isfinite(value)) return false;
  if (is_exact_whole(value) && is_exact_whole(number_)) return std::fmod(value, number_) == 0;
  auto [digits, exponent] = decimal_of(std::abs(value));
  // Below the divisor's last place only zeros may stand.
  for (; exponent < decimal_.exponent && digits != 0; ++exponent) {
    if (digits % 10 != 0) return false;
    digits /= 10;
  }
  // A remainder has at most 17 digits, so ten times it never overflows.
  std::uint64_t remainder = digits % decimal_.digits;
  for (; exponent > decimal_.exponent && remainder != 0; --exponent) remainder = remainder * 10 % decimal_.digits;
  return remainder == 0;
}

}  // namespace yett
