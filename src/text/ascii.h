#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace yett {

// ASCII only, and without a locale: what is judged must not depend on the machine's language.

[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

[[nodiscard]] constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// True for a byte of a multi-byte UTF-8 sequence.
[[nodiscard]] constexpr bool is_non_ascii(char c) { return static_cast<unsigned char>(c) >= 0x80; }

[[nodiscard]] constexpr char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// The value of a hexadecimal digit in either case; nullopt for any other character.
[[nodiscard]] constexpr std::optional<std::uint8_t> hex_value(char c) {
  if (is_digit(c)) return static_cast<std::uint8_t>(c - '0');
  const char lower = to_lower(c);
  if (lower >= 'a' && lower <= 'f') return static_cast<std::uint8_t>(lower - 'a' + 10);
  return std::nullopt;
}

/// True when `text` begins with `prefix`, both in any case.
[[nodiscard]] constexpr bool starts_with_ignoring_case(std::string_view text, std::string_view prefix) {
  if (text.size() < prefix.size()) return false;
  for (std::size_t i = 0; i < prefix.size(); ++i) {
    if (to_lower(text[i]) != to_lower(prefix[i])) return false;
  }
  return true;
}

/// "%XX" to bytes (RFC 3986 section 2.1); a percent sign without two hexadecimal digits stays.
[[nodiscard]] inline std::string percent_decoded(std::string_view text) {
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size()) {
      const auto high = hex_value(text[i + 1]);
      const auto low = hex_value(text[i + 2]);
      if (high && low) {
        decoded += static_cast<char>(*high << 4 | *low);
        i += 2;
        continue;
      }
    }
    decoded += text[i];
  }
  return decoded;
}

/// A copy with A to Z lowered; every other byte stays.
[[nodiscard]] inline std::string to_lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = to_lower(c);
  return lower;
}

/// Appends "%XX" (RFC 3986 section 2.1, upper-case digits).
inline void append_percent_encoded(std::string& out, char c) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(c);
  out += '%';
  out += kDigits[byte >> 4];
  out += kDigits[byte & 0xF];
}

}  // namespace yett
