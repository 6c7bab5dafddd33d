#pragma once

#include <vector>

#include "model/approver.h"
#include "policy/field.h"
#include "policy/policy.h"

namespace yett {

/// `[approvers]`: the people whose signed answers count (docs/policy.md). Tools and tenants are those of `policy`,
/// which has them by then; one key is one person's.
[[nodiscard]] std::vector<Approver> load_approvers(const Field& section, const Policy& policy);

}  // namespace yett
