#pragma once

#include <string_view>

#include "approval/grant.h"
#include "base/error.h"
#include "store/store.h"

namespace yett {

/// Keeps a grant and its record in one transaction. The caller has found that it is within the ceiling.
[[nodiscard]] Result<void> keep_grant(Store& store, const Grant& grant);

/// Ends the grant whose id begins with `prefix`, with a record of who did. Fails with NotFound when there is none, with
/// Input when several begin so or it has ended already.
[[nodiscard]] Result<Grant> end_grant(Store& store, std::string_view prefix, std::string_view by, TimePoint now);

}  // namespace yett
