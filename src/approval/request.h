#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "approval/answer_rules.h"
#include "approval/given_answer.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/time.h"
#include "model/decision.h"

namespace yett {

/// The life of a request. Only Pending can be answered, only Approved can be consumed; everything else is final.
enum class RequestState : std::uint8_t { Pending, Approved, Denied, Expired, Cancelled, Consumed };

/// A call that waits for a person. A value: the store keeps it, the functions below change it.
struct ApprovalRequest {
  std::string id;       // 16 lower-case hex digits, random
  std::string run_key;  // the run that asked (see RunKey)
  Digest binding;       // what exactly was shown: see binding.h; all zero stands for nothing and is never Ready
  Digest act;           // HMAC of the act (see act_digest): it stays when the binding changes; all zero: not known
  RequestState state = RequestState::Cancelled;
  AnswerRules rules;  // as the policy stood at the ask; the present one is asked again at the use
  TimePoint created_at{};
  TimePoint expires_at{};            // from the ask to the use
  std::vector<GivenAnswer> answers;  // in the order in which they came

  // For lists; the card holds the arguments.
  std::string run;
  std::string user;
  std::optional<std::string> tenant;
  std::string server;
  std::string tool;
  std::string tier;
  std::string rule;
  std::string reason;
  std::vector<std::string> also;  // the other rules that ask, in the order of the decision
  std::string card;               // path of the card on a tmpfs
  std::string asker;              // the gate's process, as its identity's text: what runs below it cannot answer

  bool operator==(const ApprovalRequest&) const = default;
};

/// What stands against one person's approval.
enum class AnswerFault : std::uint8_t {
  None,
  Unsound,      // not signed where a signature is asked for, or the signature is not of this answer
  NotEntitled,  // by somebody who may not approve this call
  Self,         // by the session's own user, who never counts
  Outdated,     // given longer ago than an answer counts
};

/// The request after a person's answer, which is given at its own `at`. It is Approved once enough different people
/// have approved, and stays Pending before. A denial needs no key, for nothing runs by it, and it also takes back what
/// others have approved as long as the call has not run.
/// Fails with Input when the request is not pending any more, when it has expired, when nobody is named as the one who
/// answers, when that person has approved already, or when fault_of() has anything against the approval: the message
/// says which.
[[nodiscard]] Result<ApprovalRequest> answered(const ApprovalRequest& request, GivenAnswer given);

/// What stands against an approval of the request by these rules: its own, or those of the present policy.
[[nodiscard]] AnswerFault fault_of(const ApprovalRequest& request, const GivenAnswer& given, const AnswerRules& rules);

/// The request as it stands at `now`: Pending and Approved ones past their expiry become Expired. So does one that is
/// dated after `now`: a clock that was set back cannot tell how long ago it was asked.
[[nodiscard]] ApprovalRequest aged(ApprovalRequest request, TimePoint now);

/// The request after its call has gone: Pending and Approved ones become Cancelled, final ones stay as they are.
[[nodiscard]] ApprovalRequest cancelled(ApprovalRequest request);

/// What can stand against a person's answer when it is used: of the rules of denial_of() those that are looked at. The
/// strict engine lists them all; only the lab leaves any out.
using ApprovalChecks = std::span<const RuleId>;

/// What a gate knows of the call that it holds, now.
struct PresentCall {
  Digest binding;
  AnswerRules rules;  // of the present policy
  TimePoint now{};
  ApprovalChecks checks;
};

/// The request after the gate has taken it for that call. Fails with Input unless its standing is Ready. At most one
/// caller gets this far when it is read and written in one transaction of the store. One that had ended, and is Ready
/// only because nobody looks at how, stays as it ended.
[[nodiscard]] Result<ApprovalRequest> consumed(const ApprovalRequest& request, const PresentCall& present);

/// Whether a request that is kept as `before` may be replaced by `after`: the same request, in the same state or one
/// that a step above leads to. A final one may only be replaced by itself. The store refuses every other change.
[[nodiscard]] bool may_become(const ApprovalRequest& before, const ApprovalRequest& after);

/// What a gate that holds a call finds in its request.
enum class Standing : std::uint8_t {
  Refused,  // a person said no
  Expired,
  Cancelled,
  Consumed,     // another caller ran it
  Mismatch,     // it was given for something else than what would run now, or not in the way its rules ask for
  Self,         // too few people approved, not counting the session's own user
  NotEntitled,  // too few people approved of those who may
  Waiting,
  Ready,  // approved, in time, for exactly this binding
};

/// The standing of a request for that call. Every answer is verified anew: by its signature, and by the rules of the
/// request and those of the present policy. Anything doubtful is not Ready. Where a check is left out, the answer
/// counts as if that did not stand against it: a denial is an answer as well, an approval that has run out, was
/// cancelled or used already is one still. What nobody has answered is never Ready while approval.mismatch is looked
/// at.
[[nodiscard]] Standing standing_of(const ApprovalRequest& request, const PresentCall& present);

/// The rule that a call with this standing is denied by; nullopt for Waiting and Ready.
[[nodiscard]] std::optional<RuleId> denial_of(Standing standing);

/// "pending", "approved", "denied", "expired", "cancelled", "consumed".
[[nodiscard]] std::string_view to_string(RequestState state);
[[nodiscard]] std::optional<RequestState> parse_request_state(std::string_view text);

}  // namespace yett
