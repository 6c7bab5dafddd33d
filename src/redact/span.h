#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "redact/kind.h"

namespace yett {

/// What may stay of a find: "1111" of a card, "DE" of an account, "+49" of a telephone number; of most kinds nothing.
class KeptPart {
 public:
  constexpr KeptPart() = default;
  /// The first four bytes of `text`.
  constexpr explicit KeptPart(std::string_view text)
      : size_(static_cast<std::uint8_t>(std::min(text.size(), kLongest))) {
    std::copy_n(text.begin(), size_, bytes_.begin());
  }
  [[nodiscard]] constexpr std::string_view text() const { return {bytes_.data(), size_}; }
  bool operator==(const KeptPart&) const = default;

 private:
  static constexpr std::size_t kLongest = 4;
  std::array<char, kLongest> bytes_{};
  std::uint8_t size_ = 0;
};

/// Whether a span is a find from its begin on, or the rest of one whose begin was given before.
enum class SpanPart : std::uint8_t { Find, Rest };

/// A part of a text, in bytes, that something is written in place of. Where nothing is taken out (`begin` is `end`),
/// something is put in: the end of an address whose domain stays.
struct RedactionSpan {
  std::size_t begin = 0;
  std::size_t end = 0;
  RedactionKind kind = RedactionKind::Secret;
  KeptPart kept{};
  SpanPart part = SpanPart::Find;

  bool operator==(const RedactionSpan&) const = default;
};

}  // namespace yett
