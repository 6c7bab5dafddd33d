#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "redact/byte_class.h"

namespace yett {

/// The part of a text that is known by now. Remembers whether anything asked for what stands behind it: then an answer
/// may be another one when more of the text is known.
class WatchedText {
 public:
  /// What stands in front of `begin` was found to be something else: it is seen as little as what stands in front of a
  /// text.
  explicit WatchedText(std::string_view text, std::size_t begin = 0) : text_(text), begin_(begin) {}

  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] std::size_t size() const { return text_.size(); }

  /// The byte at `position`; '\0' behind the end.
  [[nodiscard]] char at(std::size_t position) {
    if (position < text_.size()) return text_[position];
    touched_ = true;
    return '\0';
  }

  /// The byte in front of `position`; '\0' at the begin.
  [[nodiscard]] char before(std::size_t position) const { return position <= begin_ ? '\0' : text_[position - 1]; }

  /// At most `length` bytes from `begin` on.
  [[nodiscard]] std::string_view some(std::size_t begin, std::size_t length) {
    if (begin > text_.size() || text_.size() - begin < length) touched_ = true;
    return text_.substr(std::min(begin, text_.size()), length);
  }

  /// Where the bytes of a class that begin at `begin` end; `begin + longest` when there are more of them.
  [[nodiscard]] std::size_t run_end(std::size_t begin, ByteClass kind, std::size_t longest) {
    const std::size_t limit = begin + std::min(longest, text_.size() - std::min(begin, text_.size()));
    std::size_t end = begin;
    while (end < limit && is_of(text_[end], kind)) ++end;
    if (end == text_.size() && end - begin < longest) touched_ = true;
    return end;
  }

  /// Whether no word goes on across `position`: there it may end.
  [[nodiscard]] bool ends_word(std::size_t position) { return !is_of(at(position), ByteClass::Word); }

  /// Whether a word may begin at `position`: nothing of a word stands in front of it. The letter of an escape of JSON
  /// or a programming language ("\n", "\u000a") is none, nor are the digits of one of a URL ("%3D").
  [[nodiscard]] bool begins_word(std::size_t position) const {
    return !is_of(before(position), ByteClass::Word) || ends_escape(position) || ends_percent_escape(position);
  }

  /// Whether an escape ends in front of `position`, or one that was escaped itself: JSON in a string of JSON.
  [[nodiscard]] bool ends_escape(std::size_t position) const {
    const auto is_escape = [&](std::size_t length, std::string_view letters) {
      return position >= begin_ + length && text_[position - length] == '\\' &&
             letters.contains(text_[position - length + 1]);
    };
    if (is_escape(2, "nrtbf")) return true;
    constexpr std::size_t kUnicode = 6;
    return is_escape(kUnicode, "u") &&
           std::ranges::all_of(text_.substr(position - 4, 4), [](char c) { return hex_value(c).has_value(); });
  }

  [[nodiscard]] bool ends_percent_escape(std::size_t position) const {
    constexpr std::size_t kLength = 3;
    return position >= begin_ + kLength && text_[position - kLength] == '%' &&
           std::ranges::all_of(text_.substr(position - 2, 2), [](char c) { return hex_value(c).has_value(); });
  }

  [[nodiscard]] bool is_touched() const { return touched_; }
  void forget_touch() { touched_ = false; }

 private:
  std::string_view text_;
  std::size_t begin_;
  bool touched_ = false;
};

}  // namespace yett
