#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/measure_option.h"
#include "metrics/experiment.h"
#include "metrics/labelled_call.h"
#include "policy/policy.h"

namespace yett {

/// The calls of one command line.
struct TakenCalls {
  std::vector<LabelledCall> calls;
  std::uint64_t skipped = 0;  // lines that could not be used
};

/// Whether the first of some files begins with a call, as far as that can be seen: standard input is left as it is.
[[nodiscard]] bool begins_with_call(const std::vector<std::string>& files);

/// Reads the labelled calls of every file that the command line names, or standard input where it names none: lines of
/// labelled calls, or with --from traces, whose calls have the label of the option that names their file. Every line
/// that cannot be used is told on stderr, at most kMaxReportedFaults of them. A call of a trace that cannot be read is
/// a call that the agent made: it is told, and measured as the policy denies it. Fails when an input cannot be read,
/// holds no call, and, unless bad lines are skipped, when a line cannot be used.
[[nodiscard]] Result<TakenCalls> take_calls(const Invocation& invocation, const Console& console,
                                            const MeasureTerms& terms, const Experiment& experiment,
                                            const Policy& policy);

}  // namespace yett
