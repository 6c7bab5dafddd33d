#include "redact/check_digits.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "text/ascii.h"

namespace yett {
namespace {

int number_of(std::string_view digits) {
  int number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

/// ISO/IEC 7812-1, annex B.
bool passes_luhn(std::string_view digits) {
  int sum = 0;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    int value = digits[digits.size() - 1 - i] - '0';
    if (i % 2 == 1) value = value * 2 > 9 ? value * 2 - 9 : value * 2;
    sum += value;
  }
  return sum % 10 == 0;
}

/// Which lengths a number may have; bit 0 is 13 digits.
constexpr unsigned lengths(std::size_t shortest, std::size_t longest) {
  unsigned bits = 0;
  for (std::size_t length = shortest; length <= longest; ++length) bits |= 1U << (length - 13);
  return bits;
}

struct IssuerRange {
  int first;  // of the first four digits
  int last;
  unsigned lengths;
};

// The networks' published ranges.
constexpr IssuerRange kIssuers[] = {
    {2200, 2204, lengths(16, 19)},                                      // Mir
    {2221, 2720, lengths(16, 16)},                                      // Mastercard
    {3000, 3059, lengths(14, 19)},                                      // Diners Club
    {3095, 3095, lengths(14, 19)},                                      // Diners Club
    {3400, 3499, lengths(15, 15)},                                      // American Express
    {3528, 3589, lengths(16, 19)},                                      // JCB
    {3600, 3699, lengths(14, 19)},                                      // Diners Club
    {3700, 3799, lengths(15, 15)},                                      // American Express
    {3800, 3999, lengths(14, 19)},                                      // Diners Club
    {4000, 4999, lengths(13, 13) | lengths(16, 16) | lengths(19, 19)},  // Visa
    {5018, 5018, lengths(13, 19)},                                      // Maestro
    {5020, 5020, lengths(13, 19)},                                      // Maestro
    {5038, 5038, lengths(13, 19)},                                      // Maestro
    {5100, 5599, lengths(16, 16)},                                      // Mastercard
    {5893, 5893, lengths(13, 19)},                                      // Maestro
    {6011, 6011, lengths(16, 19)},                                      // Discover
    {6200, 6299, lengths(16, 19)},                                      // UnionPay
    {6304, 6304, lengths(13, 19)},                                      // Maestro
    {6440, 6599, lengths(16, 19)},                                      // Discover
    {6759, 6763, lengths(13, 19)},                                      // Maestro
    {8100, 8171, lengths(16, 19)},                                      // UnionPay
};

struct IbanLength {
  std::string_view country;
  std::size_t length;
};

// SWIFT, IBAN registry, by country.
constexpr IbanLength kIbanLengths[] = {
    {"AD", 24}, {"AE", 23}, {"AL", 28}, {"AT", 20}, {"AZ", 28}, {"BA", 20}, {"BE", 16}, {"BG", 22}, {"BH", 22},
    {"BI", 27}, {"BR", 29}, {"BY", 28}, {"CH", 21}, {"CR", 22}, {"CY", 28}, {"CZ", 24}, {"DE", 22}, {"DJ", 27},
    {"DK", 18}, {"DO", 28}, {"EE", 20}, {"EG", 29}, {"ES", 24}, {"FI", 18}, {"FK", 18}, {"FO", 18}, {"FR", 27},
    {"GB", 22}, {"GE", 22}, {"GI", 23}, {"GL", 18}, {"GR", 27}, {"GT", 28}, {"HR", 21}, {"HU", 28}, {"IE", 22},
    {"IL", 23}, {"IQ", 23}, {"IS", 26}, {"IT", 27}, {"JO", 30}, {"KW", 30}, {"KZ", 20}, {"LB", 28}, {"LC", 32},
    {"LI", 21}, {"LT", 20}, {"LU", 20}, {"LV", 21}, {"LY", 25}, {"MC", 27}, {"MD", 24}, {"ME", 22}, {"MK", 19},
    {"MN", 20}, {"MR", 27}, {"MT", 31}, {"MU", 30}, {"NI", 28}, {"NL", 18}, {"NO", 15}, {"OM", 23}, {"PK", 24},
    {"PL", 28}, {"PS", 29}, {"PT", 25}, {"QA", 29}, {"RO", 24}, {"RS", 22}, {"RU", 33}, {"SA", 24}, {"SC", 31},
    {"SD", 18}, {"SE", 24}, {"SI", 19}, {"SK", 24}, {"SM", 27}, {"SO", 23}, {"ST", 25}, {"SV", 28}, {"TL", 23},
    {"TN", 24}, {"TR", 26}, {"UA", 29}, {"VA", 22}, {"VG", 24}, {"XK", 20}, {"YE", 30},
};

/// The lengths by the two letters, for a look-up without a search.
constexpr std::size_t kLetters = 26;
constexpr std::array<std::uint8_t, kLetters * kLetters> kLengthByCountry = [] {
  std::array<std::uint8_t, kLetters * kLetters> lengths{};
  for (const IbanLength& row : kIbanLengths) {
    const auto first = static_cast<std::size_t>(row.country[0] - 'A');
    lengths[first * kLetters + static_cast<std::size_t>(row.country[1] - 'A')] = static_cast<std::uint8_t>(row.length);
  }
  return lengths;
}();

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

/// ISO 7064, MOD 97-10, over the text with its first four characters at the end.
bool passes_mod_97(std::string_view text) {
  int rest = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[(i + 4) % text.size()];
    rest = is_digit(c) ? (rest * 10 + (c - '0')) % 97 : (rest * 100 + (c - 'A' + 10)) % 97;
  }
  return rest == 1;
}

// GB/T 2260, the first two digits of the code of a place.
constexpr int kProvinces[] = {11, 12, 13, 14, 15, 21, 22, 23, 31, 32, 33, 34, 35, 36, 37, 41, 42, 43,
                              44, 45, 46, 50, 51, 52, 53, 54, 61, 62, 63, 64, 65, 71, 81, 82, 83, 91};

bool is_birthday(std::string_view digits) {
  const std::chrono::year year(number_of(digits.substr(0, 4)));
  const std::chrono::month month(static_cast<unsigned>(number_of(digits.substr(4, 2))));
  const std::chrono::day day(static_cast<unsigned>(number_of(digits.substr(6, 2))));
  constexpr std::chrono::year kFirst{1900};
  constexpr std::chrono::year kLast{2099};
  return year >= kFirst && year <= kLast && (year / month / day).ok();
}

/// ISO 7064, MOD 11-2, as GB 11643 writes it out.
bool passes_mod_11(std::string_view text) {
  constexpr std::array<int, 17> kWeights = {7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2};
  int sum = 0;
  for (std::size_t i = 0; i < kWeights.size(); ++i) sum += (text[i] - '0') * kWeights[i];
  return "10X98765432"[sum % 11] == (text[17] == 'x' ? 'X' : text[17]);
}

}  // namespace

