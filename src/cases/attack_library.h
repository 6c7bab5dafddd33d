#pragma once

#include <vector>

#include "cases/case.h"
#include "policy/policy.h"

namespace yett {

/// Attacks and tasks that follow from a policy's own tools, lists, sets and terms: mail and webhooks to an attacker,
/// look-alikes of what is listed, requests to private addresses, redirects, other tenants, paths and commands outside
/// of what is listed, unregistered, changed and shadowed tools, private data to the outside, approvals that are
/// replayed, swapped, late or somebody else's, limits, secrets and personal data in results; and a task for each tool
/// that a session may call. Each attack says by which rule it is to be stopped. The names are stable, and differ. The
/// strict engine stops all of them, and lets the tasks run; what it cannot be shown of a policy is left out. O(tools ·
/// (addresses + lists)).
[[nodiscard]] std::vector<Case> builtin_cases(const Policy& policy, TimePoint now);

}  // namespace yett
