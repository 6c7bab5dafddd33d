#pragma once

#include <optional>

#include "policy/field.h"
#include "policy/policy.h"
#include "policy/table_reader.h"

namespace yett {

/// `[approval]`: whose answers count and for how long, and what may be granted ahead. Tools are those of `policy`,
/// which has them by then. The values of a section that was refused in part mean nothing.
[[nodiscard]] ApprovalTerms load_approval(const Field& section, const Policy& policy);

/// `ask` of a tool's line; absent where the line has none.
[[nodiscard]] std::optional<AskTerms> load_ask(const TableReader& line);

/// Refuses what a tool's `ask` says less strictly than `[approval]` of the policy does, and more people than there are.
void check_asks(const Policy& policy, RefusalList& refusals);

}  // namespace yett
