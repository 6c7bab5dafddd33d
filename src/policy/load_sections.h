#pragma once

#include <string>

#include "policy/field.h"
#include "policy/policy.h"

namespace yett {

// Each reads the section of that name (docs/policy.md) and refuses what it cannot take. The values of a section
// that was refused in part mean nothing.

/// `[policy]`: the name of the policy.
[[nodiscard]] std::string load_policy_name(const Field& section);

/// `[session]`. Permission sets are the five built-in ones and the roles of `policy`, which has them and its tenants by
/// then.
[[nodiscard]] SessionTerms load_session(const Field& section, const Policy& policy);

/// `[flow]`.
[[nodiscard]] FlowTerms load_flow(const Field& section);

/// `[limits]`. No send at all may be allowed; zero of anything else would stop every run.
[[nodiscard]] RunLimits load_limits(const Field& section);

/// `[state]`.
[[nodiscard]] StateTerms load_state(const Field& section);

/// `[audit]`.
[[nodiscard]] AuditTerms load_audit(const Field& section);

}  // namespace yett
