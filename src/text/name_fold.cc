#include "text/name_fold.h"

#include <optional>

#include "text/ascii.h"
#include "text/unicode.h"

namespace yett {
namespace {

/// Separators, and code points that a name can carry unseen: what ASCII has besides letters and digits, controls,
/// spaces, dashes, joiners, direction marks, variation selectors and tags.
bool is_ignorable(char32_t c) {
  if (c < 0x80) return !is_letter(static_cast<char>(c)) && !is_digit(static_cast<char>(c));
  return c <= 0xA0 || c == 0xAD || c == 0x34F || c == 0x61C || c == 0x180E || (c >= 0x2000 && c <= 0x206F) ||
         c == 0x2212 || c == 0x3000 || (c >= 0xFE00 && c <= 0xFE0F) || c == 0xFEFF || (c >= 0xE0000 && c <= 0xE0FFF);
}

std::optional<char> as_ascii(char32_t c) {
  if (c < 0x80) return to_lower(static_cast<char>(c));
  if (c == 0x17F) return 's';
  if (c == 0x212A) return 'k';
  if (c >= 0xFF01 && c <= 0xFF5E) return to_lower(static_cast<char>(c - 0xFF01 + 0x21));
  return std::nullopt;
}

}  // namespace

std::string fold_name(std::string_view name) {
  std::string folded;
  folded.reserve(name.size());
  for (std::size_t at = 0; at < name.size();) {
    const Utf8Character point = decode_utf8(name.substr(at));
    if (point.length == 0) return std::string(name);
    if (!is_ignorable(point.code_point)) {
      const std::optional<char> ascii = as_ascii(point.code_point);
      if (ascii && !is_ignorable(static_cast<unsigned char>(*ascii))) {
        folded += *ascii;
      } else if (!ascii) {
        folded += name.substr(at, point.length);
      }
    }
    at += point.length;
  }
  return folded;
}

}  // namespace yett
