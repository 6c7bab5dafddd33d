#include "text/destination_id.h"

#include <algorithm>
#include <string>

#include "text/plain_text.h"
#include "text/unicode.h"

namespace yett {
namespace {

/// The spaces of other scripts and widths (Unicode property White_Space, general category Zs).
constexpr bool is_space(char32_t c) {
  return c == 0x20 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x205F ||
         c == 0x3000;
}

}  // namespace

bool is_destination_id(std::string_view text) {
  if (text.empty() || text.size() > kLongestDestinationId) return false;
  // Most ids are plain; a backslash is as visible as a letter and only doubled to keep escapes apart.
  if (std::ranges::all_of(text, [](char c) { return c > ' ' && c < '\x7F'; })) return true;
  if (!all_characters(text, [](char32_t c) { return !is_space(c); })) return false;
  std::string shown(text);
  std::erase(shown, '\\');
  return escape_for_display(shown) == shown;
}

}  // namespace yett
