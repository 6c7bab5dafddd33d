// A store that cannot take what has to be written: nothing runs, nothing is delivered, nothing half done stays.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "gate/failing_store_fixture.h"
#include "gate/gate_fixture.h"

namespace yett {
namespace {

using testing::IsEmpty;

class GateFailure : public testing::Test {
 protected:
  GateFailure() {
    inner_ = std::move(world_.store);
    auto failing = std::make_unique<FailingStore>(*inner_);
    store_ = failing.get();
    world_.store = std::move(failing);
  }
  void SetUp() override {
    gate_ = std::make_unique<Gate>(world_.make_gate());
    required(gate_->open());
  }

  bool cards_are_gone() const { return std::filesystem::is_empty(world_.cards); }

  GateWorld world_;
  std::unique_ptr<Store> inner_;
  FailingStore* store_ = nullptr;
  std::unique_ptr<Gate> gate_;
};

const ToolCall kRead = call_of("read_ticket", R"({"id":"T-1"})");

TEST_F(GateFailure, OfAnyStepRefusesTheCall) {
  for (const StoreStep step : {StoreStep::Begin, StoreStep::SessionState, StoreStep::LastOutcome, StoreStep::Append,
                               StoreStep::OpenExecution, StoreStep::Commit}) {
    store_->fail_at(step);
    EXPECT_EQ(refusal_of(submit_one(*gate_, kRead)), "system.audit") << static_cast<int>(step);
    store_->recover();
    EXPECT_EQ(refusal_of(submit_one(*gate_, kRead)), "(released)") << "one that came back is used again";
  }
}

TEST_F(GateFailure, OfAnyStepHoldsNothing) {
  for (const StoreStep step : {StoreStep::Begin, StoreStep::SessionState, StoreStep::FindRequest, StoreStep::PutRequest,
                               StoreStep::CountPending, StoreStep::LastOutcome, StoreStep::Append, StoreStep::Commit}) {
    store_->fail_at(step);
    EXPECT_EQ(refusal_of(submit_one(*gate_, mail_call())), "system.audit") << static_cast<int>(step);
    EXPECT_TRUE(cards_are_gone()) << "a card without a request: " << static_cast<int>(step);
    store_->recover();
    EXPECT_THAT(required(inner_->requests()), IsEmpty()) << static_cast<int>(step);
  }
  EXPECT_EQ(world_.rings, 0);
}

TEST_F(GateFailure, ASessionThatExpiresDuringTheSyncRunsNothing) {
  store_->after_next_commit([this] { world_.clock.set(world_.office.session.expires_at); });
  EXPECT_EQ(refusal_of(submit_one(*gate_, kRead)), "session.expired");
  EXPECT_THAT(required(required(inner_->begin())->open_executions()), IsEmpty()) << "it is known not to have run";
  const std::vector<Json> decisions = world_.records("decision");
  ASSERT_EQ(decisions.size(), 2u) << "the intent, and that it was taken back";
  EXPECT_EQ(*decisions[1].find("rule"), Json("session.expired"));
  EXPECT_EQ(*decisions[1].find("decision"), Json("deny"));
}

TEST_F(GateFailure, RefusesEvenWhatWouldBeDenied) {
  store_->fail_at(StoreStep::Append);
  EXPECT_EQ(refusal_of(submit_one(*gate_, call_of("no_such_tool", "{}"))), "system.audit");
}

/// One batch is one transaction: the record that cannot be written takes all its neighbours along.
TEST_F(GateFailure, RefusesTheWholeBatch) {
  std::vector<Submission> batch;
  for (const ToolCall& call : {kRead, mail_call(), kRead}) batch.push_back(submission_of(call));
  store_->fail_at(StoreStep::PutRequest);
  for (const Ruling& ruling : gate_->submit(std::move(batch))) EXPECT_EQ(refusal_of(ruling), "system.audit");
  EXPECT_TRUE(cards_are_gone());
  EXPECT_THAT(world_.records("decision"), IsEmpty());
}

TEST_F(GateFailure, KeepsAnApprovalThatCouldNotBeUsed) {
  const HeldCall held = held_call(submit_one(*gate_, mail_call()));
  world_.answer(held.request_id, Answer::Approve);
  for (const StoreStep step :
       {StoreStep::Begin, StoreStep::SessionState, StoreStep::GetRequest, StoreStep::PutRequest, StoreStep::LastOutcome,
        StoreStep::Append, StoreStep::OpenExecution, StoreStep::Commit}) {
    store_->fail_at(step);
    EXPECT_EQ(refusal_of(look_again(*gate_, held)), "system.audit") << static_cast<int>(step);
    store_->recover();
    EXPECT_EQ(world_.request(held.request_id).state, RequestState::Approved) << static_cast<int>(step);
    EXPECT_FALSE(cards_are_gone());
  }
  EXPECT_EQ(refusal_of(look_again(*gate_, held)), "(released)");
}

TEST_F(GateFailure, WithoutRandomBytesNobodyIsAsked) {
  struct NoEntropy final : Entropy {
    Result<void> fill(std::span<std::uint8_t>) override { return fail(ErrorKind::System, "no entropy"); }
  } none;
  Gate gate({.engine = GateEngine::strict(),
             .policy = std::make_shared<const Policy>(world_.office.policy),
             .session = world_.office.session,
             .servers = {"office"},
             .store = *world_.store,
             .clock = world_.clock,
             .entropy = none,
             .cards = CardFolder(world_.cards),
             .self = world_.self});
  required(gate.open());
  EXPECT_EQ(refusal_of(submit_one(gate, mail_call())), "system.audit");
  EXPECT_THAT(required(inner_->requests()), IsEmpty());
}

TEST_F(GateFailure, WithoutAPlaceForTheCardNobodyIsAsked) {
  std::filesystem::remove_all(world_.cards);
  EXPECT_EQ(refusal_of(submit_one(*gate_, mail_call())), "system.audit");
  EXPECT_THAT(required(inner_->requests()), IsEmpty());
}

TEST_F(GateFailure, ASessionThatCannotBeRecordedDoesNotOpen) {
  for (const StoreStep step : {StoreStep::Begin, StoreStep::SessionState, StoreStep::PutSessionState,
                               StoreStep::OpenExecutions, StoreStep::Append, StoreStep::Commit}) {
    store_->fail_at(step);
    EXPECT_FALSE(world_.make_gate().open()) << static_cast<int>(step);
    store_->recover();
  }
}

// --- Outcomes -------------------------------------------------------------------------------------------------------

TEST_F(GateFailure, AnOutcomeThatCannotBeWrittenIsWithheldAndSuspendsTheRun) {
  for (const StoreStep step : {StoreStep::Begin, StoreStep::SessionState, StoreStep::PutSessionState,
                               StoreStep::CloseExecution, StoreStep::Append, StoreStep::Commit}) {
    Gate gate = world_.make_gate();
    required(gate.open());
    const Ruling first = submit_one(gate, kRead);
    const Ruling second = submit_one(gate, call_of("read_ticket", R"({"id":"T-2"})"));
    const HeldCall held =
        held_call(submit_one(gate, mail_call("m" + std::to_string(static_cast<int>(step)) + "@office.example")));
    world_.answer(held.request_id, Answer::Approve);

    // Its result is the first text of its kind, so the run's state changes with it.
    world_.change_state([](SessionState& state) { state = SessionState::of_new_run(); });
    store_->fail_at(step);
    EXPECT_EQ(settle_one(gate, first), Delivery::Withhold) << static_cast<int>(step);
    EXPECT_TRUE(gate.owes_outcomes());
    EXPECT_EQ(refusal_of(submit_one(gate, kRead)), "system.audit") << "as long as the store is broken";
    EXPECT_FALSE(gate.may_go_on());
    store_->recover();
    EXPECT_EQ(refusal_of(submit_one(gate, kRead)), "session.suspended") << "although the store is back";
    EXPECT_FALSE(gate.owes_outcomes());
    EXPECT_EQ(refusal_of(look_again(gate, held)), "session.suspended");
    EXPECT_EQ(settle_one(gate, second), Delivery::Deliver) << "this outcome is kept";
    EXPECT_TRUE(cards_are_gone());
    world_.change_state([](SessionState& state) { state.suspension = Suspension::Running; });
  }
}

TEST_F(GateFailure, OfAnOutcomeIsCaughtUpWithOnce) {
  const Ruling released = submit_one(*gate_, kRead);
  store_->fail_at(StoreStep::Commit);
  EXPECT_EQ(settle_one(*gate_, released), Delivery::Withhold);
  gate_->catch_up();
  EXPECT_TRUE(gate_->owes_outcomes());
  store_->recover();
  gate_->catch_up();
  EXPECT_FALSE(gate_->owes_outcomes());
  gate_->catch_up();

  const std::vector<Json> outcomes = world_.records("outcome");
  ASSERT_EQ(outcomes.size(), 1u);
  EXPECT_EQ(*outcomes[0].find("decision"), Json("executed"));
  EXPECT_EQ(*outcomes[0].find("intent")->find("withheld"), Json(true));
  const Json suspended = world_.records("session").back();
  EXPECT_EQ(*suspended.find("decision"), Json("suspended"));
  EXPECT_EQ(*suspended.find("rule"), Json("system.audit"));
  EXPECT_EQ(world_.records("session").size(), 2u) << "opened and suspended, once";
  const SessionState state = required(inner_->session_state(RunKey(world_.office.session)));
  EXPECT_EQ(state.taken_in, SourceSet{SourceKind::User}) << "nothing was delivered";
  EXPECT_EQ(world_.rings, 1) << "other calls of the run may be waiting";
}

/// The suspension is the run's, not that of the process that could not write.
TEST_F(GateFailure, OfAnOutcomeSuspendsTheRunForOtherProcessesToo) {
  Gate other = world_.make_gate();
  required(other.open());
  const Ruling released = submit_one(*gate_, kRead);
  store_->fail_at(StoreStep::Commit);
  EXPECT_EQ(settle_one(*gate_, released), Delivery::Withhold);
  store_->recover();
  EXPECT_EQ(refusal_of(submit_one(other, kRead)), "session.suspended") << "before the first one could write";
  world_.change_state([](SessionState& state) { state.suspension = Suspension::Running; });
  EXPECT_EQ(refusal_of(submit_one(other, kRead)), "(released)") << "a person let it go on";
}

TEST_F(GateFailure, OfAnOutcomeSuspendsTheRunForProcessesThatStartLater) {
  const Ruling released = submit_one(*gate_, kRead);
  store_->fail_at(StoreStep::Commit);
  EXPECT_EQ(settle_one(*gate_, released), Delivery::Withhold);
  gate_->close();
  gate_.reset();
  store_->recover();
  Gate later = world_.make_gate();
  required(later.open());
  EXPECT_EQ(refusal_of(submit_one(later, kRead)), "session.suspended");
  world_.office.session.run = "r-other";
  Gate other_run = world_.make_gate();
  required(other_run.open());
  EXPECT_EQ(refusal_of(submit_one(other_run, kRead)), "(released)");
}

TEST_F(GateFailure, OfACancellationLeavesNothingThatRuns) {
  const HeldCall held = held_call(submit_one(*gate_, mail_call()));
  store_->fail_at(StoreStep::Commit);
  gate_->cancel({held});
  store_->recover();
  EXPECT_EQ(world_.request(held.request_id).state, RequestState::Pending);
  EXPECT_FALSE(cards_are_gone()) << "the request can still be looked at";
}

}  // namespace
}  // namespace yett
