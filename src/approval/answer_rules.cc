#include "approval/answer_rules.h"

#include <algorithm>
#include <iterator>

#include "text/name_fold.h"

namespace yett {

AnswerRules answer_rules(const Policy& policy, const Session& session, const Tool& tool) {
  AnswerRules rules;
  rules.terms = policy.approval.unsigned_because ? AnswerTerms::Unsigned : AnswerTerms::SignedOnly;
  rules.quorum = policy.approval.quorum;
  // A tool's own terms only ever add people: the loader refuses others, and this does not rely on it.
  if (tool.ask && tool.ask->quorum) rules.quorum = std::max(rules.quorum, *tool.ask->quorum);
  rules.own_user = policy.approval.own_user;
  rules.user = session.user;
  rules.expires = tool.ask && tool.ask->expires ? *tool.ask->expires : policy.approval.expires;
  for (const Approver& approver : policy.approvers) {
    if (approver.is_entitled_to(Entitlement::Approve) && approver.answers_for(session.tenant) &&
        approver.answers_for_tool(tool.server, tool.name)) {
      rules.approvers.push_back({approver.name, approver.key});
    }
  }
  return rules;
}

std::optional<std::vector<EntitledKey>> resumers_of(const Policy& policy, const Session& session) {
  if (policy.approvers.empty()) return std::nullopt;
  std::vector<EntitledKey> resumers;
  for (const Approver& approver : policy.approvers) {
    if (approver.is_entitled_to(Entitlement::Resume) && approver.answers_for(session.tenant)) {
      resumers.push_back({approver.name, approver.key});
    }
  }
  return resumers;
}

std::optional<std::vector<EntitledKey>> common_resumers(const std::optional<std::vector<EntitledKey>>& before,
                                                        const std::optional<std::vector<EntitledKey>>& now) {
  if (!before || !now) return before ? before : now;
  std::vector<EntitledKey> common;
  std::ranges::copy_if(*before, std::back_inserter(common),
                       [&now](const EntitledKey& one) { return std::ranges::find(*now, one) != now->end(); });
  return common;
}

bool is_same_person(std::string_view one, std::string_view other) { return fold_name(one) == fold_name(other); }

}  // namespace yett
