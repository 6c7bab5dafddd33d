#pragma once

#include "os/entropy.h"

namespace yett {

/// The kernel's generator, getrandom(2), from the moment it is seeded. Thread-safe.
class KernelEntropy final : public Entropy {
 public:
  /// Blocks only during early boot. Fails with kind System.
  [[nodiscard]] Result<void> fill(std::span<std::uint8_t> bytes) override;
};

}  // namespace yett
