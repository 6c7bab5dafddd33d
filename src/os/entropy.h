#pragma once

#include <cstdint>
#include <span>

#include "base/error.h"

namespace yett {

/// Unpredictable bytes. Implementations are thread-safe.
class Entropy {
 public:
  virtual ~Entropy() = default;
  /// Fills the whole span or fails; a span that was not filled must not be used.
  [[nodiscard]] virtual Result<void> fill(std::span<std::uint8_t> bytes) = 0;
};

}  // namespace yett
