#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <vector>

#include "base/digest.h"
#include "ledger/verify.h"
#include "ordinary_record.h"
#include "os/fake/counting_entropy.h"
#include "os/scratch_folder.h"
#include "store/sqlite_store.h"
#include "store/verify_chain.h"

// How fast the records of a chain are verified: in memory, and as `yett audit verify` does it, out of a store. The
// yardstick is SHA-256 over the same bytes, without which there is no verifying.
namespace yett {
namespace {

constexpr std::uint64_t kRecords = 100'000;

const std::vector<Record>& ordinary_chain() {
  static const std::vector<Record> kChain = [] {
    std::vector<Record> chain;
    Digest prev;
    for (std::uint64_t seq = 1; seq <= kRecords; ++seq) {
      chain.push_back(seal(seq, prev, ordinary_draft(seq)));
      prev = chain.back().hash;
    }
    return chain;
  }();
  return kChain;
}

void set_rate(benchmark::State& state) {
  state.counters["records_per_second"] =
      benchmark::Counter(static_cast<double>(state.iterations()) * kRecords, benchmark::Counter::kIsRate);
}

void sha256_of_all_records(benchmark::State& state) {
  const std::vector<Record>& chain = ordinary_chain();
  for (auto _ : state) {
    for (const Record& record : chain) benchmark::DoNotOptimize(sha256(record.body));
  }
  set_rate(state);
}
BENCHMARK(sha256_of_all_records)->Unit(benchmark::kMillisecond);

void verify_records_in_memory(benchmark::State& state) {
  const std::vector<Record>& chain = ordinary_chain();
  for (auto _ : state) {
    ChainVerifier verifier;
    for (const Record& record : chain) verifier.take(record);
    if (verifier.verified() != kRecords) state.SkipWithError("the chain is broken");
  }
  set_rate(state);
}
BENCHMARK(verify_records_in_memory)->Unit(benchmark::kMillisecond);

void verify_store(benchmark::State& state) {
  const ScratchFolder folder = required(ScratchFolder::make("/tmp", "yett-bench"));
  CountingEntropy entropy;
  const auto store = required(open_sqlite_store({.dir = folder.path(),
                                                 .access = StoreAccess::Write,
                                                 .durability = Durability::ProcessCrash,
                                                 .entropy = &entropy}));
  const auto transaction = required(store->begin());
  for (std::uint64_t seq = 1; seq <= kRecords; ++seq) required(transaction->append(ordinary_draft(seq)));
  required(transaction->commit(Durability::ProcessCrash));
  for (auto _ : state) {
    if (const auto report = verify_chain(*store); !report || report->verified != kRecords || report->fault) {
      state.SkipWithError("the chain is broken");
    }
  }
  set_rate(state);
}
BENCHMARK(verify_store)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace yett
