#pragma once

#include <string>
#include <vector>

#include "cli/format_option.h"
#include "compare/difference.h"
#include "replay/rejudged_call.h"
#include "words/language.h"

namespace yett {

/// The two policies, as people name them, what differs, and calls that were judged under both.
struct DifferenceReport {
  std::string before;  // a file
  std::string after;
  std::string before_digest;
  std::string after_digest;
  std::vector<Difference> differences;
  std::vector<RejudgedCall> calls;  // that are ruled otherwise, or could not be judged again; the widest first
  std::size_t calls_judged = 0;     // that could be judged again
  bool has_calls = false;           // whether calls were looked at
};

/// True when the new policy lets something through that the old one did not, or may do so.
[[nodiscard]] bool may_grant(const DifferenceReport& report);

[[nodiscard]] std::string print_report(const DifferenceReport& report, Language language, Format format);

}  // namespace yett
