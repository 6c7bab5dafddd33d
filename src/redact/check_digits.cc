#include "redact/check_digits.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstddef>
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

struct IssuerRange {
  int first;  // of the first four digits
  int last;
  std::size_t shortest;
  std::size_t longest;
};

// The networks' published ranges: Diners, JCB, American Express, Visa, Mastercard, Maestro, Discover, UnionPay, Mir.
constexpr IssuerRange kIssuers[] = {
    {2200, 2204, 16, 19}, {2221, 2720, 16, 16}, {3000, 3059, 14, 19}, {3088, 3094, 16, 19}, {3400, 3499, 15, 15},
    {3528, 3589, 16, 19}, {3600, 3699, 14, 19}, {3700, 3799, 15, 15}, {3800, 3999, 14, 19}, {4000, 4999, 13, 19},
    {5018, 5018, 13, 19}, {5020, 5020, 13, 19}, {5038, 5038, 13, 19}, {5100, 5599, 16, 16}, {5893, 5893, 13, 19},
    {6011, 6011, 16, 19}, {6200, 6299, 16, 19}, {6304, 6304, 13, 19}, {6440, 6599, 16, 19}, {6759, 6763, 13, 19},
    {8100, 8171, 16, 19},
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
    return issuer >= range.first && issuer <= range.last && digits.size() >= range.shortest &&
           digits.size() <= range.longest;
  });
  return is_issued && passes_luhn(digits);
}

bool is_iban(std::string_view text) {
  if (text.size() < 15) return false;
  const auto country = std::ranges::find(kIbanLengths, text.substr(0, 2), &IbanLength::country);
  if (country == std::end(kIbanLengths) || country->length != text.size()) return false;
  const auto may_stand = [](char c) { return is_digit(c) || (c >= 'A' && c <= 'Z'); };
  return is_digit(text[2]) && is_digit(text[3]) && std::ranges::all_of(text, may_stand) && passes_mod_97(text);
}

bool is_chinese_id(std::string_view text) {
  if (text.size() != 18 || !std::ranges::all_of(text.substr(0, 17), is_digit)) return false;
  if (!is_digit(text[17]) && text[17] != 'X' && text[17] != 'x') return false;
  const bool is_of_province = std::ranges::find(kProvinces, number_of(text.substr(0, 2))) != std::end(kProvinces);
  return is_of_province && is_birthday(text.substr(6, 8)) && passes_mod_11(text);
}

}  // namespace yett
