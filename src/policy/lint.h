#pragma once

#include <vector>

#include "base/time.h"
#include "policy/lint_warning.h"
#include "policy/policy.h"

namespace yett {

/// Warnings about a policy at `now`, in the order of the file. `yett check` prints them. Linear in the policy, but for
/// its permission sets: each is compared with every tool.
[[nodiscard]] std::vector<LintWarning> lint(const Policy& policy, TimePoint now);

}  // namespace yett