bool is_card_number(std::string_view digits) {
  if (digits.size() < 13 || digits.size() > 19 || !std::ranges::all_of(digits, is_digit)) return false;
  const int issuer = number_of(digits.substr(0, 4));
  const bool is_issued = std::ranges::any_of(kIssuers, [&](const IssuerRange& range) {
    return issuer >= range.first && issuer <= range.last && (range.lengths >> (digits.size() - 13) & 1U) != 0;
  });
  return is_issued && passes_luhn(digits);
}

std::size_t iban_length(std::string_view country) {
  if (country.size() != 2 || !is_capital(country[0]) || !is_capital(country[1])) return 0;
  const auto first = static_cast<std::size_t>(country[0] - 'A');
  return kLengthByCountry[first * kLetters + static_cast<std::size_t>(country[1] - 'A')];
}

bool is_iban(std::string_view text) {
  if (text.size() < 4 || iban_length(text.substr(0, 2)) != text.size()) return false;
  const auto may_stand = [](char c) { return is_digit(c) || is_capital(c); };
  return is_digit(text[2]) && is_digit(text[3]) && std::ranges::all_of(text, may_stand) && passes_mod_97(text);
}

bool is_chinese_id(std::string_view text) {
  if (text.size() != 18 || !std::ranges::all_of(text.substr(0, 17), is_digit)) return false;
  if (!is_digit(text[17]) && text[17] != 'X' && text[17] != 'x') return false;
  const bool is_of_province = std::ranges::find(kProvinces, number_of(text.substr(0, 2))) != std::end(kProvinces);
  return is_of_province && is_birthday(text.substr(6, 8)) && passes_mod_11(text);
}

}  // namespace yett
