#pragma once

#include "policy/policy.h"
#include "policy/table_reader.h"

namespace yett {

/// Reads what a tool's line says of its results: `result_redact` and `result_tenant` (docs/policy.md). `policy` has its
/// [redact] by then.
void load_results(const TableReader& line, const Policy& policy, Tool& tool);

}  // namespace yett
