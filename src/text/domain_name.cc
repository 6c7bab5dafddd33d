#include "text/domain_name.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "text/ascii.h"
#include "text/idna.h"
#include "text/plain_text.h"

namespace yett {
namespace {

/// Calls `visit` with each label and stops at the first that it refuses.
template <typename Visit>
bool all_labels(std::string_view name, Visit visit) {
  while (true) {
    const auto dot = std::ranges::find(name, '.');
    if (!visit(std::string_view(name.begin(), dot))) return false;
    if (dot == name.end()) return true;
    name = {dot + 1, name.end()};
  }
}

constexpr bool is_label_character(char c) { return (c >= 'a' && c <= 'z') || is_digit(c) || c == '_'; }

constexpr bool is_name_character(char c) { return is_label_character(c) || c == '-' || c == '.'; }

bool is_label(std::string_view label) {
  return !label.empty() && label.size() <= kLongestLabel && label.front() != '-' && label.back() != '-';
}

/// `name` is of name characters.
bool is_name(std::string_view name) { return name.size() <= kLongestName && all_labels(name, is_label); }

bool is_a_label(std::string_view label) { return label.starts_with("xn--"); }

/// An A-label that stands for nothing, or for something with another A-label, is read differently by programs
/// that decode it.
bool survives_decoding(std::string_view label) {
  if (!is_a_label(label)) return true;
  const auto decoded = to_u_labels(label);
  return decoded && to_a_labels(*decoded) == label;
}

/// A label that is not ASCII must not turn into one that is: its A-label would be a name that others own.
bool stays_international(std::string_view name, std::string_view canonical) {
  return all_labels(name, [&](std::string_view label) {
    const std::string_view mapped = canonical.substr(0, canonical.find('.'));
    canonical.remove_prefix(std::min(canonical.size(), mapped.size() + 1));
    return std::ranges::none_of(label, is_non_ascii) || is_a_label(mapped);
  });
}

/// True for characters that stay as they are in UTS 46 and are mapped to others by programs that still follow IDNA
/// 2003, such as Python's "idna" codec: the deviation characters (UTS 46 section 7), and the Cherokee capitals, which
/// lower to small letters since Unicode 8. Their A-labels are read alike by all.
constexpr bool is_contested(char32_t c) {
  const bool is_deviation = c == 0x00DF || c == 0x03C2 || c == 0x200C || c == 0x200D;
  return is_deviation || (c >= 0x13A0 && c <= 0x13F5);
}

NameReading read_international_name(const std::string& lowered) {
  if (!is_printable_utf8(lowered)) return {};
  auto canonical = to_a_labels(lowered);
  if (!canonical || !std::ranges::all_of(*canonical, is_name_character) || !is_name(*canonical)) return {};
  const bool is_sound = to_u_labels(*canonical) == lowered && stays_international(lowered, *canonical) &&
                        all_characters(lowered, [](char32_t c) { return !is_contested(c); });
  return {is_sound ? NameForm::Sound : NameForm::Doubtful, std::move(*canonical)};
}

constexpr char kRefused = '\0';

/// What each byte of a name is read as: letters lowered, bytes of UTF-8 kept, everything else refused.
constexpr auto kNameByte = [] {
  std::array<char, 256> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const char c = to_lower(static_cast<char>(i));
    bytes[i] = is_name_character(c) || is_non_ascii(c) ? c : kRefused;
  }
  return bytes;
}();

/// Mapping costs more than linear time, and no name of 253 octets needs more than this before it.
constexpr std::size_t kLongestUnmappedName = 1024;

}  // namespace

NameReading read_domain_name(std::string_view text) {
  if (text.empty() || text.size() > kLongestUnmappedName) return {};
  std::string lowered(text);
  char seen = 0;
  for (char& c : lowered) {
    seen = static_cast<char>(seen | c);
    c = kNameByte[static_cast<unsigned char>(c)];
    if (c == kRefused) return {};
  }
  if (is_non_ascii(seen)) return read_international_name(lowered);
  bool is_sound = true;
  const bool is_well_formed = lowered.size() <= kLongestName && all_labels(lowered, [&](std::string_view label) {
                                if (!is_label(label)) return false;
                                is_sound = is_sound && survives_decoding(label);
                                return true;
                              });
  if (!is_well_formed) return {};
  return {is_sound ? NameForm::Sound : NameForm::Doubtful, std::move(lowered)};
}

bool ends_in_number(std::string_view name) {
  // Most names end in a letter that no number has.
  if (name.empty() || (!hex_value(name.back()) && name.back() != 'x')) return false;
  std::string_view last = name.substr(name.rfind('.') + 1);
  if (last.starts_with("0x")) {
    last.remove_prefix(2);
    return std::ranges::all_of(last, [](char c) { return hex_value(c).has_value(); });
  }
  return !last.empty() && std::ranges::all_of(last, is_digit);
}

}  // namespace yett
