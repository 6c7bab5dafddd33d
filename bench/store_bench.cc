// What a durable call costs the gate: judged, its intent written and on the disk, its outcome written. Everything on
// the disk under $YETT_BENCH_FOLDER (/tmp), which must not lie in memory; the yardstick is fdatasync(2) of 4 KiB there,
// taken between the calls of the same run.
#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "gate/gate.h"
#include "ordinary_record.h"
#include "os/fake/counting_entropy.h"
#include "os/file_descriptor.h"
#include "os/linux/system_clock.h"
#include "os/scratch_folder.h"
#include "policy/load.h"
#include "policy/session_request.h"
#include "store/sqlite_store.h"

namespace yett {
namespace {

using Stopwatch = std::chrono::steady_clock;

ScratchFolder disk_folder() {
  const char* parent = std::getenv("YETT_BENCH_FOLDER");  // NOLINT(concurrency-mt-unsafe): nothing here sets one
  return required(ScratchFolder::make(parent != nullptr ? parent : "/tmp", "yett-bench"));
}

PolicyRef policy_with(std::string_view sync) {
  return required(parse_policy(
      fmt::format("[policy]\nname = \"bench\"\nversion = 1\n[session]\npermissions = \"full access\"\n"
                  "tenant = \"local\"\n[tools]\nread_ticket = {{ effect = \"read\", sensitivity = \"internal\", "
                  "reversible = true, content = [\"id\"] }}\n[limits]\ncalls_per_minute = 4000000000\n"
                  "result_bytes = \"1000GiB\"\n[state]\nsync = \"{}\"\n",
                  sync),
      "bench.toml"));
}

/// A gate on a store of its own connection; several may stand on one folder.
class BenchGate {
 public:
  BenchGate(const std::string& folder, std::string_view sync, std::uint64_t number)
      : policy_(policy_with(sync)),
        entropy_(number << 32),
        number_(number),
        store_(required(open_sqlite_store(
            {.dir = folder,
             .access = StoreAccess::Write,
             .durability = policy_->state.sync == StateSync::Full ? Durability::PowerLoss : Durability::ProcessCrash,
             .entropy = &entropy_}))),
        gate_({.engine = GateEngine::strict(),
               .policy = policy_,
               .session = required(make_session(*policy_,
                                                {.run = "r-104",
                                                 .user = "ana",
                                                 .tenant = {},
                                                 .allowed_tenants = {},
                                                 .permissions = {},
                                                 .expires_at = {}},
                                                clock_.now())),
               .servers = {"desk"},
               .store = *store_,
               .clock = clock_,
               .entropy = entropy_,
               .cards = CardFolder(folder),
               .self = required(own_identity())}) {
    required(gate_.open());
  }

  /// So many calls that arrive together, each of them another, from the question to the kept outcome.
  void run_calls(std::size_t count) {
    std::vector<Submission> submissions(count);
    for (Submission& submission : submissions) {
      submission.call =
          ToolCall::readable("read_ticket", Json::object({{"id", fmt::format("T-{}-{}", number_, ++calls_)}}));
      submission.tool = Observation::Offered;
      submission.server = "desk";
    }
    std::vector<Settlement> settlements;
    for (Ruling& ruling : gate_.submit(std::move(submissions))) {
      auto* released = std::get_if<Released>(&ruling);
      if (released == nullptr) std::abort();
      settlements.push_back({std::move(released->execution), Outcome::Executed, 300});
    }
    if (gate_.settle(std::move(settlements)) != Delivery::Deliver) std::abort();
  }

