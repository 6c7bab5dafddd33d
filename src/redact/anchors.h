#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <experimental/simd>
#include <string_view>

namespace yett {

/// The bytes of a text by which what is redacted can be told from far: "@", the first of four digits, "+" in front of a
/// digit, the separator behind "sk" and its like, and the begin of eyJ, AKIA, AIza, -----BEGIN and the like. Most text
/// has few of them, so that the text is read a block at a time and looked at closely only around them.
class AnchorScan {
 public:
  explicit AnchorScan(std::string_view text) : text_(text) {}

  /// Calls `visit` with the position of each anchor, in order. O(n).
  template <typename Visit>
  void each(Visit visit) const;

 private:
  using Bytes = std::experimental::native_simd<std::uint8_t>;
  using Mask = Bytes::mask_type;
  /// How far a look behind or ahead of a byte goes.
  static constexpr std::size_t kBehind = 2;
  static constexpr std::size_t kAhead = 3;

  [[nodiscard]] Bytes load(std::size_t at) const {
    return {reinterpret_cast<const std::uint8_t*>(text_.data()) + at, std::experimental::element_aligned};
  }
  [[nodiscard]] static Mask are(const Bytes& bytes, char c) { return bytes == static_cast<std::uint8_t>(c); }
  [[nodiscard]] static Mask are_digits(const Bytes& bytes) {
    return bytes - static_cast<std::uint8_t>('0') <= std::uint8_t{9};
  }

  /// Whether some byte of the block at `at` may be an anchor; never false where one is.
  [[nodiscard]] bool block_has_anchor(std::size_t at) const;
  [[nodiscard]] bool separators_matter(const Bytes& here, std::size_t at) const;
  [[nodiscard]] bool is_anchor(std::size_t at) const;
  [[nodiscard]] char byte(std::size_t at) const { return at < text_.size() ? text_[at] : '\0'; }
  [[nodiscard]] char before(std::size_t at, std::size_t by) const { return at >= by ? text_[at - by] : '\0'; }

  std::string_view text_;
};

template <typename Visit>
void AnchorScan::each(Visit visit) const {
  std::size_t at = 0;
  const auto look_at_each = [&](std::size_t end) {
    for (; at < end; ++at) {
      if (is_anchor(at)) visit(at);
    }
  };
  look_at_each(std::min(kBehind, text_.size()));
  while (at + Bytes::size() + kAhead <= text_.size()) {
    if (block_has_anchor(at)) {
      look_at_each(at + Bytes::size());
    } else {
      at += Bytes::size();
    }
  }
  look_at_each(text_.size());
}

}  // namespace yett
