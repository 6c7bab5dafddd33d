#include "lab/equivalence.h"

#include <algorithm>
#include <string>

#include "decide/evaluate.h"

namespace yett {
namespace {

const std::vector<std::string> kNothingSealed;

std::vector<PermissionSet> sets_of(const Policy& policy) {
  std::vector<PermissionSet> sets = {policy.session.permissions};
  sets.insert(sets.end(), policy.session.may_choose.begin(), policy.session.may_choose.end());
  return sets;
}

/// The user's text is always among what a run has taken in.
std::vector<SessionState> states_of_runs() {
  std::vector<SessionState> states = {SessionState{}};  // suspended
  for (const SourceSet more :
       {SourceSet{}, SourceSet{SourceKind::ToolOutput}, SourceSet{SourceKind::RetrievedDocument}, SourceSet::all()}) {
    for (const bool private_seen : {false, true}) {
      SessionState state = SessionState::of_new_run();
      state.taken_in.insert(more);
      state.private_seen = private_seen;
      states.push_back(state);
    }
  }
  return states;
}

}  // namespace

template <typename Take>
bool Abstraction::judge_case(const Defence& defence, const Case& judged, Take take) const {
  const Engine& engine = defence.engine.engine();
  const std::vector<PermissionSet> sets = sets_of(*defence.policy);
  static const std::vector<SessionState> kStates = states_of_runs();
  for (const CaseCall& made : judged.calls) {
    ToolCall call = ToolCall::readable(made.tool, made.arguments);
    call.readability = made.readability;
    for (const bool has_tenant : {true, false}) {
      // Every session of a policy for one tenant has that one.
      if (!has_tenant && defence.policy->session.tenant) continue;
      Session session{.run = "run",
                      .user = "user",
                      .tenant = {},
                      .allowed_tenants = {},
                      .permissions = {},
                      .expires_at = now_ + std::chrono::hours(1)};
      if (has_tenant) session.tenant = judged.session.tenant;
      if (session.tenant) session.allowed_tenants = {*session.tenant};
      for (const Observation seen : {Observation::Offered, Observation::Changed}) {
        Evidence evidence;
        evidence.tool = seen;
        // What a call turns out to ask for is the same whoever asks, and in whatever state.
        const Query reading{.policy = *defence.policy,
                            .session = session,
                            .state = kStates.front(),
                            .call = call,
                            .evidence = evidence,
                            .now = now_,
                            .sealed = kNothingSealed};
        const Facts facts = examine(engine, reading);
        for (const PermissionSet& set : sets) {
          session.permissions = set;
          for (const SessionState& state : kStates) {
            const Query query{.policy = *defence.policy,
                              .session = session,
                              .state = state,
                              .call = call,
                              .evidence = evidence,
                              .now = now_,
                              .sealed = kNothingSealed};
            const Decision decision = evaluate(engine, query, facts);
            if (!take(decision)) return false;
          }
        }
      }
    }
  }
  return true;
}

Abstraction::Abstraction(const Defence& strict, std::span<const Case> library, TimePoint now)
    : library_(library), now_(now) {
  const auto hear = [this](RuleId rule) {
    if (!ever_hears(rule)) heard_.push_back(rule);
  };
  for (const Case& judged : library) {
    std::vector<Ruling>& rulings = strict_.emplace_back();
    (void)judge_case(strict, judged, [&](const Decision& decision) {
      rulings.push_back({decision.verdict(), decision.rule()});
      hear(decision.rule());
      for (const Finding& finding : decision.also) hear(finding.rule);
      return true;
    });
  }
}

bool Abstraction::is_judged_alike_by(const Defence& other, const std::function<bool(const Case&)>& touches) const {
  std::size_t judged = 0;
  for (std::size_t i = 0; i < library_.size(); ++i) {
    if (!touches(library_[i])) continue;
    judged += strict_[i].size();
    const std::vector<Ruling>& rulings = strict_[i];
    std::size_t next = 0;
    const bool alike = judge_case(other, library_[i], [&](const Decision& decision) {
      return next < rulings.size() && rulings[next++] == Ruling{decision.verdict(), decision.rule()};
    });
    if (!alike || next != rulings.size()) return false;
  }
  // Where nothing was judged nothing is shown.
  return judged > 0;
}

bool Abstraction::ever_hears(RuleId rule) const { return std::ranges::find(heard_, rule) != heard_.end(); }

}  // namespace yett
