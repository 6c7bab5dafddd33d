#include "plot/text_lines.h"

#include <algorithm>

#include "text/display_width.h"
#include "text/unicode.h"

namespace yett {
namespace {

constexpr std::string_view kThin = " !',./:;Iijl|";
constexpr std::string_view kNarrow = "()-[]frt·";
constexpr std::string_view kBroad = "%@MWmw";
constexpr std::string_view kBreaks = " -_/.,:;|\\";
// What a line of Chinese does not begin with.
constexpr std::string_view kClosing = "，。；：、）」』》！？";
constexpr std::string_view kMore = "…";

std::string_view first_character(std::string_view text) {
  return text.substr(0, std::max<std::size_t>(decode_utf8(text).length, 1));
}

bool is_wide(std::string_view character) { return display_width(character) == 2; }

double em_of(std::string_view character) {
  if (is_wide(character)) return 1.0;
  const char c = character.front();
  if (kThin.contains(c)) return 0.34;
  if (kNarrow.contains(character)) return 0.42;
  if (kBroad.contains(c)) return 1.0;
  return c >= 'A' && c <= 'Z' ? 0.78 : 0.64;
}

/// The parts of a text between which a line may end.
std::vector<std::string_view> pieces_of(std::string_view text) {
  std::vector<std::string_view> pieces;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view character = first_character(text.substr(at));
    at += character.size();
    const std::string_view next = first_character(text.substr(at));
    const bool is_number = !next.empty() && next.front() >= '0' && next.front() <= '9';
    const bool is_break =
        kBreaks.contains(character.front()) && !next.starts_with(' ') && (character == " " || !is_number);
    const bool is_chinese = !next.empty() && (is_wide(character) || is_wide(next)) && !kClosing.contains(next);
    if (is_break || is_chinese || next.empty()) {
      pieces.push_back(text.substr(begin, at - begin));
      begin = at;
    }
  }
  return pieces;
}

std::string_view without_end_spaces(std::string_view text) {
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

bool fits(const std::string& line, std::string_view piece, double size, double width) {
  return text_width(without_end_spaces(line + std::string(piece)), size) <= width;
}

/// Appends a piece that is wider than a line, from the line's end on.
void append_broken(std::vector<std::string>& lines, std::string_view piece, double size, double width) {
  while (!piece.empty()) {
    const std::string_view character = first_character(piece);
    if (!lines.back().empty() && !fits(lines.back(), character, size, width)) lines.emplace_back();
    lines.back() += character;
    piece.remove_prefix(character.size());
  }
}

void remove_last_character(std::string& line) {
  while (!line.empty() && (static_cast<unsigned char>(line.back()) & 0xC0U) == 0x80U) line.pop_back();
  if (!line.empty()) line.pop_back();
}

}  // namespace

double text_width(std::string_view text, double size) {
  double ems = 0;
  while (!text.empty()) {
    const std::string_view character = first_character(text);
    ems += em_of(character);
    text.remove_prefix(character.size());
  }
  return ems * size;
}

double fitting_size(std::string_view text, double size, double width) {
  constexpr double kBold = 1.1;  // how much wider bold letters are
  const double needed = text_width(text, size) * kBold;
  return needed > width ? size * width / needed : size;
}

std::vector<std::string> text_lines(std::string_view text, double size, double width, std::size_t most) {
  std::vector<std::string> lines(1);
  for (const std::string_view piece : pieces_of(text)) {
    if (lines.size() > most) break;
    if (fits(lines.back(), piece, size, width)) {
      lines.back() += piece;
    } else if (fits("", piece, size, width)) {
      lines.emplace_back(piece);
    } else {
      if (!lines.back().empty()) lines.emplace_back();
      append_broken(lines, piece, size, width);
    }
  }
  const bool is_cut = lines.size() > most;
  if (is_cut) lines.resize(most);
  for (std::string& line : lines) line = without_end_spaces(line);
  if (is_cut) {
    std::string& last = lines.back();
    while (!last.empty() && !fits(last, kMore, size, width)) remove_last_character(last);
    last += kMore;
  }
  return lines;
}

}  // namespace yett
