#pragma once

#include <vector>

namespace yett {

/// A label of a column of labels.
struct LabelWish {
  double at = 0;     // how far down what it names is
  double above = 0;  // how much of the label would stand above that if it were alone
  double height = 0;
};

/// Where the tops of labels stand that share a column from `top` to `bottom`: none overlaps another, each is as near to
/// its wish as the others let it, and the order is that of what they name from the top down; of two that name the same
/// place the later one stands higher, as a narrower set stops more. Labels that are higher together than the column
/// begin at `top` and go on below `bottom`. In the order of the wishes. O(n log n).
[[nodiscard]] std::vector<double> place_labels(const std::vector<LabelWish>& wishes, double top, double bottom);

}  // namespace yett
