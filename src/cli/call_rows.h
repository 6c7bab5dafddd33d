#pragma once

#include <vector>

#include "cli/command.h"
#include "cli/measure_option.h"
#include "metrics/judge_calls.h"

namespace yett {

/// Calls with the ruling on each.
struct RuledCalls {
  const CallWork& work;
  const std::vector<CallRuling>& rulings;
  std::uint64_t skipped = 0;  // lines that could not be used
};

/// --per-record and --records-out on calls: prints the ruling on each, and writes each as a row with its ruling. No
/// argument is written. Fails when the file cannot be written, or is one that is read.
[[nodiscard]] Result<void> write_call_rows(const Invocation& invocation, const Console& console,
                                           const MeasureTerms& terms, const RuledCalls& calls);

}  // namespace yett
