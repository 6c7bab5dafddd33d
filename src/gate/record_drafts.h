#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "approval/grant.h"
#include "approval/request.h"
#include "decide/facts.h"
#include "gate/ruling.h"
#include "ledger/record.h"
#include "model/decision.h"
#include "model/session.h"
#include "policy/policy.h"
#include "words/language.h"

namespace yett {

/// What has ended a request before anybody has used it, as records name it.
inline constexpr std::string_view kEndedByClient = "client";
inline constexpr std::string_view kEndedByGate = "gate";  // the call is not what was asked about any more, or denied
inline constexpr std::string_view kEndedBySuspension = "suspension";

/// What became of a request: expired, cancelled, approved, denied. The run that asked stands in it, whoever ends it.
[[nodiscard]] RecordDraft request_record(TimePoint now, std::string_view what, const ApprovalRequest& request);

/// Says in the record of a call that was let out which grant it has used, and who gave that.
void name_grant(RecordDraft& decision, const Grant& grant);

/// Words the records of one session. Only structure gets in; see RecordDraft.
class RecordDrafts {
 public:
  /// `servers` are those of the session: what is about none of them in particular stands under the only one, or under
  /// none.
  RecordDrafts(PolicyRef policy, const Session& session, std::vector<std::string> servers, Language language);

  /// The ruling on a call. `request_id` ties it to the request that it made, joined or used; empty for none.
  [[nodiscard]] RecordDraft decision(TimePoint now, const Finding& finding, const Query& query, const Facts& facts,
                                     const std::optional<Digest>& call, std::string_view request_id) const;
  /// What a candidate would have ruled on a call, beside what the policy in force ruled on it.
  [[nodiscard]] RecordDraft candidate(TimePoint now, const Finding& finding, const Query& query, const Facts& facts,
                                      const Digest& call, const Finding& enforced) const;
  /// What became of an execution: executed, failed or unknown.
  [[nodiscard]] RecordDraft outcome(TimePoint now, std::string_view what, const Execution& execution,
                                    std::uint64_t result_bytes) const;
  /// Says in an outcome by which rule its result is withheld.
  void give_reason(RecordDraft& outcome, const Finding& finding) const;
  /// That a server has written live secrets, and how many.
  [[nodiscard]] RecordDraft reflected_secrets(TimePoint now, std::string_view server, std::uint64_t count) const;
  /// That a server was started, and what holds it in.
  [[nodiscard]] RecordDraft confinement(TimePoint now, std::string_view server, Json detail) const;
  /// Whether anything holds a server in: where not, each record of its calls says so.
  enum class Held : std::uint8_t { Yes, No };
  void set_held(std::string_view server, Held held);
  /// What became of a request: expired, cancelled.
  [[nodiscard]] RecordDraft approval(TimePoint now, std::string_view what, const ApprovalRequest& request) const;
  /// The beginning or end of a session.
  [[nodiscard]] RecordDraft session(TimePoint now, std::string_view what, Json detail) const;
  /// The suspension of a run that had too many calls refused.
  [[nodiscard]] RecordDraft suspension(TimePoint now, const RunLimits& limits) const;
  /// The suspension of a run because the store could not take an outcome of it.
  [[nodiscard]] RecordDraft lost_outcome(TimePoint now) const;
  /// That this policy has taken the place of another.
  [[nodiscard]] RecordDraft adopted_policy(TimePoint now, const Digest& before) const;
  /// That another policy was refused and this one stays. Of what the loader says only the place and the message get in,
  /// redacted: it may quote the file.
  [[nodiscard]] RecordDraft refused_policy(TimePoint now, const Error& error) const;
  /// Something that the protocol layer refused or dropped.
  [[nodiscard]] RecordDraft protocol(TimePoint now, std::string_view what, const Json& detail,
                                     std::string_view server) const;
  /// Something about the ledger or the state folder itself.
  [[nodiscard]] RecordDraft state(TimePoint now, std::string_view what, const Json& detail) const;

 private:
  [[nodiscard]] RecordDraft draft(TimePoint now, RecordKind kind, std::string_view decision) const;
  void mark_unconfined(RecordDraft& record) const;
  /// The same of one server.
  [[nodiscard]] RecordDraft draft_at(std::string_view server, TimePoint now, RecordKind kind,
                                     std::string_view decision) const;

  PolicyRef policy_;
  Session session_;
  std::vector<std::string> servers_;
  std::set<std::string, std::less<>> unconfined_;  // servers
  Language language_;
};

}  // namespace yett
