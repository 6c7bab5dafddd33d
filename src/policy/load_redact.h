#pragma once

#include <vector>

#include "policy/field.h"
#include "policy/lint_warning.h"
#include "policy/redact_terms.h"

namespace yett {

/// Reads `[redact]` (docs/policy.md): which built-in kinds are switched off, and which kinds are added. One that was
/// refused is among them and means nothing. Kinds whose absence lets keys through add a warning.
[[nodiscard]] RedactTerms load_redact(const Field& section, std::vector<LintWarning>& warnings);

/// Reads a list of kinds that `terms` finds, each named once. Refuses any other name, and an empty list.
[[nodiscard]] std::vector<std::string> load_found_kinds(const Field& list, const RedactTerms& terms);

}  // namespace yett
