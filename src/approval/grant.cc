#include "approval/grant.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "text/json.h"

namespace yett {
namespace {

Json text_or_null(const std::optional<std::string>& text) { return text ? Json(*text) : Json(); }
Json time_json(TimePoint time) { return Json(static_cast<std::int64_t>(time.time_since_epoch().count())); }

const GrantTerms* find_terms(const Policy& policy, const std::string& name) {
  const auto found = std::ranges::find(policy.approval.grants, name, &GrantTerms::name);
  return found == policy.approval.grants.end() ? nullptr : &*found;
}

/// Whether somebody may give it, by the rules that hold for one call of the tool. An answer without a signature counts
/// where unsigned answers do.
bool is_given_by_one_who_may(const Grant& grant, const AnswerRules& rules) {
  if (grant.by.empty() || rules.quorum > 1) return false;
  if (rules.own_user == OwnUser::NeverCounts && is_same_person(grant.by, grant.user)) return false;
  if (!grant.signature) return rules.terms == AnswerTerms::Unsigned;
  const EntitledKey entitled{.name = grant.by, .key = grant.signature->key};
  return std::ranges::find(rules.approvers, entitled) != rules.approvers.end() &&
         is_signed_by(grant.signature->key, grant_text(grant), grant.signature->signature);
}

/// Whose calls it is for, as far as the rules of answering look at a session.
Session session_of(const Grant& grant) {
  Session session;
  session.user = grant.user;
  session.tenant = grant.tenant;
  return session;
}

bool is_of_the_tool(RuleId rule) {
  return rule == RuleId::ApprovalDangerous || rule == RuleId::ApprovalIrreversibleWrite ||
         rule == RuleId::ApprovalFixedDestination || rule == RuleId::ApprovalTool;
}

/// Whether all that asks about the call is what the tool is.
bool asks_for_the_tool_alone(const Decision& decision) {
  return decision.verdict() == Verdict::Confirm && is_of_the_tool(decision.rule()) &&
         std::ranges::all_of(decision.also, [](const Finding& finding) {
           return finding.verdict != Verdict::Deny && is_of_the_tool(finding.rule);
         });
}

}  // namespace

std::string grant_text(const Grant& grant) {
  return "yett-grant-v1\n" + canonical_json(Json::object({{"by", grant.by},
                                                          {"from", time_json(grant.from)},
                                                          {"grant", grant.id},
                                                          {"name", grant.name},
                                                          {"policy", grant.policy.to_string()},
                                                          {"run", text_or_null(grant.run)},
                                                          {"tenant", text_or_null(grant.tenant)},
                                                          {"until", time_json(grant.until)},
                                                          {"user", grant.user},
                                                          {"uses", std::int64_t{grant.uses}}}));
}

Grant sign_grant(Grant grant, const SigningKey& key) {
  grant.signature = AnswerSignature{key.public_key(), key.sign(grant_text(grant))};
  return grant;
}

Result<void> require_within_ceiling(const Grant& grant, const Policy& policy) {
  const auto refuse = [&grant](std::string_view what, std::string hint = {}) {
    return fail(ErrorKind::Input, fmt::format("grant {}: {}", grant.name, what), {}, std::move(hint));
  };
  const GrantTerms* terms = find_terms(policy, grant.name);
  if (terms == nullptr) return refuse("the policy has no such grant", "[approval.grants.NAME]");
  if (grant.policy != policy.digest) return refuse("it was given under another policy");
  if (grant.uses == 0 || grant.uses > terms->max_uses) {
    return refuse(fmt::format("{} uses; the policy lets an approver grant 1 to {}", grant.uses, terms->max_uses));
  }
  if (grant.until <= grant.from || grant.until - grant.from > terms->max_for) {
    return refuse(fmt::format("the policy lets it last for at most {}", format_duration(terms->max_for)));
  }
  if (grant.user.empty()) return refuse("it is for no user", "--user NAME");
  const AnswerRules rules = answer_rules(policy, session_of(grant), policy.tools.in_order()[terms->tool]);
  if (rules.quorum > 1) return refuse("calls of this tool need several people, and a grant is one person's");
  if (!is_given_by_one_who_may(grant, rules)) {
    return refuse(
        fmt::format("{} may not approve such calls for {}", grant.by.empty() ? "nobody" : grant.by, grant.user),
        "[approvers] of the policy names who may, for which tenants and tools");
  }
  return {};
}

bool covers(const Grant& grant, const AskedCall& call) {
  if (grant.state != GrantState::Live || grant.used >= grant.uses) return false;
  if (call.now < grant.from || call.now >= grant.until) return false;
  if (grant.user != call.session.user || grant.tenant != call.session.tenant) return false;
  if (grant.run && *grant.run != call.session.run) return false;
  if (!asks_for_the_tool_alone(call.decision) || !require_within_ceiling(grant, call.policy)) return false;
  const GrantTerms* terms = find_terms(call.policy, grant.name);
  const Tool& tool = call.policy.tools.in_order()[terms->tool];
  return tool.name == call.tool.name && tool.server == call.tool.server &&
         (!terms->schema || !terms->schema->check(call.arguments));
}

bool may_become(const Grant& before, const Grant& after) {
  Grant same = after;
  same.used = before.used;
  same.state = before.state;
  if (same != before || after.used > after.uses) return false;
  if (before.state == GrantState::Revoked) return after == before;
  return after.used >= before.used;
}

}  // namespace yett
