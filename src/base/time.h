#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "base/error.h"

namespace yett {

/// A point on the wall clock, UTC, in microseconds. The pure rooms only ever get it as an argument.
using TimePoint = std::chrono::sys_time<std::chrono::microseconds>;
using Duration = std::chrono::microseconds;

/// Reads an RFC 3339 time with a zone ("2026-12-01T10:00:00Z", fractions and offsets allowed).
/// Fails for a missing zone, a date that does not exist and anything behind the time; also for a leap second, which
/// this clock does not have, and for a time outside the years 0000 to 9999 in UTC. Cuts a fraction to microseconds.
[[nodiscard]] Result<TimePoint> parse_time(std::string_view text);

/// RFC 3339 in UTC with milliseconds, rounded down: "2026-12-01T10:00:00.000Z". A time outside the years 0000 to 9999
/// is shown as the nearest within them.
[[nodiscard]] std::string format_time(TimePoint time);

/// Reads a positive whole number with one unit: ms, s, m, h, d ("50s", "12h"). Zero is refused: it never means "no
/// limit". So are leading zeros, and more than 36500d, so that adding a duration to a time cannot overflow.
[[nodiscard]] Result<Duration> parse_duration(std::string_view text);

/// The shortest form that parse_duration reads back: "12h", "90s". Parts of a millisecond are rounded up; what is not
/// positive is "0ms", which parse_duration refuses.
[[nodiscard]] std::string format_duration(Duration duration);

}  // namespace yett
