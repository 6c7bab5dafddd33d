#include "redact/private_key.h"

#include <algorithm>
#include <string_view>

#include "redact/find_rest.h"

namespace yett {
namespace {

constexpr auto kNpos = std::string_view::npos;

bool is_label_byte(char c) { return is_digit(c) || (c >= 'A' && c <= 'Z') || c == ' '; }

constexpr std::size_t kLongestLabel = 48;
constexpr std::size_t kMostHyphens = 64;

std::size_t hyphens_end(WatchedText& text, std::size_t begin) {
  std::size_t end = begin;
  while (end - begin < kMostHyphens && text.at(end) == '-') ++end;
  return end;
}

/// The end of "BEGIN ... PRIVATE KEY-----" behind the hyphens that begin a line.
std::optional<std::size_t> heading_end(WatchedText& text, std::size_t begin) {
  std::size_t label = begin;
  if (text.at(label) == ' ') ++label;
  constexpr std::string_view kBegin = "BEGIN ";
  if (text.some(label, kBegin.size()) != kBegin) return std::nullopt;
  std::size_t end = label + kBegin.size();
  while (end - label < kLongestLabel && is_label_byte(text.at(end))) ++end;
  std::string_view words = text.text().substr(label, end - label);
  if (words.ends_with(' ')) words.remove_suffix(1);
  if (!words.ends_with(" PRIVATE KEY") && !words.ends_with(" PRIVATE KEY BLOCK")) return std::nullopt;
  const std::size_t closing = hyphens_end(text, end);
  constexpr std::size_t kFewestHyphens = 4;
  return closing - end >= kFewestHyphens ? std::optional(closing) : std::nullopt;
}

/// Lines of base64, each as it may stand in a string: blanks in front of it, and escaped ends.
std::size_t open_body_end(WatchedText& text, std::size_t from, std::size_t longest) {
  const std::size_t limit = from + longest;
  std::size_t end = from;
  if (text.at(end) == ' ' || text.at(end) == '\t') ++end;  // behind the heading, whose line it is
  while (end < limit && end < text.size() && is_in_key_lines(text.text(), end)) ++end;
  if (end < limit) (void)text.at(end);  // it may go on
  return end;
}

}  // namespace

/// The end of the END line behind `from`, in the first `longest` bytes.
std::optional<std::size_t> PrivateKeyFinder::footing_end(WatchedText& text, std::size_t from, std::size_t longest) {
  constexpr std::string_view kEnd = "END ";
  const std::size_t to = std::min(text.size(), from + longest);
  const std::string_view known = text.text().substr(0, to);
  const bool is_known_in_part = from >= no_footing_from_ && from < no_footing_to_;
  std::size_t found = known.find(kEnd, is_known_in_part ? no_footing_to_ - kEnd.size() : from);
  for (; found != kNpos; found = known.find(kEnd, found + 1)) {
    const std::string_view before = known.substr(0, found);
    if (!before.ends_with('-') && !before.ends_with("- ")) continue;
    std::size_t end = found + kEnd.size();
    const std::size_t label = end;
    while (end - label < kLongestLabel && is_label_byte(text.at(end))) ++end;
    const std::size_t closing = hyphens_end(text, end);
    // Without closing hyphens the label's last word goes as a whole.
    return closing != end ? closing : text.run_end(end, ByteClass::Word, kLongestLabel);
  }
  if (to < from + longest) (void)text.at(to);  // it may come yet
  if (!is_known_in_part) no_footing_from_ = from;
  no_footing_to_ = std::max(to, kEnd.size());
  return std::nullopt;
}

std::optional<std::size_t> PrivateKeyFinder::end_of(WatchedText& text, std::size_t begin) {
  const std::size_t hyphens = hyphens_end(text, begin);
  goes_on_ = false;
  constexpr std::size_t kFewestHyphens = 4;
  if (hyphens - begin < kFewestHyphens) return std::nullopt;
  const auto heading = heading_end(text, hyphens);
  if (!heading) return std::nullopt;
  const std::size_t longest = kLongestPrivateKey - (*heading - begin);
  if (const auto footing = footing_end(text, *heading, longest)) return footing;
  const std::size_t end = open_body_end(text, *heading, longest);
  goes_on_ = end - begin == kLongestPrivateKey;
  return end;
}

}  // namespace yett
