#include "text/unicode.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <iterator>

namespace yett {
namespace {

std::uint8_t byte_at(std::string_view text, std::size_t index) { return static_cast<std::uint8_t>(text[index]); }

bool is_continuation(std::uint8_t byte) { return (byte & 0xc0) == 0x80; }

/// The number of ASCII bytes at the front, eight at a time.
std::size_t ascii_prefix(std::string_view text) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080;
  std::size_t size = 0;
  for (std::uint64_t word = 0; size + sizeof word <= text.size(); size += sizeof word) {
    std::memcpy(&word, text.data() + size, sizeof word);
    if (word & kHighBits) break;
  }
  while (size < text.size() && byte_at(text, size) < 0x80) ++size;
  return size;
}

struct CodePoints {
  char32_t first;
  char32_t last;
};

/// What is never shown as it is, in order. Sources: Unicode 15 general categories Cc, Cf, Zl, Zp, Co and Cn, the
/// property Default_Ignorable_Code_Point (DerivedCoreProperties.txt), Bidi_Control (PropList.txt), and blanks that are
/// no space. U+00A0 and U+3000 stay: French and Chinese text cannot do without them.
constexpr CodePoints kHidden[] = {
    {0x0000, 0x001f},     // C0 controls
    {0x007f, 0x009f},     // DEL and C1 controls
    {0x00ad, 0x00ad},     // soft hyphen
    {0x034f, 0x034f},     // combining grapheme joiner
    {0x0600, 0x0605},     // Arabic number signs: format characters
    {0x061c, 0x061c},     // Arabic letter mark: bidi
    {0x06dd, 0x06dd},     // Arabic end of ayah: format character
    {0x070f, 0x070f},     // Syriac abbreviation mark: format character
    {0x0890, 0x0891},     // Arabic currency marks above: format characters
    {0x08e2, 0x08e2},     // Arabic disputed end of ayah: format character
    {0x115f, 0x1160},     // Hangul fillers
    {0x1680, 0x1680},     // ogham space mark
    {0x17b4, 0x17b5},     // Khmer inherent vowels
    {0x180b, 0x180f},     // Mongolian variation selectors and vowel separator
    {0x2000, 0x200f},     // spaces of odd widths, zero-width characters, bidi marks
    {0x2028, 0x202f},     // line and paragraph separators, bidi embeddings and overrides, narrow space
    {0x205f, 0x206f},     // mathematical space, word joiner, invisible operators, bidi isolates
    {0x2800, 0x2800},     // Braille blank
    {0x3164, 0x3164},     // Hangul filler
    {0xd800, 0xf8ff},     // surrogates and private use
    {0xfdd0, 0xfdef},     // noncharacters
    {0xfe00, 0xfe0f},     // variation selectors
    {0xfeff, 0xfeff},     // zero-width no-break space
    {0xffa0, 0xffa0},     // halfwidth Hangul filler
    {0xfff0, 0xfffc},     // interlinear annotations, object replacement character
    {0xfffe, 0xffff},     // noncharacters
    {0x110bd, 0x110bd},   // Kaithi number signs: format characters
    {0x110cd, 0x110cd},   //
    {0x13430, 0x1345f},   // Egyptian hieroglyph format controls
    {0x1bca0, 0x1bca3},   // shorthand format controls
    {0x1d159, 0x1d159},   // musical null note head
    {0x1d173, 0x1d17a},   // musical format controls
    {0x1fffe, 0x1ffff},   // noncharacters
    {0x2fffe, 0x2ffff},   // noncharacters
    {0x3fffe, 0x10ffff},  // planes without agreed characters: unassigned, tags, variation selectors, private use
};

bool is_hidden(char32_t code_point) {
  const auto after = std::ranges::upper_bound(kHidden, code_point, {}, &CodePoints::first);
  return after != std::begin(kHidden) && code_point <= std::prev(after)->last;
}

/// Bytes that need no second look: printable ASCII but the backslash.
bool is_plain(char c) { return c >= ' ' && c <= '~' && c != '\\'; }

void append_escape(std::string& out, char32_t code_point) {
  switch (code_point) {
    case U'\n':
      out += "\\n";
      return;
    case U'\t':
      out += "\\t";
      return;
    case U'\r':
      out += "\\r";
      return;
    case U'\\':
      out += "\\\\";
      return;
    default:
      fmt::format_to(std::back_inserter(out), "\\u{{{:04X}}}", static_cast<std::uint32_t>(code_point));
  }
}

}  // namespace

Utf8Character decode_utf8(std::string_view text) {
  if (text.empty()) return {};
  const std::uint8_t lead = byte_at(text, 0);
  if (lead < 0x80) return {lead, 1};
  if (lead < 0xc2 || lead > 0xf4) return {};
  const std::size_t length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (text.size() < length) return {};
  // The second byte alone decides about overlong forms, surrogates and values that are too large.
  const std::uint8_t lowest = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
  const std::uint8_t highest = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
  if (byte_at(text, 1) < lowest || byte_at(text, 1) > highest) return {};
  char32_t code_point = lead & (0xffu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if (!is_continuation(byte_at(text, i))) return {};
    code_point = code_point << 6 | (byte_at(text, i) & 0x3fu);
  }
  return {code_point, length};
}

std::size_t valid_utf8_prefix(std::string_view text) {
  std::size_t size = 0;
  while (true) {
    size += ascii_prefix(text.substr(size));
    const auto character = decode_utf8(text.substr(size));
    if (character.length == 0) return size;
    size += character.length;
  }
}

bool is_valid_utf8(std::string_view text) { return valid_utf8_prefix(text) == text.size(); }

std::string escape_for_display(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const auto plain = static_cast<std::size_t>(std::ranges::find_if_not(text, is_plain) - text.begin());
    out += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    const auto character = decode_utf8(text);
    const std::size_t length = std::max<std::size_t>(character.length, 1);
    if (character.length == 0) {
      fmt::format_to(std::back_inserter(out), "\\x{:02X}", byte_at(text, 0));
    } else if (character.code_point == U'\\' || is_hidden(character.code_point)) {
      append_escape(out, character.code_point);
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length);
  }
  return out;
}

bool is_fully_visible(std::string_view text) {
  // A backslash is escaped only to keep escapes apart; in a name ("CORP\\ana") it is as visible as a letter.
  std::string shown(text);
  std::erase(shown, '\\');
  return escape_for_display(shown) == shown;
}

}  // namespace yett
