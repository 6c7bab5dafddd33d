#include "text/destination_id.h"

#include <algorithm>
#include <string>

#include "text/unicode.h"

namespace yett {

bool is_destination_id(std::string_view text) {
  if (text.empty() || text.size() > kLongestDestinationId || text.find(' ') != std::string_view::npos) return false;
  // Most ids are plain; a backslash is as visible as a letter and only doubled to keep escapes apart.
  if (std::ranges::all_of(text, [](char c) { return c > ' ' && c < '\x7F'; })) return true;
  std::string shown(text);
  std::erase(shown, '\\');
  return escape_for_display(shown) == shown;
}

}  // namespace yett
