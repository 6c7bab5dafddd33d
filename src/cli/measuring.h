#pragma once

#include "cli/command.h"
#include "cli/measure_option.h"

namespace yett {

/// `yett measure` on records: made, read from files, or counted elsewhere.
[[nodiscard]] Exit measure_records(const Invocation& invocation, const Console& console, const MeasureTerms& terms);

/// `yett measure` on labelled calls, judged by the policy.
[[nodiscard]] Exit measure_calls(const Invocation& invocation, const Console& console, const MeasureTerms& terms);

}  // namespace yett
