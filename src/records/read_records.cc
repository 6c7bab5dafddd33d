#include "records/read_records.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <thread>
#include <utility>

#include "records/block_source.h"
#include "records/line_tally.h"
#include "records/record_reader.h"

namespace yett {
namespace {

constexpr std::size_t kMaxThreads = 64;
constexpr std::size_t kGatheredByThread = 4096;  // classes and cells, then they go to where all are gathered

std::vector<std::string> names_of(std::span<const std::string> inputs) {
  std::vector<std::string> names;
  std::ranges::transform(inputs, std::back_inserter(names), record_input_name);
  return names;
}

bool is_blank(std::string_view line) {
  const bool begins_with_space = line.empty() || line.front() <= ' ';  // mostly a line does not
  return begins_with_space && line.find_first_not_of(" \t\r") == std::string_view::npos;
}

BlockTally read_block(const Block& block, RecordReader& reader) {
  BlockTally tally{.input = block.input(), .number = block.number()};
  for (std::string_view rest = block.text(); !rest.empty();) {
    const auto* end = static_cast<const char*>(std::memchr(rest.data(), '\n', rest.size()));
    const std::string_view line = end == nullptr ? rest : std::string_view(rest.data(), end);
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    ++tally.lines;
    if (is_blank(line)) continue;
    ++tally.filled;
    Result<void> read = reader.read(line);
    if (read) continue;
    ++tally.bad;
    if (tally.faults.size() < kMaxReportedFaults) tally.faults.push_back({tally.lines, std::move(read.error())});
  }
  return tally;
}

/// Threads that take blocks in turn. None of them is special, so that one alone is enough.
class Reading {
 public:
  Reading(const Experiment& experiment, std::span<const std::string> inputs, const ReadTerms& terms)
      : experiment_(experiment),
        terms_(terms),
        source_(inputs),
        long_line_reader_(experiment),
        tally_(names_of(inputs)),
        gathered_(experiment) {}

  std::expected<RecordsRead, RecordErrors> run() {
    const std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
    const std::size_t threads = std::min(terms_.threads == 0 ? processors : terms_.threads, kMaxThreads);
    {
      std::vector<std::jthread> others;
      for (std::size_t i = 1; i < threads; ++i) others.emplace_back([this] { work(); });
      work();
    }
    return outcome();
  }

 private:
  void work() {
    RecordReader reader(experiment_);
    Block block;
    while (!has_too_many_classes_) {
      std::unique_lock turn(source_mutex_);
      if (!fill(block)) break;
      // There is one large block and one reader for it, so that long lines take the same memory for any threads.
      if (!block.is_large()) turn.unlock();
      RecordReader& its_reader = block.is_large() ? long_line_reader_ : reader;
      BlockTally tally = read_block(block, its_reader);
      const std::scoped_lock lock(result_mutex_);
      tally_.add(std::move(tally));
      if (block.is_large() || reader.gathered() > kGatheredByThread) gather(its_reader);
    }
    const std::scoped_lock lock(result_mutex_);
    gather(reader);
  }

  /// Whether there is something to read. The caller has its turn.
  bool fill(Block& block) {
    if (unreadable_) return false;
    const Result<std::size_t> filled = source_.fill(block);
    if (!filled) unreadable_ = filled.error();
    if (terms_.progress) terms_.progress({.bytes_done = source_.bytes_done(), .bytes_total = source_.bytes_total()});
    return filled && *filled != 0;
  }

  void gather(RecordReader& reader) {
    gathered_.merge(reader.take());
    if (gathered_.classes().size() > kMaxClasses) has_too_many_classes_ = true;
  }

  std::expected<RecordsRead, RecordErrors> outcome() {
    if (has_too_many_classes_) {
      return std::unexpected(RecordErrors{.reported = {{ErrorKind::Input,
                                                        fmt::format("there are more than {} classes", kMaxClasses),
                                                        {},
                                                        "\"class\" names a kind of record, not the record"}}});
    }
    std::vector<Error> faults = tally_.faults(source_.input());
    const std::uint64_t bad_lines = tally_.bad_lines();
    if (unreadable_) {
      if (faults.size() == kMaxReportedFaults) faults.pop_back();
      faults.push_back(*unreadable_);
    } else if (gathered_.records() == 0 && faults.empty()) {
      faults.push_back({ErrorKind::Input, "there is nothing to read"});
    }
    const bool is_bad = bad_lines != 0 || tally_.has_empty_input(source_.input());
    const bool is_refused = is_bad && terms_.bad_lines == BadLines::Refuse;
    if (unreadable_ || is_refused || gathered_.records() == 0) {
      return std::unexpected(RecordErrors{.reported = std::move(faults), .bad_lines = bad_lines});
    }
    return RecordsRead{.cube = in_order(), .skipped = bad_lines, .faults = std::move(faults)};
  }

  /// What was gathered, with classes that do not depend on which thread came first.
  [[nodiscard]] Cube in_order() const {
    std::vector<std::string> names = gathered_.classes();
    std::ranges::sort(names);
    Cube cube(experiment_);
    for (const std::string& name : names) (void)cube.class_index(name);
    cube.merge(gathered_);
    return cube;
  }

  const Experiment& experiment_;
  const ReadTerms& terms_;

  std::mutex source_mutex_;
  BlockSource source_;
  RecordReader long_line_reader_;
  std::optional<Error> unreadable_;

  std::mutex result_mutex_;
  LineTally tally_;
  Cube gathered_;

  std::atomic<bool> has_too_many_classes_ = false;
};

}  // namespace

std::expected<RecordsRead, RecordErrors> read_records(const Experiment& experiment, std::span<const std::string> inputs,
                                                      const ReadTerms& terms) {
  return Reading(experiment, inputs, terms).run();
}

}  // namespace yett
