#pragma once

#include <vector>

#include "policy/lint.h"

namespace yett {

// The parts of lint(), one concept each; they add their warnings in any order.

/// Roles that nobody can have, that grant nothing, or that name tools which they do not let run.
void lint_roles(const Policy& policy, std::vector<LintWarning>& warnings);

/// Tools that cannot run as they are, run wider than they look, or ask where nobody can answer.
void lint_tools(const Policy& policy, TimePoint now, std::vector<LintWarning>& warnings);

/// Secrets that nobody is given, and those that others can read and nobody can renew.
void lint_secrets(const Policy& policy, std::vector<LintWarning>& warnings);

/// Programs that nothing or little holds in, and those that are shown what belongs to everybody.
void lint_sandboxes(const Policy& policy, std::vector<LintWarning>& warnings);

/// Lists of destinations: empty, unused, wide and lapsed ones, entries that are kept in another spelling, and paths
/// that another entry voids.
void lint_lists(const Policy& policy, TimePoint now, std::vector<LintWarning>& warnings);

}  // namespace yett
