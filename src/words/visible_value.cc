#include "words/visible_value.h"

#include <fmt/format.h>

#include <algorithm>

#include "text/ascii.h"
#include "text/unicode.h"

namespace yett {
namespace {

constexpr std::string_view kNoBreakSpace = "\u00a0";
constexpr std::string_view kIdeographicSpace = "\u3000";

/// The blank at the front of an escaped text: a space of some width, or an escape of what has no look. Empty: none.
std::string_view blank_at_front(std::string_view escaped) {
  for (const std::string_view space : {std::string_view(" "), kNoBreakSpace, kIdeographicSpace}) {
    if (escaped.starts_with(space)) return space;
  }
  if (escaped.size() < 2 || escaped[0] != '\\' || escaped[1] == '\\') return {};
  if (escaped[1] == 'u') return escaped.substr(0, escaped.find('}') + 1);
  return escaped.substr(0, escaped[1] == 'x' ? 4 : 2);
}

/// Spaces of another width have the look of one.
std::string named_blanks(std::string_view blanks) {
  std::string named;
  while (!blanks.empty()) {
    const std::string_view blank = blank_at_front(blanks);
    named += blank == kNoBreakSpace ? "\\u{A0}" : blank == kIdeographicSpace ? "\\u{3000}" : blank;
    blanks.remove_prefix(blank.size());
  }
  return named;
}

/// Blanks that repeat, and how often.
struct Repeat {
  std::string_view unit;
  std::size_t count = 0;
};

/// The longest repetition of up to so many blanks at the front of an escaped text.
Repeat repeat_at_front(std::string_view escaped) {
  constexpr std::size_t kLongestUnit = 4;
  Repeat longest;
  std::size_t unit_bytes = 0;
  for (std::size_t blanks = 1; blanks <= kLongestUnit; ++blanks) {
    const std::string_view next = blank_at_front(escaped.substr(unit_bytes));
    if (next.empty()) break;
    unit_bytes += next.size();
    const std::string_view unit = escaped.substr(0, unit_bytes);
    std::size_t count = 1;
    while (escaped.substr(count * unit_bytes).starts_with(unit)) ++count;
    if (count * unit_bytes > longest.count * longest.unit.size()) longest = {unit, count};
  }
  return longest;
}

/// Blanks that repeat are shortened with their number, so that nothing can be pushed out of sight. Others stay, however
/// many there are: signs without a look can spell a text too, and two texts never read alike.
std::string shorten_blanks(std::string_view escaped) {
  constexpr std::size_t kLongRun = 8;
  std::string out;
  while (!escaped.empty()) {
    const Repeat repeat = repeat_at_front(escaped);
    if (repeat.count > kLongRun) {
      out += repeat.unit == " " ? fmt::format("\\{{{} spaces}}", repeat.count)
                                : fmt::format("\\{{{} times {}}}", repeat.count, named_blanks(repeat.unit));
      escaped.remove_prefix(repeat.count * repeat.unit.size());
      continue;
    }
    const std::string_view blank = blank_at_front(escaped);
    const std::size_t length = !blank.empty() ? blank.size() : escaped.starts_with("\\\\") ? 2 : 1;
    out += escaped.substr(0, length);
    escaped.remove_prefix(length);
  }
  return out;
}

/// A quote inside is escaped, so none ends the text before its end.
std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : visible_text(text)) {
    if (c == '"') out += '\\';
    out += c;
  }
  return out + "\"";
}

void append_value(std::string& out, const Json& value);

void append_list(std::string& out, const Json::Array& items) {
  out += '[';
  for (const Json& item : items) {
    if (&item != &items.front()) out += ", ";
    append_value(out, item);
  }
  out += ']';
}

void append_object(std::string& out, const Json::Object& members) {
  out += '{';
  for (const Json::Member& member : members) {
    if (&member != &members.front()) out += ", ";
    out += quoted(member.key) + ": ";
    append_value(out, member.value);
  }
  out += '}';
}

/// As deep as the parser lets a value be.
void append_value(std::string& out, const Json& value) {
  if (const std::string* text = value.as_string()) {
    out += quoted(*text);
  } else if (const Json::Array* items = value.as_array()) {
    append_list(out, *items);
  } else if (const Json::Object* members = value.as_object()) {
    append_object(out, *members);
  } else {
    out += write_json(value);
  }
}

bool is_plain(char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '-' || c == '.' || c == '/'; }

}  // namespace

std::string visible_text(std::string_view text) { return shorten_blanks(escape_for_display(text)); }

std::string visible_name(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, is_plain) ? std::string(name) : quoted(name);
}

std::string visible_value(const Json& value) {
  std::string out;
  append_value(out, value);
  return out;
}

}  // namespace yett
