// How a call that waits ends without running: too late, denied meanwhile, changed meanwhile, cancelled, too many.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>

#include "gate/gate_fixture.h"

namespace yett {
namespace {

using std::chrono::minutes;
using testing::SizeIs;

class GateApprovalEnd : public testing::TestWithParam<StoreKind> {
 protected:
  void SetUp() override { required(gate_.open()); }

  /// How many cards lie in their folder.
  std::size_t cards() const {
    const std::filesystem::directory_iterator files(world_.cards);
    return static_cast<std::size_t>(std::distance(begin(files), end(files)));
  }
  void execute(Ruling ruling) {
    const bool released = std::holds_alternative<Released>(ruling);
    outbox_.execute(ruling);
    if (released) settle_one(gate_, ruling);
  }
  std::string state_of(const HeldCall& held) { return std::string(to_string(world_.request(held.request_id).state)); }

  GateWorld world_{GetParam()};
  Gate gate_ = world_.make_gate();
  Outbox outbox_;
};

INSTANTIATE_TEST_SUITE_P(Stores, GateApprovalEnd, testing::Values(StoreKind::Memory, StoreKind::Sqlite),
                         [](const auto& kind) { return kind.param == StoreKind::Memory ? "Memory" : "Sqlite"; });

// --- Too late -------------------------------------------------------------------------------------------------------

TEST_P(GateApprovalEnd, AnAnswerThatComesTooLateIsNone) {
  const HeldCall held = held_call(submit_one(gate_, mail_call()));
  world_.clock.advance(minutes(10));
  EXPECT_THROW(world_.answer(held.request_id, Answer::Approve), std::runtime_error);
  EXPECT_EQ(refusal_of(look_again(gate_, held)), "approval.expired");
  EXPECT_EQ(state_of(held), "expired");
  EXPECT_EQ(cards(), 0u);
}

TEST_P(GateApprovalEnd, AnApprovalThatIsUsedTooLateIsNone) {
  const HeldCall held = held_call(submit_one(gate_, mail_call()));
  world_.answer(held.request_id, Answer::Approve);
  world_.clock.advance(minutes(10) - Duration{1});
  EXPECT_EQ(refusal_of(look_again(gate_, held)), "(released)");

  const HeldCall other = held_call(submit_one(gate_, mail_call("al@office.example")));
  world_.answer(other.request_id, Answer::Approve);
  world_.clock.advance(minutes(10));
  EXPECT_EQ(refusal_of(look_again(gate_, other)), "approval.expired");
  EXPECT_EQ(refusal_of(submit_one(gate_, mail_call("al@office.example"))), "(held)") << "a new request";
}

TEST_P(GateApprovalEnd, AClockThatWasSetBackMakesNoApprovalYounger) {
  const HeldCall held = held_call(submit_one(gate_, mail_call()));
  world_.answer(held.request_id, Answer::Approve);
  world_.clock.set(kOfficeHours - minutes(1));
  EXPECT_EQ(refusal_of(look_again(gate_, held)), "approval.expired");
}

/// Two calls may wait for one request; its end is one event, and no person's no (as reported at agent-os#1564).
TEST_P(GateApprovalEnd, ExpiryIsRecordedOnce) {
  const HeldCall first = held_call(submit_one(gate_, mail_call()));
  const HeldCall second = held_call(submit_one(gate_, mail_call()));
  world_.clock.advance(minutes(10));
  const std::vector<Ruling> rulings = gate_.look_again({first, second});
  EXPECT_EQ(refusal_of(rulings[0]), "approval.expired");
  EXPECT_EQ(refusal_of(rulings[1]), "approval.expired");
  ASSERT_THAT(world_.records("approval"), SizeIs(1));
  const Json expired = world_.records("approval")[0];
  EXPECT_EQ(*expired.find("decision"), Json("expired"));
  EXPECT_FALSE(expired.find("call")->is_null());
  EXPECT_EQ(*expired.find("call"), *world_.records("decision")[0].find("call")) << "of this very call";
}

TEST_P(GateApprovalEnd, ARequestThatNobodyCameBackForEndsWithItsCard) {
  const HeldCall held = held_call(submit_one(gate_, mail_call()));
  world_.clock.advance(minutes(10));
  EXPECT_EQ(refusal_of(submit_one(gate_, call_of("read_ticket", R"({"id":"T-1"})"))), "(released)");
  EXPECT_EQ(state_of(held), "expired");
  EXPECT_EQ(cards(), 0u);
  ASSERT_THAT(world_.records("approval"), SizeIs(1));
}

TEST_P(GateApprovalEnd, ARequestThatIsOverdueEndsWithTheGate) {
  const HeldCall held = held_call(submit_one(gate_, mail_call()));
  world_.clock.advance(minutes(10));
  gate_.close();
  EXPECT_EQ(state_of(held), "expired");
  EXPECT_EQ(cards(), 0u);
}

/// Its own run may never come back; the card must not stay for ever, and the record names whose request it was.
TEST_P(GateApprovalEnd, ARequestThatIsOverdueEndsWhenTheNextGateOpens) {
  const HeldCall held = held_call(submit_one(gate_, mail_call()));
  world_.clock.advance(minutes(10));
  world_.office.session.run = "r-2";
  world_.office.session.user = "bea";
  world_.office.session.expires_at = world_.clock.now() + minutes(60);
  Gate later = world_.make_gate();
  required(later.open());
  EXPECT_EQ(state_of(held), "expired");
  EXPECT_EQ(cards(), 0u);
  ASSERT_THAT(world_.records("approval"), SizeIs(1));
  EXPECT_EQ(*world_.records("approval")[0].find("run"), Json("r-1"));
  EXPECT_EQ(*world_.records("approval")[0].find("user"), Json("ana"));
  EXPECT_EQ(*world_.records("approval")[0].find("tool"), Json("send_email"));
}

TEST_P(GateApprovalEnd, ACardWithoutARequestGoesWhenTheNextGateOpens) {
  const HeldCall waiting = held_call(submit_one(gate_, mail_call()));
  const HeldCall denied = held_call(submit_one(gate_, mail_call("cy@office.example")));
  world_.answer(denied.request_id, Answer::Deny);
  // As a process leaves it that dies between the card and the request, or before it removes the card.
  const std::string orphan = required(CardFolder(world_.cards).put("0123456789abcdef", "{}"));
  Gate next = world_.make_gate();
  required(next.open());
  EXPECT_FALSE(std::filesystem::exists(orphan));
  EXPECT_FALSE(std::filesystem::exists(world_.request(denied.request_id).card));
  EXPECT_TRUE(std::filesystem::exists(world_.request(waiting.request_id).card));
}

TEST_P(GateApprovalEnd, TheSameCallAfterTheExpiryOfItsRequestIsANewRequest) {
  const HeldCall held = held_call(submit_one(gate_, mail_call()));
  world_.clock.advance(minutes(11));
  const HeldCall anew = held_call(submit_one(gate_, mail_call()));
  EXPECT_NE(anew.request_id, held.request_id);
  EXPECT_EQ(state_of(held), "expired");
  EXPECT_EQ(cards(), 1u);
}

TEST_P(GateApprovalEnd, TheSessionMayEndWhileACallWaits) {
  world_.office.session.expires_at = kOfficeHours + minutes(5);
  Gate gate = world_.make_gate();
  required(gate.open());
  const HeldCall held = held_call(submit_one(gate, mail_call()));
  world_.answer(held.request_id, Answer::Approve);
  world_.clock.advance(minutes(5));
  EXPECT_EQ(refusal_of(look_again(gate, held)), "session.expired");
  EXPECT_EQ(state_of(held), "cancelled");
  EXPECT_EQ(cards(), 0u);
}

// --- A deny wins ----------------------------------------------------------------------------------------------------

TEST_P(GateApprovalEnd, ADenyThatAppearsWhileACallWaitsWins) {
  const HeldCall held = held_call(submit_one(gate_, mail_call()));
  world_.answer(held.request_id, Answer::Approve);
  world_.change_state([](SessionState& state) { state.suspension = Suspension::Suspended; });
  EXPECT_EQ(refusal_of(look_again(gate_, held)), "session.suspended");
  world_.change_state([](SessionState& state) { state.suspension = Suspension::Running; });
  EXPECT_EQ(refusal_of(look_again(gate_, held)), "approval.cancelled") << "the approval went with the deny";
}

TEST_P(GateApprovalEnd, ADenyWinsAlsoBeforeAnybodyAnswered) {
  const HeldCall held = held_call(submit_one(gate_, mail_call()));
  world_.change_state([](SessionState& state) { state.suspension = Suspension::Suspended; });
  EXPECT_EQ(refusal_of(look_again(gate_, held)), "session.suspended");
  EXPECT_EQ(state_of(held), "cancelled");
}

TEST_P(GateApprovalEnd, AToolThatTheServerTookAwayMeanwhileDoesNotRun) {
  HeldCall held = held_call(submit_one(gate_, mail_call()));
  world_.answer(held.request_id, Answer::Approve);
  held.submission.tool = Observation::Absent;
  EXPECT_EQ(refusal_of(look_again(gate_, held)), "tool.unregistered");
}

TEST_P(GateApprovalEnd, APolicyThatChangedMeanwhileIsTheOneThatCounts) {
  const HeldCall held = held_call(submit_one(gate_, mail_call()));
  world_.answer(held.request_id, Answer::Approve);
  world_.office.policy.lists[kEgressEmails].domains.clear();
  world_.office.policy.digest = sha256("narrower");
  Gate narrower = world_.make_gate();
  required(narrower.open());
  EXPECT_EQ(refusal_of(look_again(narrower, held)), "destination.unlisted");
}

// --- Only what was shown --------------------------------------------------------------------------------------------

TEST_P(GateApprovalEnd, TextTakenInBetweenAskAndUseIsAMismatch) {
  const HeldCall held = held_call(submit_one(gate_, mail_call()));
  world_.answer(held.request_id, Answer::Approve);
  world_.change_state([](SessionState& state) { state.taken_in.insert(SourceKind::ToolOutput); });
  EXPECT_EQ(refusal_of(look_again(gate_, held)), "approval.mismatch");
  EXPECT_EQ(state_of(held), "cancelled") << "it can never be used, so nobody has to look at it any more";
  EXPECT_EQ(cards(), 0u);
  const HeldCall anew = held_call(submit_one(gate_, mail_call()));
  EXPECT_NE(anew.request_id, held.request_id) << "what is shown now is something else";
}

/// The path still leads into a root, but not to what the person was asked about.
TEST_P(GateApprovalEnd, ALinkPutInThePlaceOfAPathBetweenAskAndUseIsAMismatch) {
  Tool tool = office_tool("replace_file", Effect::Write, Sensitivity::Internal, Reversibility::Irreversible,
                          {{"path", ArgumentRole::WritePath}});
  world_.office.add(std::move(tool));
  std::string leads_to = "/srv/office/acme/desk/a";
  world_.resolve = [&leads_to](const std::string& path) {
    const bool is_it = path == "/srv/office/acme/desk/a";
    return PathEvidence{.path = path, .resolved = is_it ? leads_to : path, .absent = {}, .object = PathObject::Absent};
  };
  Gate gate = world_.make_gate();
  required(gate.open());
  const ToolCall call = call_of("replace_file", R"({"path":"/srv/office/acme/desk/a"})");
  const HeldCall kept = held_call(submit_one(gate, call));
  world_.answer(kept.request_id, Answer::Approve);
  const Ruling unchanged = look_again(gate, kept);
  ASSERT_TRUE(std::holds_alternative<Released>(unchanged));
  settle_one(gate, unchanged);

  const HeldCall swapped = held_call(submit_one(gate, call));
  world_.answer(swapped.request_id, Answer::Approve);
  leads_to = "/srv/office/acme/desk/other";
  EXPECT_EQ(refusal_of(look_again(gate, swapped)), "approval.mismatch");
}

TEST_P(GateApprovalEnd, TextTakenInBeforeAnybodyAnsweredIsAMismatchToo) {
  const HeldCall held = held_call(submit_one(gate_, mail_call()));
  const Ruling read = submit_one(gate_, call_of("read_file", R"({"path":"/srv/office/shelf/a"})"));
  ASSERT_EQ(settle_one(gate_, read), Delivery::Deliver);
  EXPECT_EQ(refusal_of(look_again(gate_, held)), "approval.mismatch");
}

TEST_P(GateApprovalEnd, AnotherPolicyIsAMismatchEvenWhenItWouldAskTheSame) {
  const HeldCall held = held_call(submit_one(gate_, mail_call()));
  world_.answer(held.request_id, Answer::Approve);
  world_.office.policy.digest = sha256("another");
  Gate other = world_.make_gate();
  required(other.open());
  EXPECT_EQ(refusal_of(look_again(other, held)), "approval.mismatch");
}

TEST_P(GateApprovalEnd, ARequestOfAnotherCallIsAMismatch) {
  const HeldCall mail = held_call(submit_one(gate_, mail_call()));
  HeldCall forged = held_call(submit_one(gate_, mail_call("al@office.example")));
  world_.answer(mail.request_id, Answer::Approve);
  forged.request_id = mail.request_id;
  EXPECT_EQ(refusal_of(look_again(gate_, forged)), "approval.mismatch");
}

TEST_P(GateApprovalEnd, ARequestThatDoesNotExistReleasesNothing) {
  HeldCall held = held_call(submit_one(gate_, mail_call()));
  held.request_id = "0000000000000000";
  EXPECT_EQ(refusal_of(look_again(gate_, held)), "approval.unknown");
}

/// As reported at microsoft/agent-framework#8375: an approval that the caller brought for what nobody had asked.
TEST_P(GateApprovalEnd, ACallThatWasNeverHeldIsNotReleasedByLookingAtIt) {
  const HeldCall held = held_call(submit_one(gate_, mail_call()));
  world_.answer(held.request_id, Answer::Approve);
  HeldCall forged{.submission = {ToolCall{}, Observation::Offered},
                  .request_id = held.request_id,
                  .expires_at = held.expires_at,
                  .asked = held.asked};
  EXPECT_EQ(refusal_of(look_again(gate_, forged)).substr(0, 1) == "(", false);
  forged.submission.call = call_of("no_such_tool", "{}");
  EXPECT_EQ(refusal_of(look_again(gate_, forged)).substr(0, 1) == "(", false);
}

// --- Cancelled ------------------------------------------------------------------------------------------------------

TEST_P(GateApprovalEnd, ACancelledCallNeverRuns) {
  const HeldCall held = held_call(submit_one(gate_, mail_call()));
  gate_.cancel({held});
  EXPECT_EQ(state_of(held), "cancelled");
  EXPECT_EQ(cards(), 0u);
  EXPECT_THROW(world_.answer(held.request_id, Answer::Approve), std::runtime_error);
  EXPECT_EQ(refusal_of(look_again(gate_, held)), "approval.cancelled");
  ASSERT_THAT(world_.records("approval"), SizeIs(1));
  EXPECT_EQ(*world_.records("approval")[0].find("decision"), Json("cancelled"));
}

TEST_P(GateApprovalEnd, AnApprovalThatWasNotUsedIsCancelledWithItsCall) {
  const HeldCall held = held_call(submit_one(gate_, mail_call()));
  world_.answer(held.request_id, Answer::Approve);
  gate_.cancel({held});
  EXPECT_EQ(refusal_of(submit_one(gate_, mail_call())), "(held)");
  EXPECT_EQ(state_of(held), "cancelled");
}

TEST_P(GateApprovalEnd, CancellingWhatIsOverdueSaysSo) {
  const HeldCall held = held_call(submit_one(gate_, mail_call()));
  world_.clock.advance(minutes(10));
  gate_.cancel({held});
  EXPECT_EQ(state_of(held), "expired");
  EXPECT_EQ(cards(), 0u);
  ASSERT_THAT(world_.records("approval"), SizeIs(1));
  EXPECT_EQ(*world_.records("approval")[0].find("decision"), Json("expired"));
}

// --- Too many -------------------------------------------------------------------------------------------------------

TEST_P(GateApprovalEnd, MoreThanThePolicyLetsWaitAreRefused) {
  world_.office.policy.approval.max_pending = 3;
  Gate gate = world_.make_gate();
  required(gate.open());
  std::vector<Submission> many;
  for (int i = 0; i < 5; ++i) many.push_back(submission_of(mail_call("m" + std::to_string(i) + "@office.example")));
  std::vector<std::string> rulings;
  for (const Ruling& ruling : gate.submit(std::move(many))) rulings.push_back(refusal_of(ruling));
  EXPECT_THAT(rulings, testing::ElementsAre("(held)", "(held)", "(held)", "approval.flood", "approval.flood"));
  EXPECT_EQ(cards(), 3u);
  EXPECT_EQ(refusal_of(submit_one(gate, mail_call("m0@office.example"))), "(held)") << "it joins one that waits";
  world_.clock.advance(minutes(10));
  EXPECT_EQ(refusal_of(submit_one(gate, mail_call("m9@office.example"))), "(held)") << "the others have expired";
}

TEST_P(GateApprovalEnd, NoneMayWaitWhenThePolicySaysZero) {
  world_.office.policy.approval.max_pending = 0;
  Gate gate = world_.make_gate();
  required(gate.open());
  EXPECT_EQ(refusal_of(submit_one(gate, mail_call())), "approval.flood");
}

// --- The bell -------------------------------------------------------------------------------------------------------

TEST_P(GateApprovalEnd, RingsWhenARequestComesOrGoesAndNotForALook) {
  const HeldCall held = held_call(submit_one(gate_, mail_call()));
  EXPECT_EQ(world_.rings, 1);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(refusal_of(look_again(gate_, held)), "(held)");
  EXPECT_EQ(world_.rings, 1) << "whoever is woken looks again: it would wake itself for ever";
  world_.answer(held.request_id, Answer::Approve);
  execute(look_again(gate_, held));
  EXPECT_EQ(world_.rings, 2);
  EXPECT_EQ(refusal_of(submit_one(gate_, call_of("read_ticket", R"({"id":"T-1"})"))), "(released)");
  EXPECT_EQ(world_.rings, 2);
}

}  // namespace
}  // namespace yett
