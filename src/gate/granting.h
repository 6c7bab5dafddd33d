#pragma once

#include <string_view>

#include "approval/grant.h"
#include "base/error.h"
#include "gate/answering_side.h"
#include "store/store.h"

namespace yett {

/// Keeps a grant and its record in one transaction. The caller has found that it is within the ceiling.
/// Refused, and recorded as such, when it comes from below a gate or from other namespaces: see fault_of_side().
[[nodiscard]] Result<void> keep_grant(Store& store, const Grant& grant, const AnsweringSide& side);

/// Ends the grant whose id begins with `prefix`, with a record of who did. Fails with NotFound when there is none, with
/// Input when several begin so or it has ended already.
[[nodiscard]] Result<Grant> end_grant(Store& store, std::string_view prefix, std::string_view by, TimePoint now);

}  // namespace yett
