#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "text/ascii.h"
#include "text/unicode.h"
#include "text/url.h"

namespace yett {
namespace {

/// What is left when nothing can be decoded any more: some servers decode more than once. Each round makes an encoded
/// text shorter, so there is an end.
std::string fully_decoded(std::string_view segment) {
  std::string text(segment);
  for (std::string next = percent_decoded(text); next != text; next = percent_decoded(text)) text = std::move(next);
  return text;
}

/// Characters that some servers fold into full stops, slashes, backslashes and semicolons: those of which the
/// compatibility form (Unicode NFKC) holds one, and those that look like one.
bool has_look_alike(std::string_view text) {
  for (const std::string_view look_alike :
       {"\u2024", "\u2025", "\u2026", "\uFE19", "\uFE30", "\uFE52", "\uFF0E", "\uFF61", "\u3002",  // full stops
        "\u2044", "\u2215", "\u29F8", "\uFF0F", "\u2100", "\u2101", "\u2105", "\u2106",            // slashes
        "\u2216", "\u29F5", "\u29F9", "\uFE68", "\uFF3C", "\u20E5",                                // backslashes
        "\u037E", "\u061B", "\u204F", "\uFE14", "\uFE54", "\uFF1B"}) {                             // semicolons
    if (text.find(look_alike) != std::string_view::npos) return true;
  }
  return false;
}

/// Dots, and beside them nothing but spaces, as whatever they are written, and what some servers drop: the characters
/// that no ASCII text has.
bool is_dots_to_some(std::string_view text) {
  const auto is_dropped = [](char c) {
    return c == '.' || c == ' ' || c == '+' || static_cast<unsigned char>(c) >= 0x80;
  };
  const auto dots = std::ranges::count(text, '.');
  return (dots == 1 || dots == 2) && std::ranges::all_of(text, is_dropped);
}

/// True when a server might serve something else than the segment says: dots that climb, and everything that decodes to
/// a dot, a separator, a parameter, a query, a control or to no text at all.
bool is_ambiguous_segment(std::string_view segment) {
  if (is_dots_to_some(segment) || segment.find(';') != std::string_view::npos) return true;
  if (segment.find('%') == std::string_view::npos) return false;
  const std::string decoded = fully_decoded(segment);
  if (std::ranges::count(decoded, '.') > std::ranges::count(segment, '.') || is_dots_to_some(decoded)) return true;
  // "%u002e" of a decoder that once was common.
  if (decoded.find("%u") != std::string::npos || decoded.find("%U") != std::string::npos) return true;
  const auto is_special = [](char c) {
    return std::string_view("/\\;?#").contains(c) || (c >= 0 && c < ' ') || c == '\x7F';
  };
  return std::ranges::any_of(decoded, is_special) || !is_valid_utf8(decoded) || has_look_alike(decoded);
}

bool is_ambiguous(std::string_view path) {
  if (path.find("//") != std::string_view::npos) return true;
  while (!path.empty()) {
    path.remove_prefix(1);
    const std::string_view segment = path.substr(0, path.find('/'));
    if (is_ambiguous_segment(segment)) return true;
    path.remove_prefix(segment.size());
  }
  return false;
}

}  // namespace

PathFit fit_path(std::string_view path, std::string_view prefix) {
  if (!prefix.starts_with('/') || !path.starts_with('/') || is_ambiguous(path)) return PathFit::Outside;
  if (prefix.ends_with('/')) prefix.remove_suffix(1);
  if (!path.starts_with(prefix)) return PathFit::Outside;
  const std::string_view below = path.substr(prefix.size());
  return below.empty() || below.starts_with('/') ? PathFit::Within : PathFit::Outside;
}

}  // namespace yett
