#pragma once

#include <vector>

#include "policy/policy.h"
#include "policy/toml_reader.h"

namespace yett {

/// Reads `[permissions]`: the roles of a policy (contract section 4), each either by `grants`, capability by
/// capability, or by `capabilities` x `sources`; with the tools and servers that it is for. `policy` has its tools and
/// servers by then. Refused: a name of the five sets, a role that says nothing of grants or says it twice, and tools
/// and servers that the policy does not have.
[[nodiscard]] std::vector<PermissionSet> load_roles(const Field& section, const Policy& policy);

}  // namespace yett
