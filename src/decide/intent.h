#pragma once

#include "decide/facts.h"
#include "text/json.h"

namespace yett {

/// What the call meant to do, as structure: effect, destinations as kind and canonical host, domain or
/// `<mailbox@domain>`, declared argument names with type and length (docs/audit-format.md). Nothing that the model
/// chose freely gets in: an undeclared argument is counted, not named.
[[nodiscard]] Json intent_of(const Query& query, const Facts& facts);

}  // namespace yett
