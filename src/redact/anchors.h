#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "redact/byte_masks.h"
#include "text/ascii.h"

namespace yett {

/// Where in a text finds may be, told from few bytes, so that most of a text is read 64 bytes at a time and looked at
/// closely only around its anchors:
///   secrets    a separator behind the end of sk, api, token, ghp and the like; the first two hyphens of a PEM line;
///              the A of AKIA and AIza, the J of eyJ, the K of AccessKey, the T of a Slack hook, the 9 of ya29.
///   addresses  @
///   numbers    the first of four digits; two capitals before two digits; + before a digit
class AnchorScan {
 public:
  explicit AnchorScan(std::string_view text) : text_(text) {}

  /// Tells `anchors` of those from `from` up to `to`, its functions `secret`, `address` and `number`, each with a
  /// position. Those of secrets and addresses come in order, and so do those of numbers. Ends early when `secret` or
  /// `address` returns false. O(to - from).
  template <typename Anchors>
  void each(std::size_t from, std::size_t to, Anchors& anchors) const;

 private:
  /// A number is known by its fourth byte; one behind a plus sign by its second.
  static constexpr std::size_t kNumberBytes = 4;

  [[nodiscard]] ByteMasks masks_at(std::size_t at) const;
  [[nodiscard]] ByteMasks masks_before(std::size_t at) const;
  [[nodiscard]] bool is_secret_anchor(std::size_t at) const;
  [[nodiscard]] char byte(std::size_t at) const { return at < text_.size() ? text_[at] : '\0'; }
  [[nodiscard]] char byte_before(std::size_t at, std::size_t by) const { return at >= by ? text_[at - by] : '\0'; }

  template <typename Anchors>
  bool visit_mark(std::size_t at, Anchors& anchors) const {
    const char c = text_[at];
    if (c == '@') return anchors.address(at);
    return !is_secret_anchor(at) || anchors.secret(at);
  }

  std::string_view text_;
};

template <typename Anchors>
void AnchorScan::each(std::size_t from, std::size_t to, Anchors& anchors) const {
  ByteMasks last = masks_before(from);
  // Numbers that begin in front of `to` are known a few bytes later.
  const std::size_t end = std::min(text_.size(), to + kNumberBytes - 1);
  for (std::size_t at = from; at < end; at += ByteMasks::kBytes) {
    const ByteMasks masks = masks_at(at);
    const auto behind = [](std::uint64_t now, std::uint64_t old, int by) { return now << by | old >> (64 - by); };
    // Each of these letters stands behind another one or a slash, and the A in front of a capital.
    const std::uint64_t apart = behind(masks.blanks | masks.digits, last.blanks | last.digits, 1);
    const std::uint64_t in_front_of_capital = masks.capitals >> 1 | std::uint64_t{1} << 63;
    std::uint64_t marks = masks.signs | (masks.letters & ~apart) | (masks.as & in_front_of_capital);
    if (masks.digits != 0) {
      const std::uint64_t one = behind(masks.digits, last.digits, 1);
      const std::uint64_t two = behind(masks.digits, last.digits, 2);
      const std::uint64_t runs =
          one & two & behind(masks.digits, last.digits, 3) & ~behind(masks.digits, last.digits, 4);
      const std::uint64_t accounts =
          one & behind(masks.capitals, last.capitals, 2) & behind(masks.capitals, last.capitals, 3);
      const std::uint64_t behind_plus = behind(masks.pluses, last.pluses, 1);
      for (std::uint64_t left = masks.digits & (runs | accounts | behind_plus); left != 0; left &= left - 1) {
        const std::size_t known = at + static_cast<std::size_t>(std::countr_zero(left));
        const std::size_t length = text_[known - 1] == '+' ? 2 : kNumberBytes;
        const std::size_t begin = known + 1 - length;
        if (begin >= from && begin < to) anchors.number(begin);
      }
      // "ya29.": a nine that ends a number of two digits.
      marks |= masks.nines & one & ~two;
    }
    for (; marks != 0; marks &= marks - 1) {
      const std::size_t mark = at + static_cast<std::size_t>(std::countr_zero(marks));
      if (mark >= to || !visit_mark(mark, anchors)) break;
    }
    if (marks != 0) return;
    last = masks;
  }
}

}  // namespace yett
