#include "approval/request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <functional>
#include <vector>

#include "decide/engine.h"

namespace yett {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

constexpr TimePoint kAsked = std::chrono::sys_days{std::chrono::year{2026} / 12 / 1};
constexpr TimePoint kExpiry = kAsked + minutes(10);
constexpr TimePoint kLater = kAsked + minutes(1);
constexpr Duration kTick{1};

constexpr std::array kStates = {RequestState::Pending, RequestState::Approved,  RequestState::Denied,
                                RequestState::Expired, RequestState::Cancelled, RequestState::Consumed};

Digest digest_of(std::string_view text) { return sha256(text); }

AnswerRules unsigned_rules() {
  return {.terms = AnswerTerms::Unsigned,
          .quorum = 1,
          .own_user = OwnUser::Counts,
          .user = "sid",
          .expires = std::chrono::hours(1),
          .approvers = {}};
}

GivenAnswer given(Answer answer, std::string_view by, TimePoint at = kLater) {
  return {.answer = answer, .by = std::string(by), .at = at, .signature = {}};
}

ApprovalRequest request_in(RequestState state) {
  ApprovalRequest request;
  request.id = "00112233aabbccdd";
  request.run_key = "run";
  request.binding = digest_of("shown");
  request.state = state;
  request.user = "sid";
  request.rules = unsigned_rules();
  request.created_at = kAsked;
  request.expires_at = kExpiry;
  if (state == RequestState::Approved || state == RequestState::Denied || state == RequestState::Consumed) {
    const Answer answer = state == RequestState::Denied ? Answer::Deny : Answer::Approve;
    request.answers = {given(answer, "ana", kAsked + seconds(30))};
  }
  return request;
}

/// Every check, as the strict engine lists them.
ApprovalChecks all_checks() { return Engine::strict().approval_checks; }

/// What a gate knows that holds the call of request_in(), under the rules that asked.
PresentCall present(const Digest& binding = digest_of("shown"), TimePoint now = kLater,
                    ApprovalChecks checks = all_checks()) {
  return {.binding = binding, .rules = unsigned_rules(), .now = now, .checks = checks};
}

Standing standing(const ApprovalRequest& request, TimePoint now = kLater) {
  return standing_of(request, present(digest_of("shown"), now));
}

// --- Nothing but an approval of exactly this, in time, is Ready --------------------------------------------

TEST(Standing, OfARequestThatNobodyFilledInIsNotReady) {
  EXPECT_EQ(standing_of(ApprovalRequest{}, present(Digest{}, TimePoint{})), Standing::Cancelled);
  EXPECT_EQ(ApprovalRequest{}.rules.terms, AnswerTerms::SignedOnly);
}

TEST(Standing, OfEachState) {
  EXPECT_EQ(standing(request_in(RequestState::Pending)), Standing::Waiting);
  EXPECT_EQ(standing(request_in(RequestState::Approved)), Standing::Ready);
  EXPECT_EQ(standing(request_in(RequestState::Denied)), Standing::Refused);
  EXPECT_EQ(standing(request_in(RequestState::Expired)), Standing::Expired);
  EXPECT_EQ(standing(request_in(RequestState::Cancelled)), Standing::Cancelled);
  EXPECT_EQ(standing(request_in(RequestState::Consumed)), Standing::Consumed);
  EXPECT_EQ(standing(request_in(static_cast<RequestState>(200))), Standing::Cancelled);
}

TEST(Standing, OfAnythingElseThanWhatWasShownIsAMismatch) {
  const Digest other = digest_of("something else");
  EXPECT_EQ(standing_of(request_in(RequestState::Approved), present(other, kLater, all_checks())), Standing::Mismatch);
  EXPECT_EQ(standing_of(request_in(RequestState::Pending), present(other, kLater, all_checks())), Standing::Mismatch);
}

TEST(Standing, OfARequestThatShowedNothingIsAMismatch) {
  ApprovalRequest request = request_in(RequestState::Approved);
  request.binding = Digest{};
  EXPECT_EQ(standing_of(request, present(Digest{}, kLater, all_checks())), Standing::Mismatch);
}

TEST(Standing, OfAnApprovalWithoutAnAnswerIsAMismatch) {
  ApprovalRequest nobody = request_in(RequestState::Approved);
  nobody.answers.front().by.clear();
  EXPECT_EQ(standing(nobody), Standing::Mismatch);

  ApprovalRequest never = request_in(RequestState::Approved);
  never.answers.clear();
  EXPECT_EQ(standing(never), Standing::Mismatch);
}

TEST(Standing, OfAnUnsignedApprovalIsAMismatchWhereOnlySignedOnesCount) {
  ApprovalRequest request = request_in(RequestState::Approved);
  request.rules.terms = AnswerTerms::SignedOnly;
  EXPECT_EQ(standing(request), Standing::Mismatch);

  PresentCall stricter = present();
  stricter.rules.terms = AnswerTerms::SignedOnly;
  EXPECT_EQ(standing_of(request_in(RequestState::Approved), stricter), Standing::Mismatch) << "the policy of now";
}

TEST(Standing, OfAnApprovalThatIsDatedOutsideOfTheQuestionIsAMismatch) {
  for (const TimePoint at : {kAsked - kTick, kExpiry, kLater + kTick}) {
    ApprovalRequest request = request_in(RequestState::Approved);
    request.answers.front().at = at;
    EXPECT_EQ(standing(request), Standing::Mismatch) << format_time(at);
  }
}

TEST(Standing, EndsAtTheExpiryToTheMicrosecond) {
  const ApprovalRequest approved = request_in(RequestState::Approved);
  EXPECT_EQ(standing(approved, kAsked + seconds(30)), Standing::Ready);
  EXPECT_EQ(standing(approved, kExpiry - kTick), Standing::Ready);
  EXPECT_EQ(standing(approved, kExpiry), Standing::Expired);
  EXPECT_EQ(standing(request_in(RequestState::Pending), kExpiry), Standing::Expired);
}

TEST(Standing, IsExpiredWhenTheClockWasSetBackBehindTheAsk) {
  EXPECT_EQ(standing(request_in(RequestState::Approved), kAsked - kTick), Standing::Expired);
  EXPECT_EQ(standing(request_in(RequestState::Pending), kAsked - kTick), Standing::Expired);
}

TEST(Standing, SaysWhyAFinalRequestIsFinalWhateverTheBindingAndTheTime) {
  const Digest other = digest_of("something else");
  EXPECT_EQ(standing_of(request_in(RequestState::Denied), present(other, kExpiry, all_checks())), Standing::Refused);
  EXPECT_EQ(standing_of(request_in(RequestState::Consumed), present(other, kExpiry, all_checks())), Standing::Consumed);
}

TEST(DenialOf, NamesARuleForAllThatMustNotRun) {
  EXPECT_EQ(denial_of(Standing::Refused), RuleId::ApprovalDenied);
  EXPECT_EQ(denial_of(Standing::Expired), RuleId::ApprovalExpired);
  EXPECT_EQ(denial_of(Standing::Cancelled), RuleId::ApprovalCancelled);
  EXPECT_EQ(denial_of(Standing::Consumed), RuleId::ApprovalConsumed);
  EXPECT_EQ(denial_of(Standing::Mismatch), RuleId::ApprovalMismatch);
  EXPECT_EQ(denial_of(Standing::Self), RuleId::ApprovalSelf);
  EXPECT_EQ(denial_of(Standing::NotEntitled), RuleId::ApprovalNotEntitled);
  EXPECT_EQ(denial_of(static_cast<Standing>(200)), RuleId::SystemInternal);
  EXPECT_EQ(denial_of(Standing::Waiting), std::nullopt);
  EXPECT_EQ(denial_of(Standing::Ready), std::nullopt);
}

// --- Checks that are left out --------------------------------------------------------------------------------

/// The strict checks without one.
std::vector<RuleId> checks_without(RuleId rule) {
  std::vector<RuleId> checks(all_checks().begin(), all_checks().end());
  std::erase(checks, rule);
  return checks;
}

ApprovalRequest ended(RequestState state) {
  ApprovalRequest request = request_in(RequestState::Approved);
  request.state = state;
  return request;
}

struct WithoutCheck {
  RuleId left_out;
  ApprovalRequest request;
  Digest binding;
  TimePoint now;
  Standing strict;
};

const std::vector<WithoutCheck>& answers_that_do_not_count() {
  static const std::vector<WithoutCheck> kAnswers = {
      {RuleId::ApprovalDenied, request_in(RequestState::Denied), digest_of("shown"), kLater, Standing::Refused},
      {RuleId::ApprovalExpired, request_in(RequestState::Approved), digest_of("shown"), kExpiry, Standing::Expired},
      {RuleId::ApprovalExpired, ended(RequestState::Expired), digest_of("shown"), kLater, Standing::Expired},
      {RuleId::ApprovalCancelled, ended(RequestState::Cancelled), digest_of("shown"), kLater, Standing::Cancelled},
      {RuleId::ApprovalConsumed, ended(RequestState::Consumed), digest_of("shown"), kLater, Standing::Consumed},
      {RuleId::ApprovalMismatch, request_in(RequestState::Approved), digest_of("other"), kLater, Standing::Mismatch},
  };
  return kAnswers;
}

TEST(StandingWithoutACheck, IsReadyForThatAloneAndStrictForAllOthers) {
  for (const WithoutCheck& answer : answers_that_do_not_count()) {
    EXPECT_EQ(standing_of(answer.request, present(answer.binding, answer.now, all_checks())), answer.strict);
    for (const RuleId left_out : all_checks()) {
      EXPECT_EQ(standing_of(answer.request, present(answer.binding, answer.now, checks_without(left_out))),
                left_out == answer.left_out ? Standing::Ready : answer.strict)
          << to_string(answer.left_out) << " without " << to_string(left_out);
    }
  }
}

TEST(StandingWithoutACheck, OfWhatNobodyAnsweredIsNotReady) {
  for (const RequestState state : {RequestState::Expired, RequestState::Cancelled}) {
    for (const RuleId left_out : {RuleId::ApprovalExpired, RuleId::ApprovalCancelled, RuleId::ApprovalConsumed}) {
      EXPECT_NE(standing_of(request_in(state), present(digest_of("shown"), kLater, checks_without(left_out))),
                Standing::Ready);
    }
  }
  EXPECT_EQ(standing_of(request_in(RequestState::Pending), present(digest_of("other"), kExpiry, {})), Standing::Waiting)
      << "with no check at all";
  EXPECT_EQ(standing_of(request_in(static_cast<RequestState>(200)), present(digest_of("shown"), kLater, {})),
            Standing::Cancelled);
}

/// A final request stays final whatever an engine leaves out, so that the store's own rule holds as well.
TEST(StandingWithoutACheck, ConsumesALiveRequestAndLeavesAnEndedOneAsItIs) {
  for (const WithoutCheck& answer : answers_that_do_not_count()) {
    const auto after = consumed(answer.request, present(answer.binding, answer.now, checks_without(answer.left_out)));
    ASSERT_TRUE(after) << to_string(answer.left_out);
    EXPECT_TRUE(may_become(answer.request, *after)) << to_string(answer.left_out);
    const bool live = answer.request.state == RequestState::Approved;
    EXPECT_EQ(after->state, live ? RequestState::Consumed : answer.request.state) << to_string(answer.left_out);
  }
}

// --- Answers -----------------------------------------------------------------------------------------------

TEST(Answered, IsRefusedUnlessTheRequestIsPending) {
  for (const RequestState state : kStates) {
    for (const Answer answer : {Answer::Approve, Answer::Deny}) {
      const auto after = answered(request_in(state), given(answer, "olga"));
      const bool takes_back = state == RequestState::Approved && answer == Answer::Deny;
      EXPECT_EQ(after.has_value(), state == RequestState::Pending || takes_back) << to_string(state);
      if (!after) {
        EXPECT_EQ(after.error().kind, ErrorKind::Input);
        EXPECT_THAT(after.error().message, ::testing::HasSubstr(std::string(to_string(state)))) << to_string(state);
      }
    }
  }
}

TEST(Answered, TakesBackAnApprovalThatWasNotUsedYet) {
  const auto after = answered(request_in(RequestState::Approved), given(Answer::Deny, "olga"));
  ASSERT_TRUE(after);
  EXPECT_EQ(after->state, RequestState::Denied);
  EXPECT_EQ(standing(*after), Standing::Refused);
  EXPECT_TRUE(may_become(request_in(RequestState::Approved), *after));
}

TEST(Answered, IsRefusedBeforeTheAskAndFromTheExpiryOn) {
  const ApprovalRequest pending = request_in(RequestState::Pending);
  EXPECT_FALSE(answered(pending, given(Answer::Approve, "ana", kAsked - kTick)));
  EXPECT_TRUE(answered(pending, given(Answer::Approve, "ana", kExpiry - kTick)));
  const auto late = answered(pending, given(Answer::Approve, "ana", kExpiry));
  ASSERT_FALSE(late);
  EXPECT_THAT(late.error().message, ::testing::HasSubstr("expired"));
}

TEST(Answered, NeedsAKeyForAYesAndNoneForANoWhereOnlySignedAnswersCount) {
  ApprovalRequest request = request_in(RequestState::Pending);
  request.rules.terms = AnswerTerms::SignedOnly;
  const auto yes = answered(request, given(Answer::Approve, "ana"));
  ASSERT_FALSE(yes);
  EXPECT_THAT(yes.error().message, ::testing::HasSubstr("signed"));
  const auto no = answered(request, given(Answer::Deny, "ana"));
  ASSERT_TRUE(no);
  EXPECT_EQ(no->state, RequestState::Denied);
}

TEST(Answered, IsRefusedWhenNobodyIsNamed) {
  EXPECT_FALSE(answered(request_in(RequestState::Pending), given(Answer::Approve, "")));
}

TEST(Answered, ChangesTheStateAndSaysWhoAndWhen) {
  const ApprovalRequest pending = request_in(RequestState::Pending);
  ApprovalRequest expected = pending;
  expected.answers = {given(Answer::Approve, "ana")};
  expected.state = RequestState::Approved;
  EXPECT_EQ(answered(pending, given(Answer::Approve, "ana")), expected);
  expected.answers = {given(Answer::Deny, "ana")};
  expected.state = RequestState::Denied;
  EXPECT_EQ(answered(pending, given(Answer::Deny, "ana")), expected);
}

// --- Time, cancelling, consuming ---------------------------------------------------------------------------

TEST(Aged, ExpiresWhatIsStillLiveAndNothingElse) {
  for (const RequestState state : kStates) {
    const ApprovalRequest request = request_in(state);
    const bool live = state == RequestState::Pending || state == RequestState::Approved;
    ApprovalRequest expired = request;
    expired.state = RequestState::Expired;
    EXPECT_EQ(aged(request, kExpiry), live ? expired : request) << to_string(state);
    EXPECT_EQ(aged(request, kAsked - kTick), live ? expired : request) << to_string(state);
    EXPECT_EQ(aged(request, kExpiry - kTick), request) << to_string(state);
    EXPECT_EQ(aged(request, kAsked), request) << to_string(state);
  }
}

TEST(Aged, NeverLivesWhenItExpiresBeforeItWasAsked) {
  ApprovalRequest request = request_in(RequestState::Approved);
  request.expires_at = request.created_at;
  EXPECT_EQ(aged(request, kAsked).state, RequestState::Expired);
}

TEST(Cancelled, EndsWhatIsStillLiveAndNothingElse) {
  for (const RequestState state : kStates) {
    const bool live = state == RequestState::Pending || state == RequestState::Approved;
    EXPECT_EQ(cancelled(request_in(state)).state, live ? RequestState::Cancelled : state) << to_string(state);
  }
}

TEST(Consumed, IsOnlyReachedFromReady) {
  for (const RequestState state : kStates) {
    const auto after = consumed(request_in(state), present(digest_of("shown"), kLater, all_checks()));
    EXPECT_EQ(after.has_value(), state == RequestState::Approved) << to_string(state);
    EXPECT_TRUE(!after || after->state == RequestState::Consumed);
  }
  const ApprovalRequest approved = request_in(RequestState::Approved);
  EXPECT_FALSE(consumed(approved, present(digest_of("something else"))));
  EXPECT_FALSE(consumed(approved, present(digest_of("shown"), kExpiry, all_checks())));
}

TEST(Consumed, HappensOnce) {
  const auto once = consumed(request_in(RequestState::Approved), present(digest_of("shown"), kLater, all_checks()));
  ASSERT_TRUE(once);
  EXPECT_FALSE(consumed(*once, present(digest_of("shown"), kLater, all_checks())));
  EXPECT_EQ(standing(*once), Standing::Consumed);
}

// --- What a store may replace by what ----------------------------------------------------------------------

TEST(MayBecome, FollowsTheStateMachine) {
  using enum RequestState;
  const auto allowed = [](RequestState before, RequestState after) {
    if (before == after) return true;
    if (before == Pending) return after == Approved || after == Denied || after == Expired || after == Cancelled;
    if (before == Approved) return after == Denied || after == Consumed || after == Expired || after == Cancelled;
    return false;
  };
  for (const RequestState before : kStates) {
    for (const RequestState after : kStates) {
      ApprovalRequest later = request_in(before);
      later.state = after;
      EXPECT_EQ(may_become(request_in(before), later), allowed(before, after))
          << to_string(before) << " -> " << to_string(after);
    }
  }
}

TEST(MayBecome, NeverTouchesWhatWasAskedFor) {
  const std::vector<std::function<void(ApprovalRequest&)>> changes = {
      [](ApprovalRequest& r) { r.id = "ffffffffffffffff"; },
      [](ApprovalRequest& r) { r.run_key = "another run"; },
      [](ApprovalRequest& r) { r.binding = digest_of("something else"); },
      [](ApprovalRequest& r) { r.rules.terms = AnswerTerms::SignedOnly; },
      [](ApprovalRequest& r) { r.rules.quorum = 2; },
      [](ApprovalRequest& r) { r.rules.approvers.push_back({"eve", {}}); },
      [](ApprovalRequest& r) { r.created_at += kTick; },
      [](ApprovalRequest& r) { r.expires_at += kTick; },
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    ApprovalRequest after = request_in(RequestState::Approved);
    changes[i](after);
    EXPECT_FALSE(may_become(request_in(RequestState::Pending), after)) << i;
  }
}

TEST(MayBecome, KeepsAFinalRequestAsItIs) {
  ApprovalRequest after = request_in(RequestState::Denied);
  after.answers.front().by = "someone else";
  EXPECT_FALSE(may_become(request_in(RequestState::Denied), after));
}

TEST(MayBecome, OnlyAddsAnswers) {
  ApprovalRequest before = request_in(RequestState::Pending);
  before.rules.quorum = 2;
  before.answers = {given(Answer::Approve, "ana")};
  ApprovalRequest after = before;
  after.answers.push_back(given(Answer::Approve, "ben"));
  EXPECT_TRUE(may_become(before, after));
  after.answers.erase(after.answers.begin());
  EXPECT_FALSE(may_become(before, after));
  after.answers.clear();
  EXPECT_FALSE(may_become(before, after));
}

TEST(RequestState, HasANameThatReadsBack) {
  for (const RequestState state : kStates) EXPECT_EQ(parse_request_state(to_string(state)), state);
  for (const std::string_view wrong : {"", "Approved", "approved ", "ready"}) {
    EXPECT_EQ(parse_request_state(wrong), std::nullopt) << wrong;
  }
  EXPECT_EQ(to_string(static_cast<RequestState>(200)), "cancelled");
}

}  // namespace
}  // namespace yett
