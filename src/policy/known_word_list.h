#pragma once

#include <cstddef>
#include <string_view>

namespace yett {

/// The words of a text that has spaces between them. A range of views into the text.
class WordList {
 public:
  class Iterator {
   public:
    constexpr Iterator() = default;
    constexpr explicit Iterator(std::string_view rest) : rest_(rest) { skip_spaces(); }
    constexpr std::string_view operator*() const { return rest_.substr(0, rest_.find(' ')); }
    constexpr Iterator& operator++() {
      rest_.remove_prefix((**this).size());
      skip_spaces();
      return *this;
    }
    constexpr bool operator==(const Iterator& other) const { return rest_.size() == other.rest_.size(); }

   private:
    constexpr void skip_spaces() {
      while (rest_.starts_with(' ')) rest_.remove_prefix(1);
    }
    std::string_view rest_;
  };

  constexpr explicit WordList(std::string_view text) : text_(text) {}
  [[nodiscard]] constexpr Iterator begin() const { return Iterator(text_); }
  [[nodiscard]] constexpr Iterator end() const { return Iterator(); }
  [[nodiscard]] constexpr bool contains(std::string_view word) const {
    for (const std::string_view one : *this) {
      if (one == word) return true;
    }
    return false;
  }

 private:
  std::string_view text_;
};

}  // namespace yett
