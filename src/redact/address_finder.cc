#include "redact/address_finder.h"

#include <algorithm>
#include <string_view>

#include "text/unicode.h"

namespace yett {
namespace {

/// How many bytes the letter in front of `end` has that belongs to a script beyond ASCII whose words stand apart:
/// U+00C0 to U+1FFF, from Latin and Cyrillic letters to those of India and Vietnam. 0: none. In Chinese and Japanese
/// the words of a sentence stand right in front of an address.
std::size_t letter_size(std::string_view text, std::size_t lowest, std::size_t end) {
  const auto is_rest = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; };
  if (end < lowest + 2 || !is_rest(text[end - 1])) return 0;
  const auto second = static_cast<unsigned char>(text[end - 2]);
  if (second >= 0xC3 && second <= 0xDF) return 2;
  if (end < lowest + 3 || !is_rest(text[end - 2])) return 0;
  const auto third = static_cast<unsigned char>(text[end - 3]);
  return third == 0xE0 || third == 0xE1 ? 3 : 0;
}

/// Where the local part begins; `at` when there is none.
std::size_t mailbox_begin(const WatchedText& text, std::size_t at, AddressFloor floor) {
  const std::size_t lowest = std::max(floor.end, at > kLongestAddressPart ? at - kLongestAddressPart : 0);
  std::size_t begin = at;
  // One that ends with a letter beyond ASCII may be written in any script.
  const bool is_of_any_script = at > lowest && is_non_ascii(text.text()[at - 1]);
  while (begin > lowest) {
    const char before = text.text()[begin - 1];
    if (is_of(before, ByteClass::Mailbox) || (is_of_any_script && is_non_ascii(before))) {
      --begin;
    } else if (const std::size_t size = letter_size(text.text(), lowest, begin); size != 0) {
      begin -= size;
    } else {
      break;
    }
  }
  // Behind an address that ends with a word, ".b@c.d" in "a@b.c.b@c.d" begins at a boundary.
  const bool is_behind_address = begin == floor.end && floor.kind == AddressFloor::Kind::Address;
  if (is_behind_address && is_of(text.before(begin), ByteClass::Word)) return begin;
  // The letter of an escape is none of the local part; behind an escaped backslash it may be, and goes.
  constexpr std::size_t kLongestEscape = 6;
  const auto is_backslash = [&](std::size_t by) { return begin >= by && text.text()[begin - by] == '\\'; };
  if (is_backslash(1) && !is_backslash(2)) {
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

/// Whether a domain is no host's but a package's version: two or three numbers, or some behind a "v". Four may be an
/// IPv4 address; no other host ends with a number (RFC 1123, section 2.1).
bool is_version(std::string_view domain) {
  const bool has_v = domain.starts_with('v');
  if (has_v) domain.remove_prefix(1);
  const bool is_numeric = std::ranges::all_of(domain, [](char c) { return is_digit(c) || c == '.'; });
  constexpr auto kMostDots = 2;
  return is_numeric && !domain.starts_with('.') && !domain.contains("..") &&
         (has_v || std::ranges::count(domain, '.') <= kMostDots);
}

/// The size of the letter beyond ASCII at the begin of `text`; 0 when none stands there, or a sign that ends a word.
std::size_t leading_letter_size(std::string_view text) {
  if (text.empty() || !is_non_ascii(text[0])) return 0;
  struct Signs {
    char32_t first;
    char32_t last;
  };
  static constexpr Signs kSigns[] = {{0x80, 0xBF}, {0x2000, 0x207F}, {0x3000, 0x303F}, {0xFF00, 0xFF7F}};
  const Utf8Character letter = decode_utf8(text);
  const auto holds = [&letter](const Signs& signs) {
    return letter.code_point >= signs.first && letter.code_point <= signs.last;
  };
  return letter.length == 0 || std::ranges::any_of(kSigns, holds) ? 0 : letter.length;
}

/// Where the domain ends that begins behind the "@": behind its last dot stands a word, in ASCII if there is such a
/// one. `run_end` is where the bytes of domains end.
std::optional<std::size_t> domain_end(std::string_view text, std::size_t begin, std::size_t run_end) {
  std::optional<std::size_t> beyond_ascii;
  for (std::size_t dot = run_end; dot > begin + 1; --dot) {
    if (text[dot - 1] != '.' || dot == run_end) continue;
    std::size_t end = dot;
    while (end < run_end && is_of(text[end], ByteClass::Word)) ++end;
    if (end != dot) return end;
    if (beyond_ascii) continue;
    const auto size_at = [&](std::size_t at) {
      if (at < run_end && is_of(text[at], ByteClass::Word)) return std::size_t{1};
      return leading_letter_size(text.substr(at, run_end - at));
    };
    while (const std::size_t size = size_at(end)) end += size;
    if (end != dot) beyond_ascii = end;
  }
  return beyond_ascii;
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
  auto end = domain_end(text.text(), domain, run_end);
  // Where a word goes on behind what is looked at, none may begin behind the bracket that ends the address: it could be
  // a find the next time. So the domain ends with a word in front, or is left out.
  const bool is_cut = run_end - domain == kLongestAddressPart && end == run_end && !text.ends_word(run_end);
  if (is_cut) {
    const std::string_view known = text.text().substr(domain, run_end - domain);
    end = domain_end(text.text(), domain, domain + known.find_last_of('.')).value_or(domain);
    return FoundAddress{begin, at, *end};
  }
  if (!end || is_version(text.text().substr(domain, *end - domain))) return std::nullopt;
  return FoundAddress{begin, at, *end};
}

}  // namespace yett
