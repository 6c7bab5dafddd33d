#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "text/unicode.h"

namespace yett {

// What the grammars of destinations refuse everywhere.

/// C0, DEL and C1.
[[nodiscard]] constexpr bool is_control(char32_t c) { return c < 0x20 || (c >= 0x7F && c <= 0x9F); }

/// U+2028 and U+2029: line breaks that many programs do not take for one.
[[nodiscard]] constexpr bool is_line_separator(char32_t c) { return c == 0x2028 || c == 0x2029; }

/// The embeddings, overrides and isolates of the Unicode bidirectional algorithm (UAX 9, section 2), which let a
/// text be shown in another order than it is stored.
[[nodiscard]] constexpr bool is_bidi_override(char32_t c) {
  return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

/// The offset of the first character that does not satisfy `accept`, or of what is no UTF-8; the size when all do.
template <typename Accept>
[[nodiscard]] std::size_t find_unacceptable(std::string_view text, Accept accept) {
  std::string_view rest = text;
  while (!rest.empty()) {
    const Utf8Character character = decode_utf8(rest);
    if (character.length == 0 || !accept(character.code_point)) break;
    rest.remove_prefix(character.length);
  }
  return text.size() - rest.size();
}

/// True when every character of `text` satisfies `accept` and all of it is well-formed UTF-8.
template <typename Accept>
[[nodiscard]] bool all_characters(std::string_view text, Accept accept) {
  return find_unacceptable(text, accept) == text.size();
}

/// True when the eight bytes at `text` are printable ASCII.
[[nodiscard]] inline bool are_printable_ascii(const char* text) {
  constexpr std::uint64_t kEach = 0x0101010101010101;
  constexpr std::uint64_t kTop = kEach << 7;
  std::uint64_t word = 0;
  std::memcpy(&word, text, sizeof word);
  // Each difference borrows into the top bit of a byte that is too small, or equal to DEL.
  const std::uint64_t below_space = (word - kEach * 0x20) & ~word;
  const std::uint64_t against_del = word ^ (kEach * 0x7F);
  const std::uint64_t is_del = (against_del - kEach) & ~against_del;
  return ((word | below_space | is_del) & kTop) == 0;
}

/// The length of a begin of `text` that is printable ASCII: all of it, or as far as steps of eight bytes lead.
[[nodiscard]] inline std::size_t printable_ascii_octets(std::string_view text) {
  constexpr std::size_t kStep = sizeof(std::uint64_t);
  std::size_t length = 0;
  while (length + kStep <= text.size()) {
    if (!are_printable_ascii(text.data() + length)) return length;
    length += kStep;
  }
  // The last step overlaps the one before it.
  const bool reaches_end = text.size() >= kStep && are_printable_ascii(text.data() + text.size() - kStep);
  return reaches_end ? text.size() : length;
}

/// The offset of the first control character or line separator, or of what is no UTF-8; the size when there is none.
/// O(n), fast for ASCII.
[[nodiscard]] inline std::size_t find_unprintable(std::string_view text) {
  const std::size_t ascii = printable_ascii_octets(text);
  return ascii +
         find_unacceptable(text.substr(ascii), [](char32_t c) { return !is_control(c) && !is_line_separator(c); });
}

/// True when `text` is well-formed UTF-8 without control characters and line separators. O(n), fast for ASCII.
[[nodiscard]] inline bool is_printable_utf8(std::string_view text) { return find_unprintable(text) == text.size(); }

}  // namespace yett
