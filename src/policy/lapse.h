#pragma once

#include <chrono>
#include <string>

#include "base/time.h"

namespace yett {

// A list entry or a tool that is listed `until` a day lapses when that day is over in UTC.

/// The point from which on something is no longer listed whose last day this is.
[[nodiscard]] TimePoint lapse_after(std::chrono::year_month_day last_day);

/// The last day on which something is listed that lapses at this point: "2027-03-01".
[[nodiscard]] std::string last_day_of(TimePoint lapses_at);

}  // namespace yett
