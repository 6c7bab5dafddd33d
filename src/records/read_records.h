#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "metrics/cube.h"
#include "metrics/experiment.h"

namespace yett {

/// More different classes than a table has room for would be identities of records.
inline constexpr std::size_t kMaxClasses = 100'000;

/// What is done about a line that is no record of the experiment.
enum class BadLines : std::uint8_t {
  Refuse,  // nothing is measured
  Skip,    // it is counted and told
};

struct ReadProgress {
  std::uint64_t bytes_done = 0;
  std::optional<std::uint64_t> bytes_total;  // known when all inputs are regular files
};

struct ReadTerms {
  BadLines bad_lines = BadLines::Refuse;
  std::size_t threads = 0;  // the caller's included; 0: as many as the machine has processors; at most 64
  std::function<void(const ReadProgress&)> progress{};  // by any of the threads, one at a time; may be empty
};

struct RecordsRead {
  Cube cube;  // the classes of the experiment first, then the others by name
  std::uint64_t skipped = 0;
  std::vector<Error> faults;  // of the first lines that were skipped: at most kMaxReportedFaults
};

/// Why nothing can be measured.
struct RecordErrors {
  std::vector<Error> reported;  // in the order of the inputs: at least one, at most kMaxReportedFaults
  std::uint64_t bad_lines = 0;  // those that are not reported included
};

/// Reads inputs of one record a line (docs/measure.md), blank lines left out; each is a path or "-", standard input,
/// may be compressed with gzip or zstd, and is read once. The result is the same for any number of threads. Fails when
/// an input cannot be read to its end, when no record is left, when there are more than kMaxClasses classes and, by
/// `terms`, when a line is no record or an input holds none. Memory is that of the cells, half a MiB a thread and,
/// where there are lines of more than 256 KiB, of one such line at a time: up to twice its size, and six times when it
/// is nothing but structure. Blocks. `experiment` and `inputs` are only read.
[[nodiscard]] std::expected<RecordsRead, RecordErrors> read_records(const Experiment& experiment,
                                                                    std::span<const std::string> inputs,
                                                                    const ReadTerms& terms = {});

}  // namespace yett
