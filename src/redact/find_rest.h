#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "redact/byte_class.h"

namespace yett {

/// Whether the byte at `at` goes on with lines of base64: blanks stand in front of a line only, behind the end of the
/// one before, also as it is written in a string ("\\r\\n").
[[nodiscard]] constexpr bool is_in_key_lines(std::string_view text, std::size_t at) {
  const char c = text[at];
  if (c != ' ' && c != '\t') return c == '\n' || c == '\r' || c == '\\' || is_of(c, ByteClass::Base64);
  if (at == 0) return false;
  const char before = text[at - 1];
  const bool ends_escape = at > 1 && text[at - 2] == '\\' && std::string_view("nrt").contains(before);
  return ends_escape || std::string_view("\n\r\\ \t").contains(before);
}

/// What a find goes on with that is longer than what is looked at to tell whether it is one: all bytes of its class
/// that follow, of a private key all lines of base64. None of it is told from what follows by anything else.
class FindRest {
 public:
  constexpr FindRest() = default;
  [[nodiscard]] static constexpr FindRest of(ByteClass kind) {
    FindRest rest;
    rest.classes_ = static_cast<std::uint8_t>(byte_class_table::bit(kind));
    return rest;
  }
  [[nodiscard]] static constexpr FindRest of_key_lines() {
    FindRest rest;
    rest.has_key_lines_ = true;
    return rest;
  }

  constexpr void add(FindRest other) {
    classes_ |= other.classes_;
    has_key_lines_ = has_key_lines_ || other.has_key_lines_;
  }

  /// Whether nothing goes on.
  [[nodiscard]] constexpr bool is_over() const { return classes_ == 0 && !has_key_lines_; }

  /// Where it ends that goes on at `from`; it is over then, unless the text ends first. O(length of the rest).
  [[nodiscard]] constexpr std::size_t take(std::string_view text, std::size_t from) {
    std::size_t end = from;
    for (; end < text.size(); ++end) {
      classes_ &= byte_class_table::kClasses[static_cast<unsigned char>(text[end])];
      has_key_lines_ = has_key_lines_ && is_in_key_lines(text, end);
      if (is_over()) break;
    }
    return end;
  }

  bool operator==(const FindRest&) const = default;

 private:
  std::uint8_t classes_ = 0;
  bool has_key_lines_ = false;
};

}  // namespace yett
