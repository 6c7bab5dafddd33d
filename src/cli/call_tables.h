#pragma once

#include <string>
#include <vector>

#include "cli/format_option.h"
#include "metrics/attack_pairs.h"
#include "metrics/ruling_counts.h"
#include "text/json.h"
#include "words/language.h"

namespace yett {

/// Which rule decided how many calls.
[[nodiscard]] std::string rulings_table(const std::vector<RulingCount>& counts, Language language, Format format);
[[nodiscard]] Json rulings_json(const std::vector<RulingCount>& counts);

/// The clean tasks that do not simply run, and why.
[[nodiscard]] std::string held_tasks_table(const std::vector<HeldTask>& tasks, Language language, Format format);
[[nodiscard]] Json held_tasks_json(const std::vector<HeldTask>& tasks);

/// What becomes of each attack over the tasks that it is played in, and of all together.
[[nodiscard]] std::string pairs_table(const AttackPairs& pairs, Language language, Format format);
/// With every single pair.
[[nodiscard]] Json pairs_json(const AttackPairs& pairs);

}  // namespace yett
