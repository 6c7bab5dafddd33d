#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "decide/evaluate.h"
#include "model/path_evidence.h"
#include "model/session.h"
#include "policy/policy.h"
#include "replay/call_line.h"

namespace yett {

/// Whether calls are judged on their own or as the calls of one run, as if each allowed one had run.
enum class RunMemory : std::uint8_t { None, Sequence };

/// What becomes of a call that a person is asked about.
enum class AskedCalls : std::uint8_t {
  Stopped,  // nobody answers, or the answer is no
  Pass,     // it is approved, and runs
};

/// Whether limits by the minute count, where nobody knows when the calls of a run were made.
enum class MinuteLimits : std::uint8_t {
  Count,    // as if all calls were made at once
  LeftOut,  // as if there was time enough between them
};

/// Judges calls that were written down, without executing anything. Keeps the state of the run and its buffers: memory
/// is constant. Used by one thread.
class ReplayedRun {
 public:
  /// All of it must outlive the run.
  struct Terms {
    const Engine& engine;
    const Policy& policy;
    const Session& session;
    TimePoint now = TimePoint::max();
    RunMemory memory = RunMemory::None;
    AskedCalls asked = AskedCalls::Stopped;
    MinuteLimits minute_limits = MinuteLimits::Count;
    ResolvePath resolve{};                   // where paths lead; absent: only their text is judged
    const std::vector<std::string>& sealed;  // as in Query
  };
  explicit ReplayedRun(Terms terms) : terms_(std::move(terms)) {}

  /// The ruling on the next call. One that cannot be read is denied.
  [[nodiscard]] Decision judge(const CallLine& line);
  /// What the run has been through so far; of a run without memory nothing.
  [[nodiscard]] const SessionState& state() const { return state_; }

 private:
  /// What the run has been through once a line was judged.
  void remember(const CallLine& line, const Facts& facts, const Decision& decision);

  Terms terms_;
  SessionState state_ = SessionState::of_new_run();
  Evidence evidence_;
};

}  // namespace yett
