#pragma once

#include <vector>

#include "policy/field.h"
#include "policy/policy.h"

namespace yett {

/// Reads `[permissions]`: the roles of a policy (docs/policy.md, "Permission sets"), each either by `grants`,
/// capability by capability, or by `capabilities` x `sources`; with the tools and servers that it is for. `policy` has
/// its tools and servers by then. Refused: a name that reads like that of another set, a role that says nothing of its
/// rights or says it twice, and tools and servers that the policy does not have.
[[nodiscard]] std::vector<PermissionSet> load_roles(const Field& section, const Policy& policy);

}  // namespace yett
