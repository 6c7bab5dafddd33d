#include "text/destination_id.h"

#include <algorithm>
#include <string>

#include "text/unicode.h"

namespace yett {
namespace {

/// The white space that escape_for_display() shows as it is.
constexpr std::string_view kOpenSpaces[] = {" ", "\u00a0", "\u3000"};

bool has_open_space(std::string_view text) {
  return std::ranges::any_of(kOpenSpaces, [text](std::string_view space) { return text.contains(space); });
}

}  // namespace

bool is_destination_id(std::string_view text) {
  if (text.empty() || text.size() > kLongestDestinationId) return false;
  // Most ids are plain; a backslash is as visible as a letter and only doubled to keep escapes apart.
  if (std::ranges::all_of(text, [](char c) { return c > ' ' && c < '\x7F'; })) return true;
  std::string shown(text);
  std::erase(shown, '\\');
  return !has_open_space(shown) && escape_for_display(shown) == shown;
}

}  // namespace yett
