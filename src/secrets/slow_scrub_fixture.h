#pragma once

#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace yett {

/// A text of which each character knows where it stands in the one that was written.
struct SlowText {
  std::string text;
  std::vector<std::size_t> begins;
  std::vector<std::size_t> ends;

  static SlowText of(std::string_view text) {
    SlowText slow{std::string(text), {}, {}};
    for (std::size_t i = 0; i < text.size(); ++i) {
      slow.begins.push_back(i);
      slow.ends.push_back(i + 1);
    }
    return slow;
  }

  /// Without one layer, by the rules of secrets/opened_text.h, one character after the other.
  [[nodiscard]] SlowText opened() const {
    SlowText below;
    const std::string_view rest = text;
    for (std::size_t at = 0; at < rest.size();) {
      std::size_t size = 1;
      char means = rest[at];
      if (rest[at] == '%' && at + 2 < rest.size() && is_digit_of_hex(rest[at + 1]) && is_digit_of_hex(rest[at + 2])) {
        means = static_cast<char>(std::stoul(std::string(rest.substr(at + 1, 2)), nullptr, 16));
        size = 3;
      } else if (rest[at] == '\\' && at + 1 < rest.size()) {
        static constexpr std::string_view kPairs = "\"\"\\\\//b\bf\fn\nr\rt\t";
        for (std::size_t i = 0; i < kPairs.size(); i += 2) {
          if (kPairs[i] != rest[at + 1]) continue;
          means = kPairs[i + 1];
          size = 2;
        }
        for (unsigned c = 0; c < 128 && size == 1; ++c) {
          char small[8];
          std::snprintf(small, sizeof small, "\\u%04x", c);
          std::string six(rest.substr(at, 6));
          for (char& digit : six) digit = digit >= 'A' && digit <= 'F' ? static_cast<char>(digit + 32) : digit;
          if (six != small) continue;
          means = static_cast<char>(c);
          size = 6;
        }
      } else if (const std::size_t broken = break_size(rest.substr(at)); broken != 0 && is_run(rest.substr(0, at))) {
        at += broken;
        continue;
      }
      below.text += means;
      below.begins.push_back(begins[at]);
      below.ends.push_back(ends[at + size - 1]);
      at += size;
    }
    return below;
  }

 private:
  static bool is_digit_of_hex(char c) { return std::string_view("0123456789abcdefABCDEF").contains(c); }
  static bool is_of_base64(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           std::string_view("+/-_=").contains(c);
  }
  static std::size_t break_size(std::string_view rest) {
    const std::size_t size = rest.starts_with("\r\n") ? 2 : rest.starts_with("\n") ? 1 : 0;
    return size != 0 && size < rest.size() && is_of_base64(rest[size]) ? size : 0;
  }
  static bool is_run(std::string_view before) {
    return before.size() >= 40 && std::ranges::all_of(before.substr(before.size() - 40), is_of_base64);
  }
};

/// What Scrubber makes of a text, by trying every form everywhere, in the text and below each layer.
inline std::string slowly_scrubbed(const std::vector<std::string>& forms, std::string_view text) {
  std::vector<std::size_t> longest(text.size());  // what begins at a place
  SlowText below = SlowText::of(text);
  for (int layer = 0; layer < 3; ++layer) {
    for (std::size_t at = 0; at < below.text.size(); ++at) {
      for (const std::string& form : forms) {
        if (form.size() < 8 || !std::string_view(below.text).substr(at).starts_with(form)) continue;
        std::size_t& own = longest[below.begins[at]];
        own = std::max(own, below.ends[at + form.size() - 1] - below.begins[at]);
      }
    }
    below = below.opened();
  }
  std::string out;
  std::size_t taken_to = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (longest[at] != 0 && at >= taken_to) out += "<secret redacted>";
    taken_to = std::max(taken_to, at + longest[at]);
    if (at >= taken_to) out += text[at];
  }
  return out;
}

}  // namespace yett
