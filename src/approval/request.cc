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

bool looks_at(ApprovalChecks checks, RuleId rule) { return std::ranges::find(checks, rule) != checks.end(); }

/// The standing that a fault of an approval comes to.
Standing standing_of(AnswerFault fault) {
  switch (fault) {
    case AnswerFault::None:
      return Standing::Ready;
    case AnswerFault::NotEntitled:
      return Standing::NotEntitled;
    case AnswerFault::Self:
      return Standing::Self;
    case AnswerFault::Outdated:
      return Standing::Expired;
    case AnswerFault::Unsound:
      break;
  }
  return Standing::Mismatch;
}

/// Different people, by name and by key: nobody is two by having two of one.
class People {
 public:
  void add(const GivenAnswer& given) {
    const bool is_known = std::ranges::any_of(counted_, [&](const GivenAnswer* other) {
      const bool shares_key = given.signature && other->signature && given.signature->key == other->signature->key;
      return shares_key || is_same_person(given.by, other->by);
    });
    if (!is_known) counted_.push_back(&given);
  }
  [[nodiscard]] std::size_t count() const { return counted_.size(); }

 private:
  std::vector<const GivenAnswer*> counted_;
};

/// What stands against an approval, by the rules of then and of now.
AnswerFault fault_now(const ApprovalRequest& request, const GivenAnswer& given, const PresentCall& present) {
  // Who was not asked, or answered before the ask or after the use, has answered something else.
  if (given.at < request.created_at || given.at >= request.expires_at || given.at > present.now) {
    return AnswerFault::Unsound;
  }
  // What is signed says when; when the question ends stands in the store alone.
  if (present.now - given.at >= present.rules.expires) return AnswerFault::Outdated;
  const AnswerFault then = fault_of(request, given, request.rules);
  return then != AnswerFault::None ? then : fault_of(request, given, present.rules);
}

/// Whether enough people have approved; else what stands against the first that does not count.
Standing standing_of_answers(const ApprovalRequest& request, const PresentCall& present) {
  People people;
  std::optional<Standing> objection;
  for (const GivenAnswer& given : request.answers) {
    // A denial is an answer as well where nobody looks at which one it was.
    if (given.answer == Answer::Deny && looks_at(present.checks, RuleId::ApprovalDenied)) continue;
    const Standing standing = standing_of(fault_now(request, given, present));
    const std::optional<RuleId> rule = denial_of(standing);
    if (!rule || !looks_at(present.checks, *rule)) {
      people.add(given);
    } else if (!objection) {
      objection = standing;
    }
  }
  const std::size_t quorum = std::max(request.rules.quorum, present.rules.quorum);
  if (people.count() >= quorum) return Standing::Ready;
  if (objection) return *objection;
  return looks_at(present.checks, RuleId::ApprovalMismatch) ? Standing::Mismatch : Standing::Ready;
}

/// Whether a step of this file leads from one state to the other.
bool leads_to(RequestState before, RequestState after) {
  if (before == after) return true;
  switch (before) {
    case RequestState::Pending:
      return after != RequestState::Consumed;
    case RequestState::Approved:
      return after != RequestState::Pending;
    case RequestState::Denied:
    case RequestState::Expired:
    case RequestState::Cancelled:
    case RequestState::Consumed:
      return false;
  }
  return false;
}

/// Answers are only ever added.
bool keeps_answers(const ApprovalRequest& before, const ApprovalRequest& after) {
  return before.answers.size() <= after.answers.size() &&
         std::equal(before.answers.begin(), before.answers.end(), after.answers.begin());
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
    case Standing::Self:
      return "was approved by the session's own user";
    case Standing::NotEntitled:
      return "was approved by somebody who may not";
    case Standing::Waiting:
      return "has not been answered";
    case Standing::Ready:
      return "is ready";
  }
  return "is in no known state";
}

/// Refuses an approval that could never count, while the person is still there to hear why.
Result<void> require_sound(const ApprovalRequest& request, const GivenAnswer& given) {
  switch (fault_of(request, given, request.rules)) {
    case AnswerFault::None:
      return {};
    case AnswerFault::Self:
      return fail(ErrorKind::Input,
                  fmt::format("{} runs this session and cannot approve its calls [approval.self]", given.by), {},
                  "four_eyes = true: somebody else has to look");
    case AnswerFault::NotEntitled:
      return fail(
          ErrorKind::Input,
          fmt::format("{} may not approve request {} with this key [approval.not_entitled]", given.by, request.id), {},
          "[approvers] of the policy names who may, for which tenants and tools");
    case AnswerFault::Outdated:
    case AnswerFault::Unsound:
      break;
  }
  if (given.signature) return fail(ErrorKind::Input, "the signature is not of this answer");
  return fail(ErrorKind::Input, fmt::format("request {} takes signed answers only", request.id), {},
              "sign with the key of an approver: --as NAME");
}

}  // namespace

