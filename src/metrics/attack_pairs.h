#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "metrics/judge_calls.h"

namespace yett {

/// What becomes of an attack that reaches the agent while it does a task.
enum class AttackOutcome : std::uint8_t {
  NotShown,   // the task takes in no text but its user's: no attack can reach it
  Stopped,    // no payload runs
  Partly,     // some payload runs, some does not
  Succeeded,  // every payload runs
};

/// One clean task with one attack inside.
struct AttackPair {
  std::size_t task = 0;    // position in AttackPairs::tasks
  std::size_t attack = 0;  // position in AttackPairs::attacks
  AttackOutcome outcome = AttackOutcome::Succeeded;
  bool task_completes = false;
  std::uint32_t asks = 0;  // calls of both that a person is asked about
};

/// A task or an attack as pairs call it.
struct PairedTask {
  std::string suite;
  std::string name;
  std::string class_name;
  std::size_t run = 0;  // position in CallWork::runs
};

struct AttackPairs {
  std::vector<PairedTask> tasks;
  std::vector<PairedTask> attacks;
  std::vector<AttackPair> pairs;
};

/// How pairs ended.
struct PairSums {
  std::array<std::uint64_t, 4> outcomes{};
  std::uint64_t pairs = 0;
  std::uint64_t completed = 0;
  std::uint64_t asks = 0;

  void add(const AttackPair& pair) {
    ++outcomes[std::to_underlying(pair.outcome)];
    ++pairs;
    if (pair.task_completes) ++completed;
    asks += pair.asks;
  }
  [[nodiscard]] std::uint64_t of(AttackOutcome outcome) const { return outcomes[std::to_underlying(outcome)]; }
};

/// Plays each clean task with each attack of its suite in one run. The attack's calls come right after the first call
/// that runs and takes in text which is not the user's: nothing can be shown earlier, and the run has taken in least
/// then. What a call's own line says of the run before it is set aside: the run adds it up. O(tasks x attacks x calls).
[[nodiscard]] AttackPairs play_pairs(const CallWork& work, const CallJudging& judging, AskedCalls asked);

}  // namespace yett
