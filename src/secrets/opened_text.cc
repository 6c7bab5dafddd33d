#include "secrets/opened_text.h"

#include <algorithm>
#include <optional>

#include "text/ascii.h"

namespace yett {
namespace {

constexpr std::size_t kBrokenLine = 40;

bool is_base64(char c) {
  return is_letter(c) || is_digit(c) || c == '+' || c == '/' || c == '-' || c == '_' || c == '=';
}

/// The number that two digits write; nullopt when these are none.
std::optional<unsigned> byte_at(std::string_view digits) {
  if (digits.size() < 2) return std::nullopt;
  const std::optional<std::uint8_t> high = hex_value(digits[0]);
  const std::optional<std::uint8_t> low = hex_value(digits[1]);
  if (!high || !low) return std::nullopt;
  return unsigned{*high} << 4 | *low;
}

/// Something of a layer: how long it is, and the one character that it writes, or none for a line break.
struct Escape {
  std::size_t at = 0;
  std::size_t size = 0;
  std::optional<char> character;
};

std::optional<Escape> percent_at(std::string_view text, std::size_t at) {
  const std::optional<unsigned> byte = byte_at(text.substr(at + 1));
  if (!byte) return std::nullopt;
  return Escape{at, 3, static_cast<char>(*byte)};
}

std::optional<Escape> backslash_at(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at + 1);
  if (rest.empty()) return std::nullopt;
  constexpr std::string_view kShort = "\"\\/bfnrt";
  constexpr std::string_view kMeant = "\"\\/\b\f\n\r\t";
  if (const std::size_t i = kShort.find(rest.front()); i != std::string_view::npos) return Escape{at, 2, kMeant[i]};
  if (!rest.starts_with("u00")) return std::nullopt;
  const std::optional<unsigned> byte = byte_at(rest.substr(3));
  if (!byte || *byte >= 0x80) return std::nullopt;
  return Escape{at, kLongestEscape, static_cast<char>(*byte)};
}

/// A line break that stands between a long run of base64 and more of it.
std::optional<Escape> break_at(std::string_view text, std::size_t at) {
  const std::size_t end = at != 0 && text[at - 1] == '\r' ? at - 1 : at;
  if (end < kBrokenLine || at + 1 == text.size() || !is_base64(text[at + 1])) return std::nullopt;
  // From its end on: most lines end with a short word.
  const std::string_view line = text.substr(end - kBrokenLine, kBrokenLine);
  if (!std::all_of(line.rbegin(), line.rend(), is_base64)) return std::nullopt;
  return Escape{end, at + 1 - end, std::nullopt};
}

/// The next place of one character in a text.
class NextByte {
 public:
  NextByte(std::string_view text, char byte) : text_(text), byte_(byte) {}
  std::size_t from(std::size_t begin) {
    if (at_ >= begin && is_known_) return at_;
    is_known_ = true;
    at_ = std::min(text_.find(byte_, begin), text_.size());
    return at_;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  char byte_;
  bool is_known_ = false;
};

/// Goes through a text from one escape to the next.
class Escapes {
 public:
  explicit Escapes(std::string_view text) : text_(text) {}

  std::optional<Escape> next() {
    for (;;) {
      const std::size_t at = std::min({percent_.from(from_), backslash_.from(from_), break_.from(from_)});
      if (at >= text_.size()) return std::nullopt;
      const std::optional<Escape> escape = text_[at] == '%'    ? percent_at(text_, at)
                                           : text_[at] == '\\' ? backslash_at(text_, at)
                                                               : break_at(text_, at);
      from_ = escape ? escape->at + escape->size : at + 1;
      if (escape) return escape;
    }
  }

 private:
  std::string_view text_;
  std::size_t from_ = 0;
  NextByte percent_{text_, '%'};
  NextByte backslash_{text_, '\\'};
  NextByte break_{text_, '\n'};
};

}  // namespace

void add_span(std::vector<TextSpan>& spans, TextSpan span) {
  if (!spans.empty() && span.begin < spans.back().end) {
    spans.back().end = std::max(spans.back().end, span.end);
  } else {
    spans.push_back(span);
  }
}

std::vector<TextSpan> layered_parts(std::string_view text, std::size_t margin) {
  margin = std::max(margin, kLayerContext);
  std::vector<TextSpan> parts;
  Escapes escapes(text);
  while (const std::optional<Escape> escape = escapes.next()) {
    const std::size_t end = escape->at + escape->size;
    add_span(parts, {escape->at - std::min(margin, escape->at), std::min(end + margin, text.size())});
  }
  return parts;
}

std::string without_layer(std::string_view text) {
  std::string opened;
  opened.reserve(text.size());
  std::size_t from = 0;
  Escapes escapes(text);
  while (const std::optional<Escape> escape = escapes.next()) {
    opened += text.substr(from, escape->at - from);
    if (escape->character) opened += *escape->character;
    from = escape->at + escape->size;
  }
  opened += text.substr(from);
  return opened;
}

std::vector<TextSpan> with_layer(std::string_view text, std::span<const TextSpan> spans) {
  std::vector<TextSpan> found(spans.begin(), spans.end());
  std::size_t next_begin = 0;
  std::size_t next_end = 0;
  std::size_t opened = 0;  // how much of the opened text lies in front
  std::size_t from = 0;    // where that stops in the text
  // Characters up to `until` stand in the text as they are.
  const auto pass_plain = [&](std::size_t until) {
    const std::size_t last = opened + (until - from);
    for (; next_begin < spans.size() && spans[next_begin].begin < last; ++next_begin) {
      found[next_begin].begin = from + (spans[next_begin].begin - opened);
    }
    for (; next_end < spans.size() && spans[next_end].end <= last; ++next_end) {
      found[next_end].end = from + (spans[next_end].end - opened);
    }
    opened = last;
    from = until;
  };
  Escapes escapes(text);
  while (const std::optional<Escape> escape = escapes.next()) {
    pass_plain(escape->at);
    from = escape->at + escape->size;
    if (!escape->character) continue;
    for (; next_begin < spans.size() && spans[next_begin].begin == opened; ++next_begin) {
      found[next_begin].begin = escape->at;
    }
    ++opened;
    for (; next_end < spans.size() && spans[next_end].end == opened; ++next_end) found[next_end].end = from;
  }
  pass_plain(text.size());
  return found;
}

std::size_t border_before(std::string_view text, std::size_t at, unsigned layers) {
  if (layers == 0) return at;
  std::size_t border = at;
  std::size_t opened = 0;
  std::size_t from = 0;
  Escapes escapes(text);
  for (auto escape = escapes.next(); escape && escape->at < at; escape = escapes.next()) {
    opened += escape->at - from;
    from = escape->at + escape->size;
    if (from > at) border = escape->at;
    if (from <= at && escape->character) ++opened;
  }
  if (border == at) opened += at - from;
  const std::string below = without_layer(text);
  const std::size_t lower = border_before(below, opened, layers - 1);
  if (lower == opened) return border;
  const TextSpan span{lower, lower + 1};
  return with_layer(text, {&span, 1}).front().begin;
}

}  // namespace yett
