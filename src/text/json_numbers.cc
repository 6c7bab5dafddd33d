#include "text/json_numbers.h"

#include <algorithm>
#include <utility>

#include "text/ascii.h"
#include "text/json.h"

namespace yett {
namespace {

/// The end of the string that begins at `quote`.
std::size_t end_of_string(std::string_view json, std::size_t quote) {
  std::size_t at = json.find_first_of("\"\\", quote + 1);
  while (at < json.size() && json[at] == '\\')
    at = at + 2 < json.size() ? json.find_first_of("\"\\", at + 2) : json.size();
  return std::min(at, json.size() - 1) + 1;
}

}  // namespace

void replace_numbers(std::string& json, const std::function<std::optional<std::string>(std::string_view)>& replace) {
  constexpr std::string_view kOfNumbers = "0123456789+-.eE";
  constexpr std::string_view kBegins = "\"-0123456789";
  const std::string_view text = json;
  std::string changed;
  std::size_t copied_to = 0;
  for (std::size_t at = text.find_first_of(kBegins); at < text.size(); at = text.find_first_of(kBegins, at)) {
    if (text[at] == '"') {
      at = end_of_string(text, at);
      continue;
    }
    const std::size_t end = std::min(text.find_first_not_of(kOfNumbers, at), text.size());
    if (const std::optional<std::string> other = replace(text.substr(at, end - at))) {
      changed += text.substr(copied_to, at - copied_to);
      append_json_string(changed, *other);
      copied_to = end;
    }
    at = end;
  }
  if (copied_to == 0) return;
  changed += text.substr(copied_to);
  json = std::move(changed);
}

}  // namespace yett
