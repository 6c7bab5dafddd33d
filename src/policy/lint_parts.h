#pragma once

#include <string>
#include <vector>

#include "policy/lint.h"

namespace yett {

// The parts of lint(), one concept each; they add their warnings in any order.

/// Tools that cannot run as they are, run wider than they look, or ask where nobody can answer.
void lint_tools(const Policy& policy, TimePoint now, std::vector<LintWarning>& warnings);

/// Lists of destinations: empty, unused, wide and lapsed ones, and entries that are kept in another spelling.
void lint_lists(const Policy& policy, TimePoint now, std::vector<LintWarning>& warnings);

/// The last day on which something was listed: "2027-03-01".
[[nodiscard]] std::string last_day(TimePoint lapses_at);

}  // namespace yett
