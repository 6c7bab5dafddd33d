#include "os/fake/counting_entropy.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/digest.h"

namespace yett {

Result<void> CountingEntropy::fill(std::span<std::uint8_t> bytes) {
  const std::uint64_t call = next_.fetch_add(1);
  for (std::uint64_t block = 0; !bytes.empty(); ++block) {
    // A digest, so that also the first few bytes of two calls differ: ids are told apart by their beginnings.
    const Digest digest = sha256(fmt::format("{}:{}", call, block));
    const auto count = std::min(bytes.size(), digest.bytes.size());
    std::copy_n(digest.bytes.begin(), count, bytes.begin());
    bytes = bytes.subspan(count);
  }
  return {};
}

}  // namespace yett
