#pragma once

#include "base/error.h"

namespace yett {

/// From now on this process leaves no core dump, and other processes of its user cannot read its memory, its
/// environment or its descriptors (prctl(2), PR_SET_DUMPABLE; root still can). Programs that it starts are not
/// concerned. Fails with System.
[[nodiscard]] Result<void> forbid_inspection();

}  // namespace yett
