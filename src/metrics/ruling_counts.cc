#include "metrics/ruling_counts.h"

#include <algorithm>
#include <map>
#include <utility>

namespace yett {

std::vector<RulingCount> count_rulings(const JudgedCalls& judged) {
  std::map<std::pair<Verdict, RuleId>, RulingCount> by_rule;
  for (std::size_t i = 0; i < judged.rulings.size(); ++i) {
    const CallRuling& ruling = judged.rulings[i];
    RulingCount& count = by_rule[{ruling.verdict, ruling.rule}];
    count.verdict = ruling.verdict;
    count.rule = ruling.rule;
    ++(judged.sample.groups[i].truth == Truth::Harmful ? count.harmful : count.clean);
  }
  std::vector<RulingCount> counts;
  for (const auto& [key, count] : by_rule) counts.push_back(count);
  std::ranges::stable_sort(counts, [](const RulingCount& a, const RulingCount& b) {
    return std::pair(a.verdict, b.harmful + b.clean) < std::pair(b.verdict, a.harmful + a.clean);
  });
  return counts;
}

std::vector<HeldTask> held_tasks(const CallWork& work, const JudgedCalls& judged) {
  std::vector<HeldTask> held;
  for (const SampleTask& task : judged.sample.tasks) {
    if (task.truth != Truth::Clean) continue;
    const auto gravest =
        std::ranges::min_element(task.calls, {}, [&](std::size_t call) { return judged.rulings[call].verdict; });
    const CallRuling& ruling = judged.rulings[*gravest];
    if (ruling.verdict == Verdict::Allow) continue;
    const LabelledCall& call = work.calls[*gravest];
    held.push_back({.suite = call.suite, .task = task.name, .tool = call.call.call.tool, .ruling = ruling});
  }
  std::ranges::stable_sort(held, {}, [](const HeldTask& task) { return task.ruling.verdict; });
  return held;
}

}  // namespace yett
