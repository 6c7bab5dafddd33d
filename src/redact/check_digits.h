#pragma once

#include <cstddef>
#include <string_view>

namespace yett {

// What tells numbers that people are known by from numbers that only look like them. Each takes the number without
// separators.

/// 13 to 19 digits of an issuer's range (ISO/IEC 7812-1 and the networks' published ranges) with Luhn's check digit.
[[nodiscard]] bool is_card_number(std::string_view digits);

/// How long the account numbers of a country are, by its two capitals (IBAN registry); 0 when it has none.
[[nodiscard]] std::size_t iban_length(std::string_view country);

/// An account number of a country of the IBAN registry, of that country's length, with its check digits (ISO 13616-1).
/// Letters are capitals.
[[nodiscard]] bool is_iban(std::string_view text);

/// A Chinese resident identity number (GB 11643-1999): a province, a day of birth from 1900 on that exists, and its
/// check character.
[[nodiscard]] bool is_chinese_id(std::string_view text);

}  // namespace yett
