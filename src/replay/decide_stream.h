#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "decide/evaluate.h"
#include "replay/call_line.h"
#include "model/session.h"
#include "policy/policy.h"
#include "words/language.h"

namespace yett {

/// Whether lines are judged on their own or as the calls of one run, as if each allowed one had run.
enum class LineMemory : std::uint8_t { None, Sequence };

/// Judges calls written as JSON lines, without executing anything (contract section 6). One line in, one ruling out.
/// Keeps nothing but the state of the run and its buffers: memory is constant. Used by one thread.
class DecideStream {
 public:
  struct Terms {
    const Engine& engine;
    const Policy& policy;
    const Session& session;
    TimePoint now{};
    Language language = Language::English;
    LineMemory memory = LineMemory::None;
  };
  explicit DecideStream(Terms terms);

  /// A line's ruling: what a table shows, and the whole as one JSON object.
  struct Ruling {
    Verdict verdict = Verdict::Deny;
    std::string id;
    std::string tool;
    RuleId rule = RuleId::SystemInternal;
    std::string reason;
    std::string tier;
  };

  /// Judges one line and appends its JSON object and a newline to `out`. A line that cannot be read as a call is a
  /// denied call.
  Verdict judge_line(std::string_view line, std::string& out);
  /// The same for rows: what the columns of a table show.
  [[nodiscard]] Ruling judge_row(std::string_view line);

 private:
  /// `text` is the line as it was given.
  [[nodiscard]] Decision judge(const CallLine& line, std::string_view text);
  /// What the run has been through once a line was judged.
  void remember(const CallLine& line, std::string_view text, const Facts& facts, const Decision& decision);

  Terms terms_;
  SessionState state_;
  std::string policy_digest_;
  Evidence evidence_;
};

}  // namespace yett
