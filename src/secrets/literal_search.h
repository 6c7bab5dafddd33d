#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace yett {

/// Finds any of several literal texts in a text, in one pass that skips most of it (Wu and Manber, "A Fast Algorithm
/// for Multi-Pattern Searching", 1994): a block of three bytes says how far the next place is where a literal could
/// stand. Immutable after construction; safe to share between threads.
class LiteralSearch {
 public:
  /// Shorter literals are not taken: they would stand everywhere.
  static constexpr std::size_t kShortest = 8;

  struct Match {
    std::size_t at = 0;
    std::size_t size = 0;
    bool operator==(const Match&) const = default;
  };

  LiteralSearch() : LiteralSearch(std::vector<std::string_view>()) {}
  /// The texts must outlive this. Those shorter than kShortest are left out.
  explicit LiteralSearch(std::vector<std::string_view> literals);

  /// The first match that begins at `from` or behind it and in front of `to`; of several that begin there, the longest.
  /// O(n) in ordinary text; O(n * literals) where many places look like their beginnings. What stands `longest()` bytes
  /// behind `to` is not looked at.
  [[nodiscard]] std::optional<Match> find(std::string_view text, std::size_t from = 0,
                                          std::size_t to = std::string_view::npos) const;

  /// The size of the longest literal; 0: there are none.
  [[nodiscard]] std::size_t longest() const { return longest_; }

 private:
  static constexpr std::size_t kBlock = 3;
  static constexpr std::size_t kWindow = 64;  // the skip must fit a byte, and longer ones gain nothing
  static constexpr std::size_t kHashes = std::size_t{1} << 15;

  [[nodiscard]] static std::size_t hash(const char* block);
  /// The longest literal that stands at the beginning of `rest`.
  [[nodiscard]] std::size_t size_of_match(std::string_view rest, std::size_t block_hash) const;

  std::vector<std::string_view> literals_;  // sorted by the hash of their windows' last block, then longest first
  std::vector<std::uint32_t> firsts_;       // by such a hash: where its literals begin; those of the next end them
  std::vector<std::uint8_t> skips_;         // by the hash of a block
  std::size_t window_ = 0;
  std::size_t longest_ = 0;
};

}  // namespace yett
