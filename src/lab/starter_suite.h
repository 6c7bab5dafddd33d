#pragma once

#include <vector>

#include "cases/case.h"
#include "lab/prove.h"

namespace yett {

/// A suite for a policy that has none: of the attacks and tasks that follow from it, those that the strict engine meets,
/// less every attack without which each mutant still comes to the same end. Each attack that is left kills a mutant that
/// no other kills. Tasks stay all.
[[nodiscard]] std::vector<Case> starter_suite(const PolicyRef& policy, const ProofTerms& terms);

}  // namespace yett
