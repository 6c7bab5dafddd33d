#pragma once

#include <vector>

#include "policy/policy.h"

namespace yett {

/// The permission sets that a session can have under the policy: the one of a session that names none, and those that
/// it may name. Each once.
[[nodiscard]] std::vector<PermissionSet> reachable_sets(const Policy& policy);

}  // namespace yett
