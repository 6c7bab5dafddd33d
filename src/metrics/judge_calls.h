#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "decide/engine.h"
#include "metrics/labelled_call.h"
#include "metrics/sample.h"
#include "model/path_evidence.h"
#include "replay/replayed_run.h"

namespace yett {

/// Where it is known from what a run has taken in when a call is judged.
enum class CallSources : std::uint8_t {
  Record,   // the call's own line says it; each call is judged by itself
  Runtime,  // the run of its task adds it up, call by call, as in a session
};

/// Calls in the order in which they were read, and the runs that they are made in.
struct CallWork {
  std::vector<LabelledCall> calls;
  std::vector<std::vector<std::size_t>> runs;  // positions in `calls`: one a task, one a call that names none
};

/// Sorts calls into runs by suite and task.
[[nodiscard]] CallWork sort_into_runs(std::vector<LabelledCall> calls);

/// By what calls are judged. All of it must outlive the judging.
struct CallJudging {
  const Engine& engine;
  const Policy& policy;
  const Session& session;
  TimePoint now = TimePoint::max();
  CallSources sources = CallSources::Record;
  ResolvePath resolve{};  // where paths lead; absent: only their text is judged
  const std::vector<std::string>& sealed;
};

/// What the policy rules of one call under the session's own permissions.
struct CallRuling {
  Verdict verdict = Verdict::Deny;
  RuleId rule = RuleId::SystemInternal;
};

/// Calls as an experiment sees them.
struct JudgedCalls {
  Sample sample;                    // one group a call, in their order; a task a run and kind of truth
  std::vector<CallRuling> rulings;  // by call
};

/// Judges every call: under each permission set of the experiment by the whole engine, and under the session's own set
/// once more for the policy and each of its stages. In runs, a call that is asked about goes on as `asked` says.
/// O(calls x sets).
[[nodiscard]] JudgedCalls judge_calls(const Experiment& experiment, const CallWork& work, const CallJudging& judging,
                                      AskedCalls asked);

/// What one stage says by itself of a call that could be read or not: the gravest of its findings in the decision.
[[nodiscard]] Verdict stage_ruling(const Decision& decision, Stage stage, Readability readability);

/// A run of the calls' terms, with the session as it is or under another set. When its calls were made is not known, so
/// that limits by the minute stop nothing: they would count in the policy's favour.
[[nodiscard]] ReplayedRun open_run(const CallJudging& judging, const Session& session, AskedCalls asked);

}  // namespace yett
