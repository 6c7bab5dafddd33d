#pragma once

#include <cstddef>
#include <cstdint>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace yett {

/// Which of 64 bytes are what anchors are made of; the lowest bit is the first byte.
struct ByteMasks {
  static constexpr std::size_t kBytes = 64;

  std::uint64_t signs = 0;     // @ - _
  std::uint64_t letters = 0;   // J K T
  std::uint64_t as = 0;        // A
  std::uint64_t blanks = 0;    // 0x00 to 0x20
  std::uint64_t digits = 0;    // 0 to 9
  std::uint64_t capitals = 0;  // A to Z
  std::uint64_t nines = 0;     // 9
  std::uint64_t pluses = 0;    // +

  bool operator==(const ByteMasks&) const = default;
};

/// The masks of 64 bytes, a byte at a time. What the other one is measured against, and what stands in for it on
/// processors without SSE2.
[[nodiscard]] inline ByteMasks read_masks_plainly(const char* bytes) {
  ByteMasks masks;
  for (std::size_t i = 0; i < ByteMasks::kBytes; ++i) {
    const char c = bytes[i];
    const std::uint64_t bit = std::uint64_t{1} << i;
    masks.signs |= c == '@' || c == '-' || c == '_' ? bit : 0;
    masks.letters |= c == 'J' || c == 'K' || c == 'T' ? bit : 0;
    masks.as |= c == 'A' ? bit : 0;
    masks.blanks |= static_cast<unsigned char>(c) <= ' ' ? bit : 0;
    masks.digits |= c >= '0' && c <= '9' ? bit : 0;
    masks.capitals |= c >= 'A' && c <= 'Z' ? bit : 0;
    masks.nines |= c == '9' ? bit : 0;
    masks.pluses |= c == '+' ? bit : 0;
  }
  return masks;
}

#ifdef __SSE2__

/// The masks of 64 bytes at any address.
[[nodiscard]] inline ByteMasks read_masks(const char* bytes) {
  constexpr std::size_t kLane = 16;
  ByteMasks masks;
  for (std::size_t lane = 0; lane < ByteMasks::kBytes; lane += kLane) {
    const __m128i here = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + lane));
    const auto are = [here](char c) { return _mm_cmpeq_epi8(here, _mm_set1_epi8(c)); };
    const auto are_from = [here](char first, char count) {
      const __m128i from_first = _mm_sub_epi8(here, _mm_set1_epi8(first));
      return _mm_cmpeq_epi8(_mm_min_epu8(from_first, _mm_set1_epi8(static_cast<char>(count - 1))), from_first);
    };
    const auto bits = [lane](__m128i flags) {
      return static_cast<std::uint64_t>(static_cast<std::uint32_t>(_mm_movemask_epi8(flags))) << lane;
    };
    masks.signs |= bits(_mm_or_si128(are('@'), _mm_or_si128(are('-'), are('_'))));
    masks.letters |= bits(_mm_or_si128(are('J'), _mm_or_si128(are('K'), are('T'))));
    masks.as |= bits(are('A'));
    masks.blanks |= bits(are_from('\0', ' ' + 1));
    masks.digits |= bits(are_from('0', 10));
    masks.capitals |= bits(are_from('A', 26));
    masks.nines |= bits(are('9'));
    masks.pluses |= bits(are('+'));
  }
  return masks;
}

#else

[[nodiscard]] inline ByteMasks read_masks(const char* bytes) { return read_masks_plainly(bytes); }

#endif

}  // namespace yett
