#include "text/json_number.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace yett {
namespace {

constexpr double kLargestExactWhole = 9007199254740992.0;  // 2^53

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The parts of a number by the grammar of RFC 8259, section 6. All views point into the text.
struct NumberParts {
  bool negative = false;
  std::string_view whole;
  std::string_view fraction;  // without the point
  std::string_view exponent;  // with its sign, without the e
};

std::string_view take_digits(std::string_view& text) {
  std::size_t count = 0;
  while (count < text.size() && is_digit(text[count])) ++count;
  const auto digits = text.substr(0, count);
  text.remove_prefix(count);
  return digits;
}

bool take(std::string_view& text, char wanted) {
  if (text.empty() || text.front() != wanted) return false;
  text.remove_prefix(1);
  return true;
}

std::expected<NumberParts, JsonNumberRefusal> split(std::string_view text) {
  constexpr auto kMalformed = std::unexpected(JsonNumberRefusal::Malformed);
  NumberParts parts;
  parts.negative = take(text, '-');
  parts.whole = take_digits(text);
  if (parts.whole.empty() || (parts.whole.size() > 1 && parts.whole.front() == '0')) return kMalformed;
  if (take(text, '.')) {
    parts.fraction = take_digits(text);
    if (parts.fraction.empty()) return kMalformed;
  }
  if (take(text, 'e') || take(text, 'E')) {
    const char* begin = text.data();
    if (!take(text, '+')) take(text, '-');
    if (take_digits(text).empty()) return kMalformed;
    parts.exponent = {begin, text.data()};
  }
  if (!text.empty()) return kMalformed;
  return parts;
}

bool is_zero(const NumberParts& parts) {
  constexpr auto kNone = std::string_view::npos;
  return parts.whole.find_first_not_of('0') == kNone && parts.fraction.find_first_not_of('0') == kNone;
}

/// Whether a number that no double can hold is too large rather than too small. Such a number has an exponent or very
/// many digits; the sign of its decimal magnitude decides.
bool is_huge(const NumberParts& parts) {
  long long exponent = 0;
  if (!parts.exponent.empty()) {
    const bool negative = parts.exponent.front() == '-';
    const auto digits = parts.exponent.substr(is_digit(parts.exponent.front()) ? 0 : 1);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    if (error != std::errc{}) return !negative;
    if (negative) exponent = -exponent;
  }
  if (parts.whole != "0") return exponent > -static_cast<long long>(parts.whole.size());
  return exponent > static_cast<long long>(parts.fraction.find_first_not_of('0'));
}

std::expected<double, JsonNumberRefusal> check_exact(double value, std::string_view text) {
  if (value == 0 && std::signbit(value)) return std::unexpected(JsonNumberRefusal::NegativeZero);
  if (std::abs(value) < kLargestExactWhole) return value;
  const bool is_the_limit = text == "9007199254740992" || text == "-9007199254740992";
  if (!is_the_limit) return std::unexpected(JsonNumberRefusal::TooPrecise);
  return value;
}

std::expected<double, JsonNumberRefusal> convert(const NumberParts& parts, std::string_view text, JsonNumbers numbers) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool vanished = value == 0 && !is_zero(parts);
  if (error == std::errc{} && std::isfinite(value) && !vanished) {
    return numbers == JsonNumbers::Exact ? check_exact(value, text) : value;
  }
  if (numbers == JsonNumbers::Exact) return std::unexpected(JsonNumberRefusal::OutOfRange);
  const double magnitude = is_huge(parts) ? std::numeric_limits<double>::max() : 0.0;
  return parts.negative ? -magnitude : magnitude;
}

/// Lays out "d[.ddd]e[+-]xx", the shortest digits of a double, by the rules of ECMA-262, 6.1.6.1.20. In its terms,
/// the value is 0.DIGITS * 10^n.
void append_scientific(std::string& out, std::string_view scientific) {
  const auto mark = scientific.find('e');
  const auto exponent_digits = scientific.substr(mark + (scientific[mark + 1] == '+' ? 2 : 1));
  int exponent = 0;
  std::from_chars(exponent_digits.begin(), exponent_digits.end(), exponent);
  std::string digits(scientific.substr(0, mark));  // at most 18 characters
  if (digits.size() > 1) digits.erase(1, 1);       // the point
  const int n = exponent + 1;
  const int count = static_cast<int>(digits.size());

  if (count <= n && n <= 21) {
    out.append(digits).append(static_cast<std::size_t>(n - count), '0');
  } else if (0 < n && n <= 21) {
    out.append(digits, 0, static_cast<std::size_t>(n)).append(1, '.').append(digits, static_cast<std::size_t>(n));
  } else if (-6 < n && n <= 0) {
    out.append("0.").append(static_cast<std::size_t>(-n), '0').append(digits);
  } else {
    out += digits.front();
    if (count > 1) out.append(1, '.').append(digits, 1);
    out.append(exponent < 0 ? "e-" : "e+").append(std::to_string(std::abs(exponent)));
  }
}

}  // namespace

std::expected<double, JsonNumberRefusal> parse_json_number(std::string_view text, JsonNumbers numbers) {
  const auto parts = split(text);
  if (!parts) return std::unexpected(parts.error());
  // Most numbers are short whole ones: no rounding, no search for digits.
  constexpr std::size_t kShort = 15;
  if (parts->fraction.empty() && parts->exponent.empty() && parts->whole.size() <= kShort) {
    std::int64_t whole = 0;
    for (const char digit : parts->whole) whole = whole * 10 + (digit - '0');
    const auto value = static_cast<double>(whole);
    if (!parts->negative) return value;
    return numbers == JsonNumbers::Exact ? check_exact(-value, text) : -value;
  }
  return convert(*parts, text, numbers);
}

void append_json_number(std::string& out, double value) {
  if (!std::isfinite(value)) {
    out += "null";
    return;
  }
  std::array<char, 32> buffer;
  if (std::abs(value) < kLargestExactWhole && std::trunc(value) == value) {
    const auto written = std::to_chars(buffer.begin(), buffer.end(), static_cast<std::int64_t>(value));
    out.append(buffer.begin(), written.ptr);
    return;
  }
  if (value < 0) out += '-';
  const auto written = std::to_chars(buffer.begin(), buffer.end(), std::abs(value), std::chars_format::scientific);
  append_scientific(out, {buffer.begin(), written.ptr});
}

}  // namespace yett
