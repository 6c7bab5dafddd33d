#include "replay/replayed_run.h"

#include <optional>
#include <utility>

#include "approval/binding.h"
#include "decide/resolved_paths.h"

namespace yett {

Decision ReplayedRun::judge(const CallLine& line) {
  if (terms_.minute_limits == MinuteLimits::LeftOut) {
    state_.tally.calls_this_minute = 0;
    state_.tally.calls_last_minute = 0;
    state_.tally.denials.clear();
  }
  SessionState state = line.after(state_);
  const Tool* tool = terms_.policy.tools.find(line.call.tool);
  evidence_.tool = tool == nullptr ? Observation::NotLooked : observe_by_name(terms_.policy, *tool);
  const Query query{.policy = terms_.policy,
                    .session = terms_.session,
                    .state = state,
                    .call = line.call,
                    .evidence = evidence_,
                    .now = terms_.now,
                    .sealed = terms_.sealed};
  const Facts facts = terms_.resolve ? examine_with_paths(terms_.engine, query, terms_.resolve, evidence_)
                                     : examine(terms_.engine, query);
  Decision decision = evaluate(terms_.engine, query, facts);
  if (terms_.memory == RunMemory::Sequence) {
    state_ = std::move(state);
    remember(line, facts, decision);
  }
  return decision;
}

void ReplayedRun::remember(const CallLine& line, const Facts& facts, const Decision& decision) {
  count_call(state_.tally, terms_.now);
  const bool runs = decision.verdict() == Verdict::Allow ||
                    (decision.verdict() == Verdict::Confirm && terms_.asked == AskedCalls::Pass);
  if (runs && facts.tool != nullptr) {
    if (const std::optional<SourceKind> kind = source_of(facts.tool->returns)) state_.taken_in.insert(*kind);
    if (facts.tool->sensitivity == Sensitivity::Private) state_.private_seen = true;
    if (counts_as_send(*facts.tool)) ++state_.tally.sends;
  }
  if (decision.verdict() == Verdict::Deny) {
    const bool is_call = line.call.readability == Readability::Readable;
    const Digest digest = is_call ? call_digest(line.call.tool, line.call.arguments) : sha256(line.text);
    if (note_denial(state_.tally, terms_.policy.limits, call_key(digest), terms_.now)) {
      state_.suspension = Suspension::Suspended;
    }
  }
}

}  // namespace yett
