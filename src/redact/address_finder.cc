#include "redact/address_finder.h"

#include <algorithm>
#include <string_view>

namespace yett {
namespace {

/// Whether two bytes are a letter of U+00C0 to U+024F in UTF-8, as European names have them, or a sign among those.
bool is_latin_letter(std::string_view bytes) {
  const auto first = static_cast<unsigned char>(bytes[0]);
  const auto second = static_cast<unsigned char>(bytes[1]);
  return first >= 0xC3 && first <= 0xC9 && second >= 0x80 && second <= 0xBF;
}

/// Where the local part begins; `at` when there is none.
std::size_t mailbox_begin(const WatchedText& text, std::size_t at, AddressFloor floor) {
  const std::size_t lowest = std::max(floor.end, at > kLongestAddressPart ? at - kLongestAddressPart : 0);
  std::size_t begin = at;
  while (begin > lowest) {
    if (is_of(text.text()[begin - 1], ByteClass::Mailbox)) {
      --begin;
    } else if (begin > lowest + 1 && is_latin_letter(text.text().substr(begin - 2, 2))) {
      begin -= 2;
    } else {
      break;
    }
  }
  // A local part without any ASCII is as long as the script it is written in.
  if (std::ranges::all_of(text.text().substr(begin, at - begin), is_non_ascii)) {
    while (begin > lowest && is_non_ascii(text.text()[begin - 1])) --begin;
  }
  // Behind an address a word has ended, so that ".b@c.d" in "a@b.c.b@c.d" begins at a boundary.
  if (begin == floor.end && floor.kind == AddressFloor::Kind::Address) return begin;
  // The letter of an escape is none of the local part.
  constexpr std::size_t kLongestEscape = 6;
  if (begin > 0 && text.text()[begin - 1] == '\\') {
    for (std::size_t end = begin + 1; end <= std::min(at, begin + kLongestEscape - 1); ++end) {
      if (text.ends_escape(end)) {
        begin = end;
        break;
      }
    }
  }
  while (begin < at && !is_of(text.text()[begin], ByteClass::Word) && !is_non_ascii(text.text()[begin])) ++begin;
  return begin;
}

/// Whether a host's name is an IPv4 address. No other ends with a number (RFC 1123, section 2.1).
bool is_ipv4(std::string_view domain) {
  constexpr std::size_t kParts = 4;
  const bool is_numeric = std::ranges::all_of(domain, [](char c) { return is_digit(c) || c == '.'; });
  return is_numeric && std::ranges::count(domain, '.') + 1 == kParts && !domain.starts_with('.') &&
         !domain.contains("..");
}

/// Where the domain ends that begins behind the "@": behind its last dot stands a word. `run_end` is where the bytes of
/// domains end. A last part that is a number belongs to something else: in "left-pad@1.3.0" to a version.
std::optional<std::size_t> domain_end(std::string_view text, std::size_t begin, std::size_t run_end) {
  bool is_last = true;
  for (std::size_t dot = run_end; dot > begin + 1; --dot) {
    if (text[dot - 1] != '.' || dot == run_end || !is_of(text[dot], ByteClass::Word)) continue;
    std::size_t end = dot;
    while (end < run_end && is_of(text[end], ByteClass::Word)) ++end;
    const bool is_number = std::ranges::all_of(text.substr(dot, end - dot), is_digit);
    if (!is_number || (is_last && is_ipv4(text.substr(begin, end - begin)))) return end;
    is_last = false;
  }
  return std::nullopt;
}

}  // namespace

std::optional<FoundAddress> find_address(WatchedText& text, std::size_t at, AddressFloor floor, std::size_t ceiling) {
  const std::size_t begin = mailbox_begin(text, at, floor);
  if (begin == at) return std::nullopt;
  const std::string_view local = text.text().substr(begin, at - begin);
  const bool is_redacted = text.before(begin) == '<' && (local == "mailbox" || local == "邮箱");
  if (is_redacted) return std::nullopt;
  const std::size_t domain = at + 1;
  const std::size_t reach = ceiling < text.size() ? ceiling - domain : kLongestAddressPart;
  const std::size_t run_end = text.run_end(domain, ByteClass::Domain, std::min(reach, kLongestAddressPart));
  const auto end = domain_end(text.text(), domain, run_end);
  if (!end) return std::nullopt;
  return FoundAddress{begin, at, *end};
}

}  // namespace yett
