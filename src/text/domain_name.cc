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

/// Calls `visit` with each label and stops at the first that it finds something against.
template <typename Visit>
Defect first_defect_of_labels(std::string_view name, Visit visit) {
  std::string_view rest = name;
  while (true) {
    const auto dot = std::ranges::find(rest, '.');
    const DefectKind defect = visit(std::string_view(rest.begin(), dot));
    const auto begin = static_cast<std::size_t>(rest.begin() - name.begin());
    // Of nothing behind the last dot that dot is what is wrong.
    const bool is_behind_all = begin == name.size() && begin > 0;
    if (defect != DefectKind::None) return {defect, is_behind_all ? begin - 1 : begin};
    if (dot == rest.end()) return {};
    rest = {dot + 1, rest.end()};
  }
}

constexpr bool is_label_character(char c) { return (c >= 'a' && c <= 'z') || is_digit(c) || c == '_'; }

constexpr bool is_name_character(char c) { return is_label_character(c) || c == '-' || c == '.'; }

DefectKind defect_of_label(std::string_view label) {
  if (label.empty()) return DefectKind::EmptyLabel;
  if (label.size() > kLongestLabel) return DefectKind::LongLabel;
  return label.front() == '-' || label.back() == '-' ? DefectKind::HyphenAtEnd : DefectKind::None;
}

/// `name` is of name characters.
bool is_name(std::string_view name) {
  return name.size() <= kLongestName && first_defect_of_labels(name, defect_of_label).is_none();
}

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
  const Defect defect = first_defect_of_labels(name, [&](std::string_view label) {
    const std::string_view mapped = canonical.substr(0, canonical.find('.'));
    canonical.remove_prefix(std::min(canonical.size(), mapped.size() + 1));
    const bool stays = std::ranges::none_of(label, is_non_ascii) || is_a_label(mapped);
    return stays ? DefectKind::None : DefectKind::ContestedName;
  });
  return defect.is_none();
}

/// True for characters that stay as they are in UTS 46 and are mapped to others by programs that still follow IDNA
/// 2003, such as Python's "idna" codec: the deviation characters (UTS 46 section 7), and the Cherokee capitals, which
/// lower to small letters since Unicode 8. Their A-labels are read alike by all.
constexpr bool is_contested(char32_t c) {
  const bool is_deviation = c == 0x00DF || c == 0x03C2 || c == 0x200C || c == 0x200D;
  return is_deviation || (c >= 0x13A0 && c <= 0x13F5);
}

NameReading malformed(DefectKind kind, std::size_t at) { return {NameForm::Malformed, {}, {kind, at}}; }

NameReading read_international_name(const std::string& lowered) {
  const std::size_t printable = find_unprintable(lowered);
  if (printable < lowered.size()) return malformed(DefectKind::ControlCharacter, printable);
  auto canonical = to_a_labels(lowered);
  if (!canonical || !std::ranges::all_of(*canonical, is_name_character) || !is_name(*canonical)) {
    return malformed(DefectKind::InvalidIdn, 0);
  }
  const bool is_sound = to_u_labels(*canonical) == lowered && stays_international(lowered, *canonical) &&
                        all_characters(lowered, [](char32_t c) { return !is_contested(c); });
  if (is_sound) return {NameForm::Sound, std::move(*canonical)};
  return {NameForm::Doubtful, std::move(*canonical), {DefectKind::ContestedName}};
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
  if (text.empty()) return malformed(DefectKind::Empty, 0);
  if (text.size() > kLongestUnmappedName) return malformed(DefectKind::TooLong, kLongestName);
  std::string lowered(text);
  char seen = 0;
  for (char& c : lowered) {
    seen = static_cast<char>(seen | c);
    c = kNameByte[static_cast<unsigned char>(c)];
    if (c == kRefused) return malformed(DefectKind::NameByte, static_cast<std::size_t>(&c - lowered.data()));
  }
  if (is_non_ascii(seen)) return read_international_name(lowered);
  if (lowered.size() > kLongestName) return malformed(DefectKind::TooLong, kLongestName);
  Defect doubt;
  const Defect defect = first_defect_of_labels(lowered, [&](std::string_view label) {
    const DefectKind kind = defect_of_label(label);
    if (kind == DefectKind::None && !survives_decoding(label)) {
      doubt.note({DefectKind::ContestedALabel, static_cast<std::size_t>(label.data() - lowered.data())});
    }
    return kind;
  });
  if (!defect.is_none()) return malformed(defect.kind, defect.at);
  return {doubt.is_none() ? NameForm::Sound : NameForm::Doubtful, std::move(lowered), doubt};
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
