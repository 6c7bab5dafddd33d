#pragma once

#include <atomic>
#include <cstdint>

#include "os/entropy.h"

namespace yett {

/// Bytes that look random and are the same in every run: the n-th call of fill() gets bytes made of n alone.
/// For the demo and for tests; anybody can predict them. Thread-safe.
class CountingEntropy final : public Entropy {
 public:
  /// Two that start at different numbers, far enough apart, never give the same bytes.
  explicit CountingEntropy(std::uint64_t first = 0) : next_(first) {}

  /// Never fails.
  [[nodiscard]] Result<void> fill(std::span<std::uint8_t> bytes) override;

 private:
  std::atomic<std::uint64_t> next_;
};

}  // namespace yett
