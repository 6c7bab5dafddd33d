#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "base/error.h"

namespace yett {

/// As many faults as a person mends before looking again; the others are counted.
inline constexpr std::size_t kMaxReportedFaults = 20;

/// A line that is no record of the experiment.
struct LineFault {
  std::uint64_t line = 0;  // of its block, from 1
  Error error;
};

/// What was found in one block.
struct BlockTally {
  std::size_t input = 0;
  std::uint64_t number = 0;         // of the block
  std::uint64_t lines = 0;          // blank ones included
  std::uint64_t filled = 0;         // lines that are not blank
  std::uint64_t bad = 0;            // of these: no records
  std::vector<LineFault> faults{};  // of the first bad ones: at most kMaxReportedFaults
};

/// Puts what was found in blocks, which come in any order, into the order of the inputs. Memory is that of the blocks
/// that came before their turn. Used by one thread at a time.
class LineTally {
 public:
  explicit LineTally(std::vector<std::string> input_names) : names_(std::move(input_names)), filled_(names_.size()) {}

  /// Each block once.
  void add(BlockTally block);

  /// How many bad lines there are, and the errors of the first of them with input and line. All blocks have to have
  /// been added. An input without a record counts as an error of its own, at its place, if it is before `inputs_read`.
  [[nodiscard]] std::uint64_t bad_lines() const { return bad_lines_; }
  [[nodiscard]] bool has_empty_input(std::size_t inputs_read) const;
  [[nodiscard]] std::vector<Error> faults(std::size_t inputs_read) const;

 private:
  void take(BlockTally& block);

  std::vector<std::string> names_;
  std::map<std::uint64_t, BlockTally> early_;  // by number
  std::uint64_t next_ = 0;                     // block
  std::size_t input_ = 0;                      // of the block before it
  std::uint64_t lines_ = 0;                    // of that input, up to there
  std::uint64_t bad_lines_ = 0;
  std::vector<std::uint64_t> filled_;                    // lines, by input
  std::vector<std::pair<std::size_t, Error>> faults_{};  // with their input
};

}  // namespace yett
