#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cases/case.h"
#include "cli/command.h"
#include "cli/format_option.h"
#include "cli/measurement_view.h"
#include "metrics/judge_calls.h"
#include "words/language.h"

namespace yett {

/// What becomes of a line that cannot be used.
enum class BadRecords : std::uint8_t {
  Refused,  // nothing is measured
  Skipped,  // and counted in the result
};

/// A member that a call must have with that text to be measured.
struct CallFilter {
  std::string key;
  std::string value;
};

/// What the command line of `yett measure` says, beside the policy and the session.
struct MeasureTerms {
  Language language = Language::English;
  Format format = Format::Table;
  MeasureDetail detail = MeasureDetail::Tables;
  std::uint64_t records = 0;  // that are made where no file is named
  std::uint64_t seed = 0;
  unsigned threads = 1;
  BadRecords bad = BadRecords::Refused;
  CallSources sources = CallSources::Record;
  ScriptedAnswer approver = ScriptedAnswer::None;
  std::vector<CallFilter> filters;
  std::optional<double> max_false_block;  // of the recommended set
};

/// The options of the command, in the order of its help.
[[nodiscard]] std::vector<OptionSpec> measure_options();

/// Reads what the options say, and refuses values that mean nothing and options that would be ignored together.
[[nodiscard]] Result<MeasureTerms> find_measure_terms(const Invocation& invocation, const Console& console);

}  // namespace yett
