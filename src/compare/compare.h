#pragma once

#include <vector>

#include "compare/comparison.h"
#include "compare/difference.h"

namespace yett {

/// Every difference of two policies that decides something, most dangerous first: what may grant, then what takes away.
/// Names of policies, notes (`why`), comments, the order of keys and the layout decide nothing. What a change does to
/// other parts is not followed: each difference speaks of one key, as if all else stayed. Where the policies alone do
/// not tell, a difference is Direction::Changes.
/// O(n^2) in the names of a table, O(n log n) in entries.
[[nodiscard]] std::vector<Difference> compare_policies(ComparedPolicy before, ComparedPolicy after);

}  // namespace yett
