// The frontier of the 240 support records: every permission set of the pair form, and which of them no other one beats.

#include <benchmark/benchmark.h>

#include "metrics/frontier.h"
#include "metrics/load_experiment.h"
#include "metrics/support_experiment.h"
#include "metrics/support_records.h"

namespace yett {
namespace {

void frontier_of_support_records(benchmark::State& state) {
  const auto experiment = load_experiment(support_experiment_text(), "support-240", nullptr);
  Cube cube(*experiment);
  if (!add_support_records(*experiment, kSupportSeed, 0, kSupportRecords, cube)) {
    state.SkipWithError("the records cannot be made");
    return;
  }
  for (auto _ : state) benchmark::DoNotOptimize(record_frontier(cube));
}
BENCHMARK(frontier_of_support_records);

void measure_support_records(benchmark::State& state) {
  const auto experiment = load_experiment(support_experiment_text(), "support-240", nullptr);
  for (auto _ : state) {
    Cube cube(*experiment);
    if (!add_support_records(*experiment, kSupportSeed, 0, kSupportRecords, cube)) break;
    const Sample sample = sample_of(*experiment, cube);
    benchmark::DoNotOptimize(
        measure(*experiment, {.unanswered = sample, .approved = sample}, SampleKind::Profiles, ScriptedAnswer::None));
  }
}
BENCHMARK(measure_support_records);

}  // namespace
}  // namespace yett
