#pragma once

#include <vector>

namespace yett {

/// A label of a column of labels: how high it is, and where its middle would stand if it were alone.
struct LabelWish {
  double middle = 0;
  double height = 0;
};

/// Where the tops of labels stand that share a column from `top` to `bottom`: none overlaps another, each is as near to
/// its wish as the others let it, and the order is that of the wishes from the top down; of two that wish for the same
/// place the later one stands higher, as a narrower set stops more. Labels that are higher together than the column
/// begin at `top` and go on below `bottom`. In the order of the wishes. O(n log n).
[[nodiscard]] std::vector<double> place_labels(const std::vector<LabelWish>& wishes, double top, double bottom);

}  // namespace yett
