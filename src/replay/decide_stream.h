#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "decide/evaluate.h"
#include "model/path_evidence.h"
#include "model/session.h"
#include "policy/policy.h"
#include "replay/call_line.h"
#include "words/language.h"

namespace yett {

/// Whether lines are judged on their own or as the calls of one run, as if each allowed one had run.
enum class LineMemory : std::uint8_t { None, Sequence };

/// Judges calls written as JSON lines (docs/calls.md), without executing anything. One line in, one ruling out.
/// Keeps nothing but the state of the run and its buffers: memory is constant. Used by one thread.
class DecideStream {
 public:
  struct Terms {
    const Engine& engine;
    const Policy& policy;
    const Session& session;
    TimePoint now = TimePoint::max();
    Language language = Language::English;
    LineMemory memory = LineMemory::None;
    ResolvePath resolve{};                   // where paths lead; absent: only their text is judged
    const std::vector<std::string>& sealed;  // as in Query
  };
  explicit DecideStream(Terms terms);

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
  [[nodiscard]] Decision judge(const CallLine& line);

 private:
  /// What the run has been through once a line was judged.
  void remember(const CallLine& line, const Facts& facts, const Decision& decision);

  Terms terms_;
  SessionState state_ = SessionState::of_new_run();
  std::string policy_digest_;
  Evidence evidence_;
};

}  // namespace yett
