#include "model/run_tally.h"

#include <algorithm>
#include <chrono>

namespace yett {
namespace {

constexpr Duration kMinute = std::chrono::minutes(1);

std::int64_t minute_of(TimePoint time) {
  return std::chrono::floor<std::chrono::minutes>(time).time_since_epoch().count();
}

/// Brings the counted minutes up to `now`. An earlier time than the newest call's changes nothing.
void advance(RunTally& tally, std::int64_t minute) {
  if (minute <= tally.minute) return;
  tally.calls_last_minute = minute == tally.minute + 1 ? tally.calls_this_minute : 0;
  tally.calls_this_minute = 0;
  tally.minute = minute;
}

}  // namespace

std::uint32_t calls_within_a_minute(const RunTally& tally, TimePoint now) {
  RunTally present = tally;
  present.denials.clear();
  advance(present, minute_of(now));
  const TimePoint begin{std::chrono::minutes(present.minute)};
  const Duration gone = std::clamp(now - begin, Duration::zero(), kMinute);
  const std::uint64_t left = static_cast<std::uint64_t>((kMinute - gone).count());
  const std::uint64_t whole = static_cast<std::uint64_t>(kMinute.count());
  const std::uint64_t share = (present.calls_last_minute * left + whole - 1) / whole;
  return present.calls_this_minute + static_cast<std::uint32_t>(share);
}

void count_call(RunTally& tally, TimePoint now) {
  advance(tally, minute_of(now));
  ++tally.calls_this_minute;
}

bool note_denial(RunTally& tally, const RunLimits& limits, std::uint64_t call, TimePoint now) {
  std::erase_if(tally.denials,
                [&](const RecentDenial& denial) { return denial.at + kMinute <= now || denial.call == call; });
  tally.denials.push_back({now, call});
  const bool too_many = tally.denials.size() >= limits.denials;
  if (tally.denials.size() > limits.denials) tally.denials.erase(tally.denials.begin());
  return too_many;
}

}  // namespace yett
