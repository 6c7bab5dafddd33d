#pragma once

#include <string_view>

#include "base/error.h"
#include "model/session.h"
#include "store/store.h"

namespace yett {

/// The kill switch: suspends a run or lets it go on, with no refused call held against it. Every process of the run
/// sees it at its next call; waiting calls are refused when they are looked at again.
[[nodiscard]] Result<void> set_suspension(Store& store, const RunSummary& run, Suspension suspension,
                                          std::string_view by, TimePoint now);

}  // namespace yett
