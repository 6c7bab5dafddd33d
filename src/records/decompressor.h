#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "base/error.h"

namespace yett {

/// Turns compressed bytes into plain ones piece by piece. Memory is constant, however much comes out of however little.
class Decompressor {
 public:
  struct Step {
    std::size_t taken = 0;  // compressed bytes
    std::size_t made = 0;   // plain bytes; neither of both: more compressed bytes are needed
  };

  Decompressor() = default;
  Decompressor(const Decompressor&) = delete;
  Decompressor& operator=(const Decompressor&) = delete;
  virtual ~Decompressor() = default;

  /// Takes from `in` and fills `out` as far as both reach. Fails with Input when the bytes are damaged or need more
  /// memory than is allowed, after which this is of no use.
  [[nodiscard]] virtual Result<Step> step(std::span<const char> in, std::span<char> out) = 0;
  /// Whether the input may end here: everything that was begun is complete.
  [[nodiscard]] virtual bool may_end() const = 0;
};

/// Of gzip (RFC 1952): one member after the other.
[[nodiscard]] std::unique_ptr<Decompressor> make_gzip_decompressor();

/// Of zstd (RFC 8878): one frame after the other, with windows of up to 16 MiB: what zstd writes up to level 20 without
/// --long.
[[nodiscard]] std::unique_ptr<Decompressor> make_zstd_decompressor();

}  // namespace yett
