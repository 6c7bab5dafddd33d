#pragma once

#include <cstdint>

namespace yett {

/// Records of one kind that exactly one of two layers stops.
struct Discordance {
  std::uint64_t only_first = 0;
  std::uint64_t only_second = 0;

  bool operator==(const Discordance&) const = default;
};

/// McNemar's exact test: how probable a discordance at least as uneven is where both layers stop such records equally
/// often (two-sided binomial, McNemar 1947). 1 where they differ on none. O(sqrt n) in the discordant records.
[[nodiscard]] double mcnemar_p(const Discordance& discordance);

}  // namespace yett
