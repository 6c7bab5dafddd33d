#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace yett {

/// One character at the front of a UTF-8 text.
struct Utf8Character {
  char32_t code_point = 0;
  std::size_t length = 0;  // in bytes; 0: there is no well-formed character
};

/// Decodes the first character of `text`. Refuses what Unicode 15, table 3-7 calls ill-formed: overlong forms,
/// surrogates, values above U+10FFFF, cut sequences. The empty text has no first character. O(1).
[[nodiscard]] Utf8Character decode_utf8(std::string_view text);

/// How many bytes from the front are well-formed UTF-8: the size of `text`, or where the first bad byte stands. O(n).
[[nodiscard]] std::size_t valid_utf8_prefix(std::string_view text);

/// Whether all of `text` is well-formed UTF-8 (the empty text is). O(n).
[[nodiscard]] bool is_valid_utf8(std::string_view text);

/// A form of `text` in which a person sees everything that is there, on one line: ordinary text stays as it is;
/// line feed, tab and carriage return become `\n`, `\t`, `\r`; every other character that is invisible, reorders the
/// text, breaks the line or has no agreed look becomes `\u{XXXX}`; a byte that is no UTF-8 becomes `\xNN`.
/// A backslash is doubled, so two different texts never look the same. The result is valid UTF-8. O(n).
[[nodiscard]] std::string escape_for_display(std::string_view text);

/// True when escape_for_display() would hide nothing of `text`: no controls, no invisible and no bidirectional
/// characters, all of it UTF-8.
[[nodiscard]] bool is_fully_visible(std::string_view text);

}  // namespace yett
