#pragma once

#include <vector>

#include "metrics/attack_pairs.h"
#include "metrics/ruling_counts.h"
#include "text/json.h"

namespace yett {

// What is measured of calls beside the tables, as JSON (docs/measure.md).

/// Which rule decided how many calls.
[[nodiscard]] Json rulings_json(const std::vector<RulingCount>& counts);
/// The clean tasks that do not simply run, and why.
[[nodiscard]] Json held_tasks_json(const std::vector<HeldTask>& tasks);
/// How pairs ended in all, and every single one.
[[nodiscard]] Json pairs_json(const AttackPairs& pairs);

}  // namespace yett
