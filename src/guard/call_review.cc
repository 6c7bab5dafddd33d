#include "guard/call_review.h"

#include "decide/evaluate.h"
#include "decide/resolved_paths.h"

namespace yett {

Decision CallReview::review(const Policy& policy, const Session& session, const Submission& submission) const {
  Result<SessionState> state = parts_.store.session_state(RunKey(session));
  if (!state) {
    Decision unknown;
    unknown.deciding = denied_by(RuleId::SystemAudit);
    return unknown;
  }
  state->tally.calls_this_minute = 0;
  state->tally.calls_last_minute = 0;
  const Tool* tool = policy.tools.find_at(submission.server, submission.call.tool);
  // It was counted when it was let out.
  if (tool != nullptr && counts_as_send(*tool) && state->tally.sends != 0) --state->tally.sends;
  Evidence evidence;
  evidence.tool = submission.tool;
  evidence.schema = submission.schema ? &*submission.schema : nullptr;
  const Query query{.policy = policy,
                    .session = session,
                    .state = *state,
                    .call = submission.call,
                    .evidence = evidence,
                    .now = parts_.clock.now(),
                    .server = submission.server,
                    .sealed = parts_.sealed};
  const Facts facts = examine_with_paths(parts_.engine.engine(), query, parts_.resolve, evidence);
  return evaluate(parts_.engine.engine(), query, facts);
}

}  // namespace yett
