#include "model/run_tally.h"

#include <algorithm>
#include <chrono>

#include "model/tool.h"

namespace yett {
namespace {

constexpr Duration kMinute = std::chrono::minutes(1);

std::int64_t minute_of(TimePoint time) {
  return std::chrono::floor<std::chrono::minutes>(time).time_since_epoch().count();
}

/// The calls of a minute and of the one before it.
struct CountedMinutes {
  std::int64_t minute = 0;
  std::uint32_t calls_this_minute = 0;
  std::uint32_t calls_last_minute = 0;
};

/// The counted minutes as they stand at `now`. A time before the newest call's is taken for that call's minute.
CountedMinutes counted_at(const RunTally& tally, TimePoint now) {
  const std::int64_t minute = minute_of(now);
  if (minute <= tally.minute) return {tally.minute, tally.calls_this_minute, tally.calls_last_minute};
  return {minute, 0, minute == tally.minute + 1 ? tally.calls_this_minute : 0};
}

bool is_recent(const RecentDenial& denial, TimePoint now) { return now < denial.at + kMinute; }

}  // namespace

std::uint32_t calls_within_a_minute(const RunTally& tally, TimePoint now) {
  const CountedMinutes counted = counted_at(tally, now);
  const TimePoint begin{std::chrono::minutes(counted.minute)};
  const Duration gone = std::clamp(now - begin, Duration::zero(), kMinute);
  const std::uint64_t left = static_cast<std::uint64_t>((kMinute - gone).count());
  const std::uint64_t whole = static_cast<std::uint64_t>(kMinute.count());
  const std::uint64_t share = (counted.calls_last_minute * left + whole - 1) / whole;
  return counted.calls_this_minute + static_cast<std::uint32_t>(share);
}

std::uint32_t denials_within_a_minute(const RunTally& tally, TimePoint now) {
  return static_cast<std::uint32_t>(
      std::ranges::count_if(tally.denials, [now](const RecentDenial& denial) { return is_recent(denial, now); }));
}

void count_call(RunTally& tally, TimePoint now) {
  const CountedMinutes counted = counted_at(tally, now);
  tally.minute = counted.minute;
  tally.calls_last_minute = counted.calls_last_minute;
  tally.calls_this_minute = counted.calls_this_minute + 1;
}

bool counts_as_send(const Tool& tool) { return tool.effect == Effect::Send || tool.has_destination(); }

std::uint64_t call_key(const Digest& digest) {
  std::uint64_t key = 0;
  for (std::size_t i = 0; i < sizeof key; ++i) key = key << 8 | digest.bytes[i];
  return key;
}

bool note_denial(RunTally& tally, const RunLimits& limits, std::uint64_t call, TimePoint now) {
  std::erase_if(tally.denials,
                [&](const RecentDenial& denial) { return !is_recent(denial, now) || denial.call == call; });
  tally.denials.push_back({now, call});
  const std::size_t count = tally.denials.size();
  // The policy may have become stricter since the older ones were noted.
  const std::size_t spare = count > limits.denials ? count - limits.denials : 0;
  tally.denials.erase(tally.denials.begin(), tally.denials.begin() + static_cast<std::ptrdiff_t>(spare));
  return count >= limits.denials;
}

}  // namespace yett
