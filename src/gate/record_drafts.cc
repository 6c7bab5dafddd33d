#include "gate/record_drafts.h"

#include "decide/intent.h"
#include "gate/policy_redactor.h"
#include "words/reason.h"

namespace yett {

RecordDraft request_record(TimePoint now, std::string_view what, const ApprovalRequest& request) {
  RecordDraft draft;
  draft.time = now;
  draft.kind = RecordKind::Approval;
  draft.run = request.run;
  draft.user = request.user;
  draft.tenant = request.tenant;
  draft.server = request.server;
  draft.tool = request.tool;
  draft.tier = request.tier;
  draft.decision = what;
  if (request.act != Digest{}) draft.call = request.act;
  draft.rule = request.rule;
  draft.reason = request.reason;
  draft.intent = Json::object({{"approval", request.id}});
  return draft;
}

void name_grant(RecordDraft& decision, const Grant& grant) {
  decision.intent.set("grant", grant.id);
  decision.intent.set("by", grant.by);
}

RecordDrafts::RecordDrafts(PolicyRef policy, const Session& session, std::vector<std::string> servers,
                           Language language)
    : policy_(std::move(policy)), session_(session), servers_(std::move(servers)), language_(language) {}

RecordDraft RecordDrafts::draft(TimePoint now, RecordKind kind, std::string_view decision) const {
  RecordDraft draft;
  draft.time = now;
  draft.kind = kind;
  draft.run = session_.run;
  draft.user = session_.user;
  draft.tenant = session_.tenant;
  if (servers_.size() == 1) draft.server = servers_.front();
  draft.decision = decision;
  draft.policy = policy_->digest;
  return draft;
}

RecordDraft RecordDrafts::draft_at(std::string_view server, TimePoint now, RecordKind kind,
                                   std::string_view decision) const {
  RecordDraft record = draft(now, kind, decision);
  if (!server.empty()) record.server = server;
  return record;
}

RecordDraft RecordDrafts::decision(TimePoint now, const Finding& finding, const Query& query, const Facts& facts,
                                   const std::optional<Digest>& call, std::string_view request_id) const {
  RecordDraft record = draft_at(query.server, now, RecordKind::Decision, to_string(finding.verdict));
  if (facts.tool != nullptr) {
    record.tool = facts.tool->name;
    record.tier = to_string(facts.tool->tier());
  }
  record.call = call;
  record.rule = to_string(finding.rule);
  record.reason = reason(language_, finding);
  record.intent = intent_of(query, facts);
  mark_unconfined(record);
  if (!request_id.empty()) record.intent.set("approval", request_id);
  return record;
}

RecordDraft RecordDrafts::candidate(TimePoint now, const Finding& finding, const Query& query, const Facts& facts,
                                    const Digest& call, const Finding& enforced) const {
  RecordDraft record = decision(now, finding, query, facts, call, {});
  record.kind = RecordKind::Candidate;
  record.policy = query.policy.digest;
  record.intent =
      Json::object({{"enforced", to_string(enforced.verdict)}, {"enforced_rule", to_string(enforced.rule)}});
  return record;
}

RecordDraft RecordDrafts::outcome(TimePoint now, std::string_view what, const Execution& execution,
                                  std::uint64_t result_bytes) const {
  RecordDraft record = draft_at(execution.server, now, RecordKind::Outcome, what);
  if (execution.policy != nullptr) record.policy = execution.policy->digest;
  if (execution.tool != nullptr) record.tool = execution.tool->name;
  if (execution.act != Digest{}) record.call = execution.act;
  record.intent = Json::object({{"intent_seq", execution.intent_seq}, {"result_bytes", result_bytes}});
  mark_unconfined(record);
  return record;
}

void RecordDrafts::give_reason(RecordDraft& outcome, const Finding& finding) const {
  outcome.rule = to_string(finding.rule);
  outcome.reason = reason(language_, finding);
}

RecordDraft RecordDrafts::reflected_secrets(TimePoint now, std::string_view server, std::uint64_t count) const {
  RecordDraft record = draft_at(server, now, RecordKind::Outcome, "secret_reflected");
  record.intent = Json::object({{"count", count}});
  return record;
}

RecordDraft RecordDrafts::confinement(TimePoint now, std::string_view server, Json detail) const {
  RecordDraft record = draft_at(server, now, RecordKind::Session, "server_started");
  record.intent = std::move(detail);
  return record;
}

void RecordDrafts::set_held(std::string_view server, Held held) {
  if (held == Held::No) {
    unconfined_.emplace(server);
  } else if (const auto found = unconfined_.find(server); found != unconfined_.end()) {
    unconfined_.erase(found);
  }
}

void RecordDrafts::mark_unconfined(RecordDraft& record) const {
  if (unconfined_.contains(record.server)) record.intent.set("isolation", "none");
}

RecordDraft RecordDrafts::approval(TimePoint now, std::string_view what, const ApprovalRequest& request) const {
  RecordDraft record = request_record(now, what, request);
  record.policy = policy_->digest;
  return record;
}

RecordDraft RecordDrafts::session(TimePoint now, std::string_view what, Json detail) const {
  RecordDraft record = draft(now, RecordKind::Session, what);
  record.intent = std::move(detail);
  return record;
}

RecordDraft RecordDrafts::suspension(TimePoint now, const RunLimits& limits) const {
  const Finding limit{.rule = RuleId::SessionLimit,
                      .verdict = Verdict::Deny,
                      .channel = Channel::None,
                      .subject = {.kind = SubjectKind::Text, .text = "denials", .size = 0},
                      .argument = {}};
  RecordDraft record = session(now, "suspended", Json::object({{"denials", std::int64_t{limits.denials}}}));
  record.rule = to_string(limit.rule);
  record.reason = reason(language_, limit);
  return record;
}

RecordDraft RecordDrafts::lost_outcome(TimePoint now) const {
  const Finding cause = denied_by(RuleId::SystemAudit);
  RecordDraft record = session(now, "suspended", Json());
  record.rule = to_string(cause.rule);
  record.reason = reason(language_, cause);
  return record;
}

RecordDraft RecordDrafts::adopted_policy(TimePoint now, const Digest& before) const {
  RecordDraft record = draft(now, RecordKind::Policy, "adopted");
  const std::string& permissions = session_.permissions.name;
  record.intent = Json::object({{"before", before.to_string()},
                                {"permissions", permissions.empty() ? Json() : Json(permissions)},
                                {"expires_at", format_time(session_.expires_at)}});
  return record;
}

RecordDraft RecordDrafts::refused_policy(TimePoint now, const Error& error) const {
  const Redactor redactor = redactor_of(*policy_, language_);
  RecordDraft record = draft(now, RecordKind::Policy, "refused");
  record.intent = Json::object({{"error", redactor.redact(error.message)},
                                {"line", std::int64_t{error.where.line}},
                                {"column", std::int64_t{error.where.column}}});
  return record;
}

RecordDraft RecordDrafts::protocol(TimePoint now, std::string_view what, const Json& detail,
                                   std::string_view server) const {
  RecordDraft record = draft_at(server, now, RecordKind::Protocol, what);
  record.intent = detail;
  return record;
}

RecordDraft RecordDrafts::state(TimePoint now, std::string_view what, const Json& detail) const {
  RecordDraft record = draft(now, RecordKind::State, what);
  record.intent = detail;
  return record;
}

}  // namespace yett
