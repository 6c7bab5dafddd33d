#pragma once

#include "policy/field.h"
#include "redact/redactor.h"

namespace yett {

/// `[redact]`: built-in kinds that are switched off, and kinds that are added. Refuses names that are no kind or stand
/// there twice, and patterns that AddedPatterns does not take.
[[nodiscard]] RedactionRules load_redaction(const Field& section);

}  // namespace yett
