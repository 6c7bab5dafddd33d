#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "policy/policy.h"

namespace yett {

/// Something in a loaded policy that its author probably did not mean, and how to mend it. Loading never depends on it.
struct LintWarning {
  SourcePosition where;
  std::string message;
  std::string hint;
};

/// Warnings about a policy at `now`, in the order of the file. `yett check` prints them. Linear in the policy, but for
/// its permission sets: each is compared with every tool.
[[nodiscard]] std::vector<LintWarning> lint(const Policy& policy, TimePoint now);

}  // namespace yett
