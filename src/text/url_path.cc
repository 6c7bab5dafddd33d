#include <string_view>

#include "text/ascii.h"
#include "text/url.h"

namespace yett {
namespace {

/// True for "%2e", "%2f" and "%5c" at the begin of `text`, in either case, the percent sign itself encoded any
/// number of times: some servers decode more than once.
bool hides_separator(std::string_view text) {
  if (!text.starts_with('%')) return false;
  text.remove_prefix(1);
  while (text.starts_with("25")) text.remove_prefix(2);
  return starts_with_ignoring_case(text, "2e") || starts_with_ignoring_case(text, "2f") ||
         starts_with_ignoring_case(text, "5c");
}

/// True when a server might serve something else than the path says.
bool is_ambiguous(std::string_view path) {
  if (path.find("//") != std::string_view::npos || path.find(';') != std::string_view::npos) return true;
  std::size_t segment_begin = 0;
  for (std::size_t i = 0; i <= path.size(); ++i) {
    if (i < path.size() && path[i] != '/') {
      if (hides_separator(path.substr(i))) return true;
      continue;
    }
    const std::string_view segment = path.substr(segment_begin, i - segment_begin);
    if (segment == "." || segment == "..") return true;
    segment_begin = i + 1;
  }
  return false;
}

}  // namespace

PathFit fit_path(std::string_view path, std::string_view prefix) {
  if (!prefix.starts_with('/') || is_ambiguous(path)) return PathFit::Outside;
  if (prefix.ends_with('/')) prefix.remove_suffix(1);
  if (!path.starts_with(prefix)) return PathFit::Outside;
  const std::string_view below = path.substr(prefix.size());
  return below.empty() || below.starts_with('/') ? PathFit::Within : PathFit::Outside;
}

}  // namespace yett
