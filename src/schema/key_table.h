#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace yett {

/// Different texts, each with the position at which it was given. Compares the few and searches the many, and never
/// hashes: hashing without a secret seed would let a caller choose texts that collide. Immutable.
class KeyTable {
 public:
  static constexpr std::uint32_t kAbsent = UINT32_MAX;

  KeyTable() = default;
  /// The texts must differ. O(n log n).
  explicit KeyTable(std::vector<std::string> keys);

  /// The position of `key`, or kAbsent. O(1) when it stands at `guess`, else a comparison with each of a few or O(log
  /// n) comparisons. Allocates nothing.
  [[nodiscard]] std::uint32_t find(std::string_view key, std::uint32_t guess = 0) const {
    if (guess < keys_.size() && keys_[guess] == key) return guess;
    return sorted_.empty() ? compare_each(key) : search(key);
  }
  [[nodiscard]] bool contains(std::string_view key) const { return find(key) != kAbsent; }
  [[nodiscard]] bool empty() const { return keys_.empty(); }
  [[nodiscard]] std::size_t size() const { return keys_.size(); }

 private:
  [[nodiscard]] std::uint32_t compare_each(std::string_view key) const;
  [[nodiscard]] std::uint32_t search(std::string_view key) const;

  std::vector<std::string> keys_;
  std::vector<std::uint32_t> sorted_;  // the positions of the keys in order; empty when they are few
};

}  // namespace yett
