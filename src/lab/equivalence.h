#pragma once

#include <span>

#include "cases/case.h"
#include "lab/trial.h"

namespace yett {

/// Whether two defences judge every call of the policy's finite abstraction alike, verdict and rule: each call of
/// `library`, which holds a call of every kind that the policy's lines tell apart, in each state that a run can be in
/// (every set of kinds of text, private data seen or not, suspended or not), under each permission set that a session
/// may have, with and without a tenant, as the server defines the tool and otherwise, before and after the session's
/// end, and after an execution whose outcome is unknown. It shows a stated reason; it replaces none.
[[nodiscard]] bool judge_alike(const Defence& strict, const Defence& weaker, std::span<const Case> library,
                               const Trial::Terms& terms);

}  // namespace yett
