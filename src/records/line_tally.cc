#include "records/line_tally.h"

#include <algorithm>
#include <limits>
#include <span>
#include <string>

namespace yett {

void LineTally::add(BlockTally block) {
  early_.emplace(block.number, std::move(block));
  for (auto first = early_.begin(); first != early_.end() && first->first == next_; first = early_.begin()) {
    take(first->second);
    early_.erase(first);
    ++next_;
  }
}

void LineTally::take(BlockTally& block) {
  if (block.input != input_) lines_ = 0;
  input_ = block.input;
  for (LineFault& fault : block.faults) {
    if (faults_.size() == kMaxReportedFaults) break;
    const std::uint64_t line = lines_ + fault.line;
    fault.error.where.file = names_[input_];
    fault.error.where.line =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(line, std::numeric_limits<std::uint32_t>::max()));
    faults_.emplace_back(input_, std::move(fault.error));
  }
  lines_ += block.lines;
  filled_[input_] += block.filled;
  bad_lines_ += block.bad;
}

bool LineTally::has_empty_input(std::size_t inputs_read) const {
  const auto read = std::span(filled_).first(inputs_read);
  return std::ranges::find(read, 0U) != read.end();
}

std::vector<Error> LineTally::faults(std::size_t inputs_read) const {
  std::vector<std::pair<std::size_t, Error>> all = faults_;
  for (std::size_t input = 0; input < inputs_read; ++input) {
    if (filled_[input] == 0) {
      all.emplace_back(input, Error{ErrorKind::Input, "there is no record in it", {.file = names_[input]}});
    }
  }
  std::ranges::stable_sort(all, {}, &std::pair<std::size_t, Error>::first);
  std::vector<Error> faults;
  for (auto& [input, error] : all) {
    if (faults.size() < kMaxReportedFaults) faults.push_back(std::move(error));
  }
  return faults;
}

}  // namespace yett
