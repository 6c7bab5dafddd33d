#pragma once

#include <string>
#include <vector>

#include "cli/format_option.h"
#include "metrics/attack_pairs.h"
#include "metrics/ruling_counts.h"
#include "words/language.h"

namespace yett {

/// Which rule decided how many calls.
[[nodiscard]] std::string rulings_table(const std::vector<RulingCount>& counts, Language language, Format format);

/// The clean tasks that do not simply run, and why.
[[nodiscard]] std::string held_tasks_table(const std::vector<HeldTask>& tasks, Language language, Format format);

/// What becomes of each attack over the tasks that it is played in, and of all together.
[[nodiscard]] std::string pairs_table(const AttackPairs& pairs, Language language, Format format);

}  // namespace yett
