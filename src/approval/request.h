#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/digest.h"
#include "base/error.h"
#include "base/time.h"
#include "model/decision.h"

namespace yett {

/// The life of a request. Only Pending can be answered, only Approved can be consumed; everything else is final.
enum class RequestState : std::uint8_t { Pending, Approved, Denied, Expired, Cancelled, Consumed };

/// What counts as an answer to a request: the policy that asked decides, not the one who answers.
enum class AnswerTerms : std::uint8_t { SignedOnly, Unsigned };

/// A call that waits for a person. A value: the store keeps it, the functions below change it.
struct ApprovalRequest {
  std::string id;       // 16 lower-case hex digits, random
  std::string run_key;  // the run that asked (see RunKey)
  Digest binding;       // what exactly was shown: see binding.h; all zero stands for nothing and is never Ready
  RequestState state = RequestState::Cancelled;
  AnswerTerms terms = AnswerTerms::SignedOnly;
  TimePoint created_at{};
  TimePoint expires_at{};  // from the ask to the use
  std::optional<TimePoint> answered_at;
  std::string answered_by;  // who answered, as the answering side states it; empty until then

  // For lists; the card holds the arguments.
  std::string run;
  std::string user;
  std::optional<std::string> tenant;
  std::string server;
  std::string tool;
  std::string tier;
  std::string rule;
  std::string reason;
  std::string card;  // path of the card on a tmpfs

  bool operator==(const ApprovalRequest&) const = default;
};

enum class Answer : std::uint8_t { Deny, Approve };

/// The request after a person's answer. Fails with Input when it is not pending any more, when it has expired at `now`,
/// when nobody is named as the one who answers, or when it takes signed answers only (this version makes none): the
/// message says which.
[[nodiscard]] Result<ApprovalRequest> answered(const ApprovalRequest& request, Answer answer, std::string_view by,
                                               TimePoint now);

/// The request as it stands at `now`: Pending and Approved ones past their expiry become Expired. So does one that is
/// dated after `now`: a clock that was set back cannot tell how long ago it was asked.
[[nodiscard]] ApprovalRequest aged(ApprovalRequest request, TimePoint now);

/// The request after its call has gone: Pending and Approved ones become Cancelled, final ones stay as they are.
[[nodiscard]] ApprovalRequest cancelled(ApprovalRequest request);

/// What can stand against a person's answer when it is used: of the rules of denial_of() those that are looked at. The
/// strict engine lists them all; only the lab leaves any out.
using ApprovalChecks = std::span<const RuleId>;

/// The request after the gate has taken it for the call whose present binding is `binding`. Fails with Input unless its
/// standing is Ready. At most one caller gets this far when it is read and written in one transaction of the store.
/// One that had ended, and is Ready only because nobody looks at how, stays as it ended.
[[nodiscard]] Result<ApprovalRequest> consumed(const ApprovalRequest& request, const Digest& binding, TimePoint now,
                                               ApprovalChecks checks);

/// Whether a request that is kept as `before` may be replaced by `after`: the same request, in the same state or one
/// that a step above leads to. A final one may only be replaced by itself. The store refuses every other change.
[[nodiscard]] bool may_become(const ApprovalRequest& before, const ApprovalRequest& after);

/// What a gate that holds a call finds in its request.
enum class Standing : std::uint8_t {
  Refused,  // a person said no
  Expired,
  Cancelled,
  Consumed,  // another caller ran it
  Mismatch,  // it was given for something else than what would run now, or not in the way its terms ask for
  Waiting,
  Ready,  // approved, in time, for exactly this binding
};

/// The standing of a request for a call whose present binding is `binding`. Anything doubtful is not Ready. Where a
/// check is left out, the answer counts as if that did not stand against it: a denial is an answer as well, an approval
/// that has run out, was cancelled or used already is one still. What nobody has answered is never Ready while
/// approval.mismatch is looked at.
[[nodiscard]] Standing standing_of(const ApprovalRequest& request, const Digest& binding, TimePoint now,
                                   ApprovalChecks checks);

/// The rule that a call with this standing is denied by; nullopt for Waiting and Ready.
[[nodiscard]] std::optional<RuleId> denial_of(Standing standing);

/// "pending", "approved", "denied", "expired", "cancelled", "consumed".
[[nodiscard]] std::string_view to_string(RequestState state);
[[nodiscard]] std::optional<RequestState> parse_request_state(std::string_view text);

}  // namespace yett
