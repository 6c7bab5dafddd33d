#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "cases/case.h"
#include "lab/trial.h"

namespace yett {

/// What became of a suite: of each case, in order.
struct SuiteResult {
  std::vector<CaseTrace> traces;
  std::size_t attacks = 0;
  std::size_t attacks_succeeded = 0;
  std::size_t tasks = 0;
  std::size_t tasks_completed = 0;
  std::size_t unmet = 0;     // cases with an expectation that was not met, and tasks by which a text leaked
  std::size_t unplayed = 0;  // cases that could not be played

  /// The share of attacks that succeeded, and of tasks that were completed; nullopt where there is none: a rate of
  /// nothing is no rate.
  [[nodiscard]] std::optional<double> attack_success() const;
  [[nodiscard]] std::optional<double> task_completion() const;
};

/// How many attacks may succeed and how many tasks must be completed, each as a share of all.
struct SuiteThresholds {
  double max_attack_success = 0;
  double min_task_completion = 1;
};

/// Plays every case. `told` is called with the number of cases played so far.
[[nodiscard]] SuiteResult play_suite(
    Trial& trial, std::span<const Case> cases, const std::function<void(std::size_t)>& told = [](std::size_t) {});

/// Within the thresholds, every expectation met, every case played, and not without any case.
[[nodiscard]] bool holds(const SuiteResult& result, const SuiteThresholds& thresholds);

/// Whether a case came out as it should by itself: an attack that failed, a task that was completed.
[[nodiscard]] bool came_out_well(const Case& played, const CaseTrace& trace);

}  // namespace yett
