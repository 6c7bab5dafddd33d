#include <benchmark/benchmark.h>

#include <string>

#include "base/digest.h"

namespace yett {
namespace {

// The yardstick: results of other benchmarks are stated as multiples of this one, measured in the same run.
// 300 bytes is the length of an ordinary tool call.
void sha256_of_300_bytes(benchmark::State& state) {
  const std::string call(300, 'x');
  for (auto _ : state) benchmark::DoNotOptimize(sha256(call));
}
BENCHMARK(sha256_of_300_bytes);

}  // namespace
}  // namespace yett
