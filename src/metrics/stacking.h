#pragma once

#include <cstddef>
#include <vector>

#include "metrics/counting.h"

namespace yett {

/// What one part of a stack is worth.
struct StackedPart {
  Part part;
  double harmful = 0.0;  // what it stops beyond the parts before it, averaged over every order of the stack
  double clean = 0.0;
};

/// A stack of more parts than this is not split up: the subsets double with each.
inline constexpr std::size_t kMaxStackedParts = 12;

/// Splits what a layer of "any" stops among its parts (Shapley 1953): each part's share is the average, over every
/// order in which they could be stacked, of what it stops beyond those before it. The shares add up to what the layer
/// stops. Empty for a layer of "all", and for one of fewer than two parts or more than kMaxStackedParts.
/// O(groups x parts + 2^parts x parts).
[[nodiscard]] std::vector<StackedPart> split_stack(const Experiment& experiment, const Sample& sample,
                                                   const Layer& layer, AskedCalls asked);

}  // namespace yett
