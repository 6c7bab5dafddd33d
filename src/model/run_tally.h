#pragma once

#include <cstdint>
#include <vector>

#include "base/digest.h"
#include "base/time.h"

namespace yett {

struct Tool;

/// A refused call: when, and which. Calls with the same key are one call that was tried again.
struct RecentDenial {
  TimePoint at{};
  std::uint64_t call = 0;

  bool operator==(const RecentDenial&) const = default;
};

/// What a run has used of its limits (docs/policy.md, [limits]). It belongs to the run, like SessionState.
struct RunTally {
  std::int64_t minute = 0;              // minutes since the epoch, of the newest call
  std::uint32_t calls_this_minute = 0;  // within that minute
  std::uint32_t calls_last_minute = 0;  // within the one before
  std::uint64_t sends = 0;              // calls that were let out to a destination
  std::uint64_t result_bytes = 0;       // delivered to the agent
  std::vector<RecentDenial> denials;    // of the last minute, oldest first, each call once

  bool operator==(const RunTally&) const = default;
};

/// `[limits]`: what a run may use; docs/policy.md has the defaults.
struct RunLimits {
  std::uint32_t denials = 20;
  std::uint32_t calls_per_minute = 600;
  std::uint64_t sends_per_run = 200;
  std::uint64_t result_bytes = std::uint64_t{32} << 20;

  bool operator==(const RunLimits&) const = default;
};

/// The calls of the minute that ends at `now`, as the two counted minutes let one tell: the share of the older one that
/// still lies within it, rounded up, and all of the younger. A clock that was set back forgets nothing.
[[nodiscard]] std::uint32_t calls_within_a_minute(const RunTally& tally, TimePoint now);

/// The different calls that were refused within the minute that ends at `now`.
[[nodiscard]] std::uint32_t denials_within_a_minute(const RunTally& tally, TimePoint now);

/// Counts a call that was handed in at `now`.
void count_call(RunTally& tally, TimePoint now);

/// Whether a call of this tool lets data out to a place of somebody's choice, so that sends_per_run counts it.
[[nodiscard]] bool counts_as_send(const Tool& tool);

/// What tells the refused calls of a minute apart: the first eight bytes of a digest, where records are kept an HMAC.
[[nodiscard]] std::uint64_t call_key(const Digest& digest);

/// Notes a refused call, by its call_key(). The list never holds more than
/// `limits.denials` entries. True when so many different calls were refused within a minute that the run is to be
/// suspended.
[[nodiscard]] bool note_denial(RunTally& tally, const RunLimits& limits, std::uint64_t call, TimePoint now);

}  // namespace yett
