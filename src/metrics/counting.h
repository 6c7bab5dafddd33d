#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "metrics/mcnemar.h"
#include "metrics/rates.h"
#include "metrics/sample.h"
#include "replay/replayed_run.h"

namespace yett {

/// Whether a record or call with that ruling is stopped.
[[nodiscard]] constexpr bool is_stopped(Verdict ruled, AskedCalls asked) {
  return ruled == Verdict::Deny || (ruled == Verdict::Confirm && asked == AskedCalls::Stopped);
}

[[nodiscard]] Counts count(const Experiment& experiment, const Sample& sample, const Part& part, AskedCalls asked);

/// How much of one class a part stops.
struct ClassShare {
  std::uint64_t stopped = 0;
  std::uint64_t total = 0;
  std::uint64_t asked = 0;  // calls that a person is asked about

  bool operator==(const ClassShare&) const = default;
};

/// By the classes of the sample.
[[nodiscard]] std::vector<ClassShare> count_by_class(const Experiment& experiment, const Sample& sample,
                                                     const Part& part, AskedCalls asked);

/// What a person is asked about.
struct AskedCounts {
  std::uint64_t harmful = 0;
  std::uint64_t clean = 0;
};

[[nodiscard]] AskedCounts count_asked(const Experiment& experiment, const Sample& sample, const Part& part);

/// What exactly one of two parts stops, of harmful records and of clean ones.
struct PairCounts {
  Discordance harmful;
  Discordance clean;
};

[[nodiscard]] PairCounts compare(const Experiment& experiment, const Sample& sample, const Part& first,
                                 const Part& second, AskedCalls asked);

/// What became of tasks: a task is complete when each of its calls runs.
struct TaskCounts {
  std::uint64_t clean = 0;
  std::uint64_t completed = 0;  // of the clean ones
  std::uint64_t attacks = 0;
  std::uint64_t succeeded = 0;  // attacks of which every payload runs, whatever became of what prepares it
  std::uint64_t payloads = 0;   // calls of attacks that do the harm
  std::uint64_t payloads_stopped = 0;
  std::uint64_t partly = 0;  // attacks of which some payload runs and some does not
  std::uint64_t asks = 0;    // calls of clean tasks that a person is asked about
};

/// `ruled` tells what a call, a position in Sample::groups, is ruled.
[[nodiscard]] TaskCounts count_tasks(std::span<const SampleTask> tasks,
                                     const std::function<Verdict(std::size_t)>& ruled, AskedCalls asked);
[[nodiscard]] TaskCounts count_tasks(const Experiment& experiment, const Sample& sample, const Part& part,
                                     AskedCalls asked);

}  // namespace yett
