#pragma once

#include "cli/command.h"
#include "cli/state_option.h"

namespace yett {

/// `yett approvals watch`: a line for each request that waits, as soon as it is made, and one for what became of it.
/// Runs until a signal ends it or its output is closed; on a terminal each new request rings.
[[nodiscard]] Exit watch_requests(const Console& console, Language language, OpenState& state);

}  // namespace yett
