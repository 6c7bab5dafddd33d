#pragma once

#include <vector>

#include "model/risk.h"
#include "policy/field.h"
#include "policy/lint_warning.h"

namespace yett {

/// Warns about a schema of arguments that holds together and that no value, or no object, fits: bounds that cross, and
/// names under `required` that stand under no `properties` of a closed object. Of a tool that sends, also about a
/// number with an upper bound alone: a negative amount turns a payment round. `field` is `[tools.X.arguments]`; what
/// was compiled of it has no lines, so this is asked while loading. Linear in the schema but for the nesting of
/// combinations.
void lint_schema(const Field& field, Effect effect, std::vector<LintWarning>& warnings);

}  // namespace yett
