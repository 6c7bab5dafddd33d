#pragma once

#include <string>
#include <vector>

#include "replay/call_line.h"
#include "replay/replayed_run.h"
#include "words/language.h"

namespace yett {

/// Judges calls written as JSON lines (docs/calls.md), without executing anything. One line in, one ruling out.
/// Keeps nothing but the state of the run and its buffers: memory is constant. Used by one thread.
class DecideStream {
 public:
  /// `run` must outlive the stream, as it says.
  DecideStream(ReplayedRun::Terms run, Language language);

  /// A line's ruling, as a table shows it.
  struct Ruling {
    Verdict verdict = Verdict::Deny;
    RuleId rule = RuleId::SystemInternal;
    std::string reason;
    std::string tier;  // "-" where there is none
    std::vector<RuleId> also;
  };

  /// Judges one line and appends its JSON object and a newline to `out`. A line that cannot be read as a call is a
  /// denied call.
  Verdict judge_line(const CallLine& line, std::string& out);
  /// The same for a row of a table.
  [[nodiscard]] Ruling judge_row(const CallLine& line);
  /// The same as it was decided.
  [[nodiscard]] Decision judge(const CallLine& line) { return run_.judge(line); }

 private:
  ReplayedRun run_;
  Language language_;
  std::string policy_digest_;
};

}  // namespace yett
