#include "metrics/attack_pairs.h"

#include <algorithm>

#include "metrics/counting.h"

namespace yett {
namespace {

/// A run that is clean or an attack as a whole; others cannot be paired.
bool is_whole(const CallWork& work, const std::vector<std::size_t>& run, Truth truth) {
  return std::ranges::all_of(run, [&](std::size_t call) { return work.calls[call].truth == truth; });
}

/// Plays one pair.
class PairPlay {
 public:
  PairPlay(const CallWork& work, const CallJudging& judging, AskedCalls asked)
      : work_(work), asked_(asked), run_(open_run(judging, judging.session, asked)) {}

  AttackPair play(const std::vector<std::size_t>& task, const std::vector<std::size_t>& attack) {
    AttackPair pair{.outcome = AttackOutcome::NotShown, .task_completes = true};
    for (const std::size_t call : task) {
      if (!make(call, pair)) pair.task_completes = false;
      if (pair.outcome == AttackOutcome::NotShown && run_.state().taken_in.has_untrusted()) {
        pair.outcome = play_attack(attack, pair);
      }
    }
    return pair;
  }

 private:
  AttackOutcome play_attack(const std::vector<std::size_t>& attack, AttackPair& pair) {
    std::size_t payloads = 0;
    std::size_t running = 0;
    const bool only_prepares = std::ranges::none_of(attack, [this](std::size_t call) { return is_payload(call); });
    for (const std::size_t call : attack) {
      const bool runs = make(call, pair);
      if (!is_payload(call) && !only_prepares) continue;
      ++payloads;
      if (runs) ++running;
    }
    if (running == payloads) return AttackOutcome::Succeeded;
    return running == 0 ? AttackOutcome::Stopped : AttackOutcome::Partly;
  }

  [[nodiscard]] bool is_payload(std::size_t call) const { return work_.calls[call].role == AttackRole::Payload; }

  bool make(std::size_t index, AttackPair& pair) {
    CallLine call = work_.calls[index].call;
    call.sources = {};
    call.read_private = false;
    const Verdict verdict = run_.judge(call).verdict();
    if (verdict == Verdict::Confirm) ++pair.asks;
    return !is_stopped(verdict, asked_);
  }

  const CallWork& work_;
  AskedCalls asked_;
  ReplayedRun run_;
};

}  // namespace

AttackPairs play_pairs(const CallWork& work, const CallJudging& judging, AskedCalls asked) {
  AttackPairs pairs;
  for (std::size_t i = 0; i < work.runs.size(); ++i) {
    const std::vector<std::size_t>& run = work.runs[i];
    const LabelledCall& first = work.calls[run.front()];
    const PairedTask task{
        .suite = first.suite, .name = first.task.value_or(""), .class_name = first.class_name, .run = i};
    if (is_whole(work, run, Truth::Clean)) pairs.tasks.push_back(task);
    if (is_whole(work, run, Truth::Harmful)) pairs.attacks.push_back(task);
  }
  CallJudging in_runs = judging;
  in_runs.sources = CallSources::Runtime;
  for (std::size_t task = 0; task < pairs.tasks.size(); ++task) {
    for (std::size_t attack = 0; attack < pairs.attacks.size(); ++attack) {
      if (pairs.tasks[task].suite != pairs.attacks[attack].suite) continue;
      AttackPair pair =
          PairPlay(work, in_runs, asked).play(work.runs[pairs.tasks[task].run], work.runs[pairs.attacks[attack].run]);
      pair.task = task;
      pair.attack = attack;
      pairs.pairs.push_back(pair);
    }
  }
  return pairs;
}

}  // namespace yett
