#include "approval/request.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace yett {
namespace {

constexpr std::array kNames = {
    std::pair{RequestState::Pending, std::string_view("pending")},
    std::pair{RequestState::Approved, std::string_view("approved")},
    std::pair{RequestState::Denied, std::string_view("denied")},
    std::pair{RequestState::Expired, std::string_view("expired")},
    std::pair{RequestState::Cancelled, std::string_view("cancelled")},
    std::pair{RequestState::Consumed, std::string_view("consumed")},
};

bool is_live(RequestState state) { return state == RequestState::Pending || state == RequestState::Approved; }

bool is_in_its_time(const ApprovalRequest& request, TimePoint now) {
  return request.created_at <= now && now < request.expires_at;
}

/// Whether an answer says who gave it, when, and in a way that its terms take.
bool counts_as_answered(const ApprovalRequest& request) {
  return request.terms == AnswerTerms::Unsigned && !request.answered_by.empty() && request.answered_at.has_value();
}

/// Whether a step of this file leads from one state to the other.
bool leads_to(RequestState before, RequestState after) {
  if (before == after) return true;
  switch (before) {
    case RequestState::Pending:
      return after != RequestState::Consumed;
    case RequestState::Approved:
      return after != RequestState::Pending && after != RequestState::Denied;
    case RequestState::Denied:
    case RequestState::Expired:
    case RequestState::Cancelled:
    case RequestState::Consumed:
      return false;
  }
  return false;
}

bool is_known(RequestState state) {
  return std::ranges::any_of(kNames, [state](const auto& name) { return name.first == state; });
}

/// How a request that has come to its end stands; nullopt while it is live.
std::optional<Standing> end_of(RequestState state) {
  switch (state) {
    case RequestState::Pending:
    case RequestState::Approved:
      return std::nullopt;
    case RequestState::Denied:
      return Standing::Refused;
    case RequestState::Expired:
      return Standing::Expired;
    case RequestState::Consumed:
      return Standing::Consumed;
    case RequestState::Cancelled:
      break;
  }
  return Standing::Cancelled;
}

std::string_view to_string(Standing standing) {
  switch (standing) {
    case Standing::Refused:
      return "was denied";
    case Standing::Expired:
      return "has expired";
    case Standing::Cancelled:
      return "was cancelled";
    case Standing::Consumed:
      return "was used already";
    case Standing::Mismatch:
      return "was given for something else";
    case Standing::Waiting:
      return "has not been answered";
    case Standing::Ready:
      return "is ready";
  }
  return "is in no known state";
}

}  // namespace

Result<ApprovalRequest> answered(const ApprovalRequest& request, Answer answer, std::string_view by, TimePoint now) {
  const RequestState state = aged(request, now).state;
  if (state == RequestState::Expired) {
    return fail(ErrorKind::Input, fmt::format("request {} has expired", request.id), {},
                "when the agent sends the call again, a new request is made");
  }
  if (state != RequestState::Pending) {
    return fail(ErrorKind::Input, fmt::format("request {} is not pending: it is {}", request.id, to_string(state)));
  }
  if (request.terms != AnswerTerms::Unsigned) {
    return fail(ErrorKind::Input, fmt::format("request {} takes signed answers only", request.id), {},
                "this version signs none; `[approval] unsigned` in the policy takes answers without a key");
  }
  if (by.empty()) return fail(ErrorKind::Input, fmt::format("nobody is named as answering request {}", request.id));

  ApprovalRequest after = request;
  after.state = answer == Answer::Approve ? RequestState::Approved : RequestState::Denied;
  after.answered_at = now;
  after.answered_by = by;
  return after;
}

ApprovalRequest aged(ApprovalRequest request, TimePoint now) {
  if (is_live(request.state) && !is_in_its_time(request, now)) request.state = RequestState::Expired;
  return request;
}

ApprovalRequest cancelled(ApprovalRequest request) {
  if (is_live(request.state)) request.state = RequestState::Cancelled;
  return request;
}

Result<ApprovalRequest> consumed(const ApprovalRequest& request, const Digest& binding, TimePoint now,
                                 ApprovalChecks checks) {
  const Standing standing = standing_of(request, binding, now, checks);
  if (standing != Standing::Ready) {
    return fail(ErrorKind::Input, fmt::format("request {} {}", request.id, to_string(standing)));
  }
  ApprovalRequest after = request;
  if (is_live(request.state)) after.state = RequestState::Consumed;
  return after;
}

bool may_become(const ApprovalRequest& before, const ApprovalRequest& after) {
  if (!is_live(before.state)) return before == after;
  return before.id == after.id && before.run_key == after.run_key && before.binding == after.binding &&
         before.terms == after.terms && before.created_at == after.created_at &&
         before.expires_at == after.expires_at && leads_to(before.state, after.state);
}

Standing standing_of(const ApprovalRequest& request, const Digest& binding, TimePoint now, ApprovalChecks checks) {
  const auto counts = [checks](Standing standing) {
    const std::optional<RuleId> rule = denial_of(standing);
    return !rule || std::ranges::find(checks, *rule) != checks.end();
  };
  if (!is_known(request.state)) return Standing::Cancelled;
  const std::optional<Standing> end = end_of(aged(request, now).state);
  if (end && counts(*end)) return *end;
  const bool is_shown = binding != Digest{} && request.binding == binding;
  if (!is_shown && counts(Standing::Mismatch)) return Standing::Mismatch;
  if (request.state == RequestState::Pending) return Standing::Waiting;
  return counts_as_answered(request) || !counts(Standing::Mismatch) ? Standing::Ready : Standing::Mismatch;
}

std::optional<RuleId> denial_of(Standing standing) {
  switch (standing) {
    case Standing::Refused:
      return RuleId::ApprovalDenied;
    case Standing::Expired:
      return RuleId::ApprovalExpired;
    case Standing::Cancelled:
      return RuleId::ApprovalCancelled;
    case Standing::Consumed:
      return RuleId::ApprovalConsumed;
    case Standing::Mismatch:
      return RuleId::ApprovalMismatch;
    case Standing::Waiting:
    case Standing::Ready:
      return std::nullopt;
  }
  return RuleId::SystemInternal;
}

std::string_view to_string(RequestState state) {
  for (const auto& [known, name] : kNames) {
    if (known == state) return name;
  }
  return "cancelled";
}

std::optional<RequestState> parse_request_state(std::string_view text) {
  for (const auto& [state, name] : kNames) {
    if (name == text) return state;
  }
  return std::nullopt;
}

}  // namespace yett
