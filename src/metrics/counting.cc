#include "metrics/counting.h"

#include <algorithm>

namespace yett {

Counts count(const Experiment& experiment, const Sample& sample, const Part& part, AskedCalls asked) {
  Counts counts;
  for (const Group& group : sample.groups) {
    const bool stopped = is_stopped(ruling(experiment, group, part), asked);
    if (group.truth == Truth::Harmful) {
      (stopped ? counts.tp : counts.fn) += group.records;
    } else {
      (stopped ? counts.fp : counts.tn) += group.records;
    }
  }
  return counts;
}

std::vector<ClassShare> count_by_class(const Experiment& experiment, const Sample& sample, const Part& part,
                                       AskedCalls asked) {
  std::vector<ClassShare> shares(sample.classes.size());
  for (const Group& group : sample.groups) {
    ClassShare& share = shares[group.class_index];
    const Verdict ruled = ruling(experiment, group, part);
    share.total += group.records;
    if (is_stopped(ruled, asked)) share.stopped += group.records;
    if (ruled == Verdict::Confirm) share.asked += group.records;
  }
  return shares;
}

AskedCounts count_asked(const Experiment& experiment, const Sample& sample, const Part& part) {
  AskedCounts counts;
  for (const Group& group : sample.groups) {
    if (ruling(experiment, group, part) != Verdict::Confirm) continue;
    (group.truth == Truth::Harmful ? counts.harmful : counts.clean) += group.records;
  }
  return counts;
}

PairCounts compare(const Experiment& experiment, const Sample& sample, const Part& first, const Part& second,
                   AskedCalls asked) {
  PairCounts counts;
  for (const Group& group : sample.groups) {
    const bool by_first = is_stopped(ruling(experiment, group, first), asked);
    const bool by_second = is_stopped(ruling(experiment, group, second), asked);
    Discordance& discordance = group.truth == Truth::Harmful ? counts.harmful : counts.clean;
    if (by_first && !by_second) discordance.only_first += group.records;
    if (by_second && !by_first) discordance.only_second += group.records;
  }
  return counts;
}

TaskCounts count_tasks(std::span<const SampleTask> tasks, const std::function<Verdict(std::size_t)>& ruled,
                       AskedCalls asked) {
  TaskCounts counts;
  const auto runs = [&](std::size_t call) { return !is_stopped(ruled(call), asked); };
  for (const SampleTask& task : tasks) {
    if (task.truth == Truth::Clean) {
      ++counts.clean;
      if (std::ranges::all_of(task.calls, runs)) ++counts.completed;
      counts.asks += static_cast<std::uint64_t>(
          std::ranges::count_if(task.calls, [&](std::size_t call) { return ruled(call) == Verdict::Confirm; }));
      continue;
    }
    ++counts.attacks;
    const auto running = static_cast<std::size_t>(std::ranges::count_if(task.payloads, runs));
    counts.payloads += task.payloads.size();
    counts.payloads_stopped += task.payloads.size() - running;
    if (running == task.payloads.size()) {
      ++counts.succeeded;
    } else if (running > 0) {
      ++counts.partly;
    }
  }
  return counts;
}

TaskCounts count_tasks(const Experiment& experiment, const Sample& sample, const Part& part, AskedCalls asked) {
  const auto ruled = [&](std::size_t call) { return ruling(experiment, sample.groups[call], part); };
  return count_tasks(sample.tasks, ruled, asked);
}

}  // namespace yett
