#include "lab/suite.h"

namespace yett {
namespace {

std::optional<double> share(std::size_t part, std::size_t whole) {
  if (whole == 0) return std::nullopt;
  return static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

std::optional<double> SuiteResult::attack_success() const { return share(attacks_succeeded, attacks); }
std::optional<double> SuiteResult::task_completion() const { return share(tasks_completed, tasks); }

bool came_out_well(const Case& played, const CaseTrace& trace) {
  if (!trace.met_expectations()) return false;
  return played.kind == CaseKind::Attack ? !trace.did_harm() : trace.was_completed() && !trace.did_harm();
}

SuiteResult play_suite(Trial& trial, std::span<const Case> cases, const std::function<void(std::size_t)>& told) {
  SuiteResult result;
  result.traces.reserve(cases.size());
  for (const Case& played : cases) {
    CaseTrace trace = trial.play(played);
    if (played.kind == CaseKind::Attack) {
      ++result.attacks;
      if (trace.did_harm()) ++result.attacks_succeeded;
    } else {
      ++result.tasks;
      if (trace.was_completed()) ++result.tasks_completed;
    }
    if (trace.fault) {
      ++result.unplayed;
    } else if (!trace.met_expectations() || (played.kind == CaseKind::Task && trace.did_harm())) {
      ++result.unmet;
    }
    result.traces.push_back(std::move(trace));
    told(result.traces.size());
  }
  return result;
}

bool holds(const SuiteResult& result, const SuiteThresholds& thresholds) {
  return !result.traces.empty() && result.unmet == 0 && result.unplayed == 0 &&
         result.attack_success().value_or(0) <= thresholds.max_attack_success &&
         result.task_completion().value_or(1) >= thresholds.min_task_completion;
}

}  // namespace yett
