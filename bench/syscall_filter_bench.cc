#include <benchmark/benchmark.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#include <optional>
#include <thread>
#include <vector>

#include "isolate/filter_fixture.h"
#include "isolate/filter_program.h"
#include "isolate/syscall_filter.h"
#include "isolate/syscall_table.h"

namespace yett {
namespace {

/// Puts the filter on the calling thread alone, so that the other benchmarks go without.
bool filter_this_thread() {
  std::vector<sock_filter> filter(syscall_filter().begin(), syscall_filter().end());
  sock_fprog program{.len = static_cast<unsigned short>(filter.size()), .filter = filter.data()};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}

/// How many instructions run for a call that passes, on average over the calls of the table without a condition.
double mean_depth() {
  double steps = 0;
  double calls = 0;
  for (const SyscallGroup& group : kSyscallTable) {
    if (group.answer != SyscallAnswer::Allowed || !group.tests.empty()) continue;
    for (const Syscall& call : group.calls) {
      const auto number = call.number(kThisMachine);
      if (!number) continue;
      const seccomp_data data{.nr = static_cast<int>(*number),
                              .arch = filter_program::architecture(kThisMachine),
                              .instruction_pointer = 0,
                              .args = {}};
      steps += static_cast<double>(run_filter(syscall_filter(), data).steps);
      ++calls;
    }
  }
  return steps / calls;
}

enum class Filtered : std::uint8_t { No, Yes };

template <typename Call>
void repeat(benchmark::State& state, Filtered filtered, Call call) {
  // A filter is never taken off a thread: each measurement has its own, with it and without.
  std::jthread thread([&] {
    if (filtered == Filtered::Yes && !filter_this_thread()) state.SkipWithError("cannot filter");
    for (auto _ : state) call();
  });
}

// The kernel remembers which calls pass whatever their arguments are, and does not run the filter for them
// (since 5.11).
void getpid_with(benchmark::State& state, Filtered filtered) {
  repeat(state, filtered, [] { benchmark::DoNotOptimize(::syscall(SYS_getpid)); });
  state.counters["instructions"] = static_cast<double>(syscall_filter().size());
  state.counters["mean_depth"] = mean_depth();
}
BENCHMARK_CAPTURE(getpid_with, no_filter, Filtered::No);
BENCHMARK_CAPTURE(getpid_with, filter, Filtered::Yes);

// The arguments are tested, so the filter runs each time.
void ioctl_with(benchmark::State& state, Filtered filtered) {
  repeat(state, filtered, [] { benchmark::DoNotOptimize(::syscall(SYS_ioctl, -1, 0, 0)); });
}
BENCHMARK_CAPTURE(ioctl_with, no_filter, Filtered::No);
BENCHMARK_CAPTURE(ioctl_with, filter, Filtered::Yes);

void prctl_with(benchmark::State& state, Filtered filtered) {
  repeat(state, filtered, [] { benchmark::DoNotOptimize(::prctl(PR_GET_DUMPABLE, 0, 0, 0, 0)); });
}
BENCHMARK_CAPTURE(prctl_with, no_filter, Filtered::No);
BENCHMARK_CAPTURE(prctl_with, filter, Filtered::Yes);

}  // namespace
}  // namespace yett