Result<ApprovalRequest> answered(const ApprovalRequest& request, GivenAnswer given) {
  const RequestState state = aged(request, given.at).state;
  if (state == RequestState::Expired) {
    return fail(ErrorKind::Input, fmt::format("request {} has expired", request.id), {},
                "when the agent sends the call again, a new request is made");
  }
  if (given.by.empty())
    return fail(ErrorKind::Input, fmt::format("nobody is named as answering request {}", request.id));
  const bool takes_back = state == RequestState::Approved && given.answer == Answer::Deny;
  if (state != RequestState::Pending && !takes_back) {
    return fail(ErrorKind::Input, fmt::format("request {} is not pending: it is {}", request.id, to_string(state)));
  }
  if (given.answer == Answer::Approve) {
    const auto& earlier = request.answers;
    const bool has_approved = std::ranges::any_of(earlier, [&given](const GivenAnswer& other) {
      return other.answer == Answer::Approve && is_same_person(given.by, other.by);
    });
    if (has_approved) {
      return fail(ErrorKind::Input, fmt::format("{} has approved request {} already", given.by, request.id), {},
                  fmt::format("{} different people must approve", request.rules.quorum));
    }
    if (Result<void> sound = require_sound(request, given); !sound) return std::unexpected(sound.error());
  }
  ApprovalRequest after = request;
  after.answers.push_back(std::move(given));
  if (after.answers.back().answer == Answer::Deny) {
    after.state = RequestState::Denied;
    return after;
  }
  People people;
  for (const GivenAnswer& one : after.answers) {
    if (one.answer == Answer::Approve) people.add(one);
  }
  if (people.count() >= request.rules.quorum) after.state = RequestState::Approved;
  return after;
}

AnswerFault fault_of(const ApprovalRequest& request, const GivenAnswer& given, const AnswerRules& rules) {
  if (given.by.empty()) return AnswerFault::Unsound;
  if (given.signature) {
    if (!is_soundly_signed({request.id, request.binding}, given)) return AnswerFault::Unsound;
    const EntitledKey entitled{.name = given.by, .key = given.signature->key};
    if (std::ranges::find(rules.approvers, entitled) == rules.approvers.end()) return AnswerFault::NotEntitled;
  } else if (rules.terms != AnswerTerms::Unsigned) {
    return AnswerFault::Unsound;
  }
  const bool is_own = is_same_person(given.by, rules.user);
  return is_own && rules.own_user == OwnUser::NeverCounts ? AnswerFault::Self : AnswerFault::None;
}

ApprovalRequest aged(ApprovalRequest request, TimePoint now) {
  if (is_live(request.state) && !is_in_its_time(request, now)) request.state = RequestState::Expired;
  return request;
}

ApprovalRequest cancelled(ApprovalRequest request) {
  if (is_live(request.state)) request.state = RequestState::Cancelled;
  return request;
}

Result<ApprovalRequest> consumed(const ApprovalRequest& request, const PresentCall& present) {
  const Standing standing = standing_of(request, present);
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
         before.act == after.act && before.rules == after.rules && before.created_at == after.created_at &&
         before.expires_at == after.expires_at && keeps_answers(before, after) && leads_to(before.state, after.state);
}

Standing standing_of(const ApprovalRequest& request, const PresentCall& present) {
  const auto counts = [&present](Standing standing) {
    const std::optional<RuleId> rule = denial_of(standing);
    return !rule || looks_at(present.checks, *rule);
  };
  if (!is_known(request.state)) return Standing::Cancelled;
  const std::optional<Standing> end = end_of(aged(request, present.now).state);
  if (end && counts(*end)) return *end;
  const bool is_shown = present.binding != Digest{} && request.binding == present.binding;
  if (!is_shown && counts(Standing::Mismatch)) return Standing::Mismatch;
  if (request.state == RequestState::Pending) return Standing::Waiting;
  return standing_of_answers(request, present);
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
    case Standing::Self:
      return RuleId::ApprovalSelf;
    case Standing::NotEntitled:
      return RuleId::ApprovalNotEntitled;
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
