#include "lab/equivalence.h"

#include <array>
#include <optional>
#include <vector>

#include "decide/evaluate.h"

namespace yett {
namespace {

const std::vector<std::string> kNothingSealed;

std::vector<PermissionSet> sets_of(const Policy& policy) {
  std::vector<PermissionSet> sets = {policy.session.permissions};
  sets.insert(sets.end(), policy.session.may_choose.begin(), policy.session.may_choose.end());
  return sets;
}

std::vector<SessionState> states_of_runs() {
  std::vector<SessionState> states;
  for (std::uint8_t bits = 0; bits <= SourceSet::all().bits(); ++bits) {
    for (const bool private_seen : {false, true}) {
      SessionState state = SessionState::of_new_run();
      state.taken_in.insert(SourceSet::from_bits(bits));
      state.private_seen = private_seen;
      states.push_back(state);
    }
  }
  states.push_back(SessionState{});  // suspended
  return states;
}

bool is_same(const Decision& one, const Decision& other) {
  return one.verdict() == other.verdict() && one.rule() == other.rule();
}

}  // namespace

bool judge_alike(const Defence& strict, const Defence& weaker, std::span<const Case> library,
                 const Trial::Terms& terms) {
  const std::vector<PermissionSet> sets = sets_of(*strict.policy);
  const std::vector<PermissionSet> weaker_sets = sets_of(*weaker.policy);
  const std::vector<SessionState> states = states_of_runs();
  for (const Case& played : library) {
    for (const CaseCall& made : played.calls) {
      ToolCall call = ToolCall::readable(made.tool, made.arguments);
      call.readability = made.readability;
      Evidence evidence;
      for (const Observation seen : {Observation::Offered, Observation::Changed}) {
        evidence.tool = seen;
        for (std::size_t set = 0; set < sets.size(); ++set) {
          for (const bool has_tenant : {true, false}) {
            Session session{.run = "run", .user = "user", .tenant = {}, .allowed_tenants = {}, .permissions = sets[set],
                            .expires_at = terms.now + std::chrono::hours(1)};
            if (has_tenant) session.tenant = played.session.tenant;
            if (session.tenant) session.allowed_tenants = {*session.tenant};
            Session weaker_session = session;
            weaker_session.permissions = weaker_sets[set];
            for (const SessionState& state : states) {
              const Query before{.policy = *strict.policy, .session = session, .state = state, .call = call,
                                 .evidence = evidence, .now = terms.now, .sealed = kNothingSealed};
              const Query after{.policy = *weaker.policy, .session = weaker_session, .state = state, .call = call,
                                .evidence = evidence, .now = terms.now, .sealed = kNothingSealed};
              if (!is_same(judge(strict.engine.engine(), before), judge(weaker.engine.engine(), after))) return false;
            }
          }
        }
      }
    }
  }
  return true;
}

}  // namespace yett
