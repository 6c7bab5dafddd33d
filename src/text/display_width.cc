#include "text/display_width.h"

#include <algorithm>

#include "text/unicode.h"

namespace yett {
namespace {

/// The blocks of UAX 11 whose characters are wide, in so far as the catalogues and ordinary names use them.
bool is_wide(char32_t c) {
  return (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0x303E) || (c >= 0x3041 && c <= 0xA4CF) ||
         (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE6F) ||
         (c >= 0xFF00 && c <= 0xFF60) || (c >= 0xFFE0 && c <= 0xFFE6) || (c >= 0x1F300 && c <= 0x1FAFF) ||
         (c >= 0x20000 && c <= 0x3FFFD);
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Utf8Character point = decode_utf8(text.substr(at));
    width += is_wide(point.code_point) ? 2U : 1U;
    at += std::max<std::size_t>(point.length, 1);
  }
  return width;
}

}  // namespace yett
