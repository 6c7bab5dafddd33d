#include "text/spelling.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "text/ascii.h"
#include "text/unicode.h"

namespace yett {
namespace {

constexpr std::size_t kShownCharacters = 64;
/// A longer word is no misspelling of a key, and measuring the distance is quadratic.
constexpr std::size_t kLongestWord = 64;

/// The optimal string alignment distance: each of insert, remove, replace and swap of neighbours costs 1.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  const std::size_t width = b.size() + 1;
  std::vector<std::size_t> cost((a.size() + 1) * width);
  const auto at = [&](std::size_t i, std::size_t j) -> std::size_t& { return cost[i * width + j]; };
  for (std::size_t i = 0; i <= a.size(); ++i) at(i, 0) = i;
  for (std::size_t j = 0; j <= b.size(); ++j) at(0, j) = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = at(i - 1, j - 1) + (a[i - 1] == b[j - 1] ? 0 : 1);
      std::size_t best = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, replaced});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) best = std::min(best, at(i - 2, j - 2) + 1);
      at(i, j) = best;
    }
  }
  return at(a.size(), b.size());
}

}  // namespace

std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  std::size_t shown = 0;
  while (!text.empty()) {
    if (shown++ == kShownCharacters) {
      out += "...";
      break;
    }
    const Utf8Character character = decode_utf8(text);
    if (character.length == 0) {
      out += fmt::format("\\x{:02X}", static_cast<std::uint8_t>(text[0]));
    } else if (text[0] == '"' || text[0] == '\\') {
      out += '\\';
      out += text[0];
    } else if (text[0] >= ' ' && text[0] <= '~') {
      out += text[0];
    } else {
      out += fmt::format("\\u{{{:04X}}}", static_cast<std::uint32_t>(character.code_point));
    }
    text.remove_prefix(std::max<std::size_t>(character.length, 1));
  }
  out += '"';
  return out;
}

std::optional<std::string_view> nearest_word(std::string_view word, std::span<const std::string_view> known) {
  if (word.empty() || word.size() > kLongestWord) return std::nullopt;
  const std::string wanted = to_lower(word);
  std::optional<std::string_view> nearest;
  std::size_t nearest_distance = 0;
  for (const std::string_view candidate : known) {
    const std::size_t allowed = candidate.size() <= 4 ? 1 : 2;
    const std::size_t distance = edit_distance(wanted, to_lower(candidate));
    if (distance > allowed || (nearest && distance >= nearest_distance)) continue;
    nearest = candidate;
    nearest_distance = distance;
  }
  return nearest;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> known) {
  const auto nearest = nearest_word(word, known);
  return nearest ? fmt::format("did you mean \"{}\"?", *nearest) : std::string();
}

}  // namespace yett
