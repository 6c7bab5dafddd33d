#pragma once

#include "base/error.h"
#include "cli/command.h"

namespace yett {

/// Whether labelled calls are measured, and not records: something that only calls have is named.
[[nodiscard]] bool measures_calls(const Invocation& invocation);

/// Fails with Input when options of `yett measure` stand together of which one would be ignored.
[[nodiscard]] Result<void> check_measure_options(const Invocation& invocation, const Console& console);

}  // namespace yett
