#pragma once

#include <string>
#include <vector>

#include "cases/case.h"
#include "lab/prove.h"

namespace yett {

/// A suite for a policy that has none: of the attacks and tasks that follow from it, those that the strict engine
/// meets, less every one without which each mutant still comes to the same end: each case that is left kills a mutant
/// that no other kills. Fails when no folder can be made.
[[nodiscard]] Result<std::vector<Case>> starter_suite(const PolicyRef& policy, const ProofTerms& terms);

/// That suite as a case file, with a few words about what it is.
[[nodiscard]] std::string starter_text(const std::vector<Case>& suite, const std::string& policy_file);

}  // namespace yett
