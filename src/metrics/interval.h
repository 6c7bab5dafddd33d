#pragma once

#include <cstdint>

namespace yett {

/// Between which values a rate lies.
struct Interval {
  double low = 0.0;
  double high = 1.0;

  bool operator==(const Interval&) const = default;
};

/// The 95 % score interval of a rate of `part` in `whole` (Wilson 1927). [0, 1] of nothing: nothing is known then.
[[nodiscard]] Interval wilson(std::uint64_t part, std::uint64_t whole);

}  // namespace yett
