#pragma once

#include <string>
#include <vector>

#include "cases/case.h"
#include "lab/prove.h"

namespace yett {

/// A suite for a policy that has none: of the attacks and tasks that follow from it and come out well, as few as kill
/// every mutant that all of them kill. Uses one thread. Fails when no folder can be made, and when a case cannot be
/// played.
[[nodiscard]] Result<std::vector<Case>> starter_suite(const PolicyRef& policy, const ProofTerms& terms);

/// That suite as a case file, with a few words about what it is.
[[nodiscard]] std::string starter_text(const std::vector<Case>& suite, const std::string& policy_file);

}  // namespace yett
