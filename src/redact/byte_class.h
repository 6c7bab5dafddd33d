#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "text/ascii.h"

namespace yett {

/// Sets of bytes that finds consist of; ASCII, whatever the machine's language is.
enum class ByteClass : std::uint8_t {
  Alnum,      // A-Z a-z 0-9
  Capitals,   // A-Z 0-9
  Word,       // A-Z a-z 0-9 _
  Base64Url,  // A-Z a-z 0-9 - _
  Base64,     // A-Z a-z 0-9 + / =
  Mailbox,    // A-Z a-z 0-9 _ . + -: what the seed takes for the local part of an address
  Domain,     // A-Z a-z 0-9 _ . -: and for its domain; also all bytes of letters beyond ASCII
  Break,      // white space, quotes, < and >: they stand nowhere between the begin of a find and its anchor
};

inline constexpr std::size_t kByteClasses = static_cast<std::size_t>(ByteClass::Break) + 1;

namespace byte_class_table {

constexpr unsigned bit(ByteClass kind) { return 1U << static_cast<unsigned>(kind); }

constexpr std::uint8_t classes_of(char c) {
  using enum ByteClass;
  unsigned bits = 0;
  if (is_letter(c) || is_digit(c))
    bits |= bit(Alnum) | bit(Word) | bit(Base64Url) | bit(Base64) | bit(Mailbox) | bit(Domain);
  if (is_digit(c) || (c >= 'A' && c <= 'Z')) bits |= bit(Capitals);
  if (c == '_') bits |= bit(Word) | bit(Base64Url) | bit(Mailbox) | bit(Domain);
  if (c == '-') bits |= bit(Base64Url) | bit(Mailbox) | bit(Domain);
  if (c == '+') bits |= bit(Base64) | bit(Mailbox);
  if (c == '/' || c == '=') bits |= bit(Base64);
  if (c == '.') bits |= bit(Mailbox) | bit(Domain);
  if (is_non_ascii(c)) bits |= bit(Domain);
  if (std::string_view(" \t\r\n\"'<>").contains(c)) bits |= bit(Break);
  return static_cast<std::uint8_t>(bits);
}

inline constexpr std::array<std::uint8_t, 256> kClasses = [] {
  std::array<std::uint8_t, 256> classes{};
  for (std::size_t byte = 0; byte < classes.size(); ++byte) classes[byte] = classes_of(static_cast<char>(byte));
  return classes;
}();

}  // namespace byte_class_table

[[nodiscard]] constexpr bool is_of(char c, ByteClass kind) {
  return (byte_class_table::kClasses[static_cast<unsigned char>(c)] & byte_class_table::bit(kind)) != 0;
}

}  // namespace yett
