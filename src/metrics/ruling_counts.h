#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "metrics/judge_calls.h"

namespace yett {

/// How many calls a rule decided.
struct RulingCount {
  Verdict verdict = Verdict::Deny;
  RuleId rule = RuleId::SystemInternal;
  std::uint64_t harmful = 0;
  std::uint64_t clean = 0;
};

/// By verdict, denials first, then by how many calls.
[[nodiscard]] std::vector<RulingCount> count_rulings(const JudgedCalls& judged);

/// A clean task that the policy does not let through as it is, and why: its first call that is denied, else its first
/// that a person is asked about.
struct HeldTask {
  std::string suite;
  std::string task;
  std::string tool;
  CallRuling ruling;
};

/// In the order of the tasks, those that are denied first.
[[nodiscard]] std::vector<HeldTask> held_tasks(const CallWork& work, const JudgedCalls& judged);

}  // namespace yett
