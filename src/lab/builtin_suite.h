#pragma once

#include <vector>

#include "cases/case.h"
#include "lab/trial.h"

namespace yett {

/// The attacks and tasks that follow from a policy (cases/attack_library.h), as the strict engine meets them: a task
/// that it does not let run is left out, and so is what an attack says of its rule where another one stops it. An
/// attack that succeeds stays: it is what somebody wants to know.
[[nodiscard]] std::vector<Case> builtin_suite(const PolicyRef& policy, const Trial::Terms& terms);

}  // namespace yett
