#pragma once

#include "base/time.h"
#include "cli/command.h"

namespace yett {

inline constexpr OptionSpec kNowOption{"--now", OptionKind::Value, "TIME", "Judge as if it were this time"};

/// The time of --now, else of the clock.
[[nodiscard]] Result<TimePoint> find_now(const Invocation& invocation, const Console& console);

}  // namespace yett