 private:
  SystemClock clock_;
  PolicyRef policy_;
  CountingEntropy entropy_;
  std::uint64_t number_;
  std::uint64_t calls_ = 0;
  std::unique_ptr<Store> store_;
  Gate gate_;
};

/// The yardstick: 4 KiB into a file that has its size already, and fdatasync(2).
class Yardstick {
 public:
  explicit Yardstick(const std::string& folder)
      : file_(::open((folder + "/yardstick").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
    for (int i = 0; i < kPages; ++i) write_page(i);
    if (::fsync(file_.get()) != 0) std::abort();
  }

  /// Seconds.
  double measure() {
    const auto began = Stopwatch::now();
    write_page(next_++ % kPages);
    if (::fdatasync(file_.get()) != 0) std::abort();
    return std::chrono::duration<double>(Stopwatch::now() - began).count();
  }

 private:
  static constexpr int kPages = 4096;  // as long as the store lets its write-ahead log become

  void write_page(int number) const {
    static constexpr std::array<char, 4096> kPage{};
    if (::pwrite(file_.get(), kPage.data(), kPage.size(), off_t{number} * 4096) != ssize_t{4096}) std::abort();
  }

  FileDescriptor file_;
  int next_ = 0;
};

double median(std::vector<double>& values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

/// One call at a time, and one fdatasync of its own after each.
void one_durable_call(benchmark::State& state) {
  const ScratchFolder folder = disk_folder();
  BenchGate gate(folder.path(), "full", 1);
  Yardstick yardstick(folder.path());
  gate.run_calls(1);  // SQLite syncs the header of a new log
  std::vector<double> calls;
  std::vector<double> syncs;
  for (auto _ : state) {
    const auto began = Stopwatch::now();
    gate.run_calls(1);
    calls.push_back(std::chrono::duration<double>(Stopwatch::now() - began).count());
    state.SetIterationTime(calls.back());
    syncs.push_back(yardstick.measure());
  }
  const double call = median(calls);
  const double sync = median(syncs);
  state.counters["call_us"] = call * 1e6;
  state.counters["fdatasync_us"] = sync * 1e6;
  state.counters["beside_1.5_fdatasync_us"] = (call - 1.5 * sync) * 1e6;
}
BENCHMARK(one_durable_call)->UseManualTime()->Unit(benchmark::kMicrosecond)->MinTime(3);

/// As many callers as the argument says, each with one call under way: what has arrived goes through in one batch.
void durable_calls_of_callers(benchmark::State& state, std::string_view sync) {
  const ScratchFolder folder = disk_folder();
  BenchGate gate(folder.path(), sync, 1);
  Yardstick yardstick(folder.path());
  const auto callers = static_cast<std::size_t>(state.range(0));
  gate.run_calls(callers);
  std::vector<double> syncs;
  double seconds = 0;
  for (auto _ : state) {
    const auto began = Stopwatch::now();
    gate.run_calls(callers);
    const double gone = std::chrono::duration<double>(Stopwatch::now() - began).count();
    state.SetIterationTime(gone);
    seconds += gone;
    syncs.push_back(yardstick.measure());
  }
  const auto calls = static_cast<double>(state.iterations()) * static_cast<double>(callers);
  state.counters["calls_per_second"] = calls / seconds;
  state.counters["records_per_second"] = 2 * calls / seconds;  // a decision and an outcome
  state.counters["calls_per_fdatasync"] = calls / seconds * median(syncs);
  state.counters["fdatasync_us"] = median(syncs) * 1e6;
}
BENCHMARK_CAPTURE(durable_calls_of_callers, on_disk, "full")
    ->Arg(1)
    ->Arg(64)
    ->UseManualTime()
    ->Unit(benchmark::kMicrosecond)
    ->MinTime(3);
BENCHMARK_CAPTURE(durable_calls_of_callers, in_the_kernel, "os")
    ->Arg(1)
    ->Arg(64)
    ->UseManualTime()
    ->Unit(benchmark::kMicrosecond)
    ->MinTime(3);

/// Records alone, as many to a transaction as the argument says, handed to the kernel.
void records_in_the_kernel(benchmark::State& state) {
  const ScratchFolder folder = disk_folder();
  CountingEntropy entropy;
  const auto store = required(open_sqlite_store({.dir = folder.path(),
                                                 .access = StoreAccess::Write,
                                                 .durability = Durability::ProcessCrash,
                                                 .entropy = &entropy}));
  const RecordDraft draft = ordinary_draft(1);
  for (auto _ : state) {
    const auto transaction = required(store->begin());
    for (std::int64_t i = 0; i < state.range(0); ++i) required(transaction->append(draft));
    required(transaction->commit(Durability::ProcessCrash));
  }
  state.counters["records_per_second"] = benchmark::Counter(
      static_cast<double>(state.iterations()) * static_cast<double>(state.range(0)), benchmark::Counter::kIsRate);
}
BENCHMARK(records_in_the_kernel)->Arg(1)->Arg(64)->UseRealTime()->Unit(benchmark::kMicrosecond)->MinTime(3);

/// Processes with a gate each on one store, one call at a time in each.
void durable_calls_of_processes(benchmark::State& state) {
  constexpr int kCallsEach = 1500;
  const auto processes = static_cast<int>(state.range(0));
  std::vector<double> syncs;
  double seconds = 0;
  for (auto _ : state) {
    const ScratchFolder folder = disk_folder();
    {
      const BenchGate first(folder.path(), "full", 1);
    }  // SQLite must not be carried over a fork
    std::array<int, 2> ready{};
    std::array<int, 2> go{};
    if (::pipe(ready.data()) != 0 || ::pipe(go.data()) != 0) std::abort();
    std::vector<pid_t> children;
    for (int i = 0; i < processes; ++i) {
      children.push_back(::fork());
      if (children.back() != 0) continue;
      ::close(go[1]);
      BenchGate gate(folder.path(), "full", static_cast<std::uint64_t>(i) + 2);
      char byte = 'r';
      if (::write(ready[1], &byte, 1) != 1 || ::read(go[0], &byte, 1) != 0) ::_exit(1);
      for (int call = 0; call < kCallsEach; ++call) gate.run_calls(1);
      ::_exit(0);
    }
    for (int i = 0; i < processes; ++i) {
      char byte = 0;
      if (::read(ready[0], &byte, 1) != 1) std::abort();
    }
    const auto began = Stopwatch::now();
    for (const int end : {go[0], go[1], ready[0], ready[1]}) ::close(end);
    for (const pid_t child : children) {
      int status = 0;
      if (::waitpid(child, &status, 0) != child || status != 0) state.SkipWithError("a process failed");
    }
    const double gone = std::chrono::duration<double>(Stopwatch::now() - began).count();
    state.SetIterationTime(gone);
    seconds += gone;
    Yardstick yardstick(folder.path());
    for (int i = 0; i < 500; ++i) syncs.push_back(yardstick.measure());
  }
  const double calls = static_cast<double>(state.iterations()) * processes * kCallsEach;
  state.counters["calls_per_second"] = calls / seconds;
  state.counters["calls_per_fdatasync"] = calls / seconds * median(syncs);
  state.counters["fdatasync_us"] = median(syncs) * 1e6;
}
BENCHMARK(durable_calls_of_processes)->Arg(2)->Arg(8)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(3);

}  // namespace
}  // namespace yett
