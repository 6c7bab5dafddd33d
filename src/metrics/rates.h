#pragma once

#include <cstdint>
#include <optional>

namespace yett {

/// What a layer stops and what it lets through. Never a recall without its false block rate beside it: both are made
/// from one of these.
struct Counts {
  std::uint64_t tp = 0;  // harmful and stopped
  std::uint64_t fp = 0;  // clean and stopped
  std::uint64_t fn = 0;  // harmful and let through
  std::uint64_t tn = 0;  // clean and let through

  [[nodiscard]] std::uint64_t harmful() const { return tp + fn; }
  [[nodiscard]] std::uint64_t clean() const { return fp + tn; }
  [[nodiscard]] std::uint64_t stopped() const { return tp + fp; }

  /// tp of all that is stopped; 0 where nothing is.
  [[nodiscard]] double precision() const;
  /// tp of all that is harmful; 0 where nothing is.
  [[nodiscard]] double recall() const;
  /// fp of all that is clean; 0 where nothing is.
  [[nodiscard]] double false_block_rate() const;
  /// tn of all that is clean; 0 where nothing is.
  [[nodiscard]] double completion() const;

  bool operator==(const Counts&) const = default;
};

/// What one step of a narrowing stops beyond the step before it. Negative where the step is no narrowing, and then it
/// has no ratio.
struct Step {
  std::int64_t harmful = 0;
  std::int64_t clean = 0;

  /// The harmful share of what the step stops beyond; none where it stops nothing.
  [[nodiscard]] std::optional<double> precision() const;
  /// How many clean records the step stops for each harmful one: the price at which it pays. None where it stops no
  /// harmful one.
  [[nodiscard]] std::optional<double> break_even() const;
};

[[nodiscard]] Step step_between(const Counts& before, const Counts& after);

/// `part` of `whole`; 0 of nothing.
[[nodiscard]] double share(std::uint64_t part, std::uint64_t whole);

/// To four decimals, ties to even on the exact value, as every ratio is printed.
[[nodiscard]] double rounded(double ratio);

}  // namespace yett
