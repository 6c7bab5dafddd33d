// What a run may use: calls a minute, sends, bytes of results, refused calls.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "gate/failing_store_fixture.h"
#include "gate/gate_fixture.h"
#include "gate/suspension.h"

namespace yett {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;
using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

const ToolCall kRead = call_of("read_ticket", R"({"id":"T-1"})");
const ToolCall kWebhook = call_of("call_webhook", R"({"url":"https://hooks.office.example/","body":"b"})");
const ToolCall kReport = call_of("save_report", R"({"callback":"https://api.office.example:8443/","text":"t"})");

/// A call that is refused because of its destination; each number is another call.
ToolCall refused_call(int number) { return mail_call("m" + std::to_string(number) + "@attacker.example"); }

class GateLimit : public testing::TestWithParam<StoreKind> {
 protected:
  /// A gate under the present limits.
  Gate& start() {
    gate_.emplace_back(std::make_unique<Gate>(world_.make_gate()));
    required(gate_.back()->open());
    return *gate_.back();
  }
  std::vector<std::string> submit(Gate& gate, std::vector<ToolCall> calls) {
    std::vector<Submission> batch;
    for (ToolCall& call : calls) batch.push_back(submission_of(std::move(call)));
    std::vector<std::string> outcomes;
    for (const Ruling& ruling : gate.submit(std::move(batch))) outcomes.push_back(refusal_of(ruling));
    return outcomes;
  }
  SessionState state() { return required(world_.store->session_state(RunKey(world_.office.session))); }
  RunLimits& limits() { return world_.office.policy.limits; }
  void resume() {
    const std::vector<RunSummary> runs = required(world_.store->runs());
    required(set_suspension(*world_.store, runs.front(), Suspension::Running, {"olga", {}},
                            required(own_answering_side()), world_.clock.now()));
  }
  std::vector<std::string> session_events() {
    std::vector<std::string> events;
    for (const Json& record : world_.records("session")) events.push_back(*record.find("decision")->as_string());
    return events;
  }

  GateWorld world_{GetParam()};
  std::vector<std::unique_ptr<Gate>> gate_;
};

INSTANTIATE_TEST_SUITE_P(Stores, GateLimit, testing::Values(StoreKind::Memory, StoreKind::Sqlite),
                         [](const auto& kind) { return kind.param == StoreKind::Memory ? "Memory" : "Sqlite"; });

// --- Calls a minute -------------------------------------------------------------------------------------------------

TEST_P(GateLimit, OfCallsHoldsWithinABatchAndBetweenBatches) {
  limits().calls_per_minute = 3;
  Gate& gate = start();
  EXPECT_THAT(submit(gate, {kRead, kRead}), ElementsAre("(released)", "(released)"));
  EXPECT_THAT(submit(gate, {kRead, kRead}), ElementsAre("(released)", "session.limit"));
  EXPECT_THAT(submit(gate, {kRead}), ElementsAre("session.limit"));
  world_.clock.advance(minutes(2));
  EXPECT_THAT(submit(gate, {kRead}), ElementsAre("(released)"));
}

TEST_P(GateLimit, OfCallsCountsRefusedAndHeldOnesToo) {
  limits().calls_per_minute = 3;
  Gate& gate = start();
  EXPECT_THAT(submit(gate, {refused_call(1), call_of("no_such_tool", "{}"), mail_call(), kRead}),
              ElementsAre("destination.unlisted", "tool.unregistered", "(held)", "session.limit"));
}

TEST_P(GateLimit, OfCallsDoesNotCountALook) {
  limits().calls_per_minute = 2;
  Gate& gate = start();
  const HeldCall held = held_call(submit_one(gate, mail_call()));
  for (int i = 0; i < 10; ++i) EXPECT_EQ(refusal_of(look_again(gate, held)), "(held)");
  EXPECT_EQ(refusal_of(submit_one(gate, kRead)), "(released)");
}

/// It was not one call too many when it came in.
TEST_P(GateLimit, OfCallsLetsGoOnWhatWaits) {
  limits().calls_per_minute = 1;
  Gate& gate = start();
  const HeldCall held = held_call(submit_one(gate, mail_call()));
  world_.answer(held.request_id, Answer::Approve);
  EXPECT_EQ(refusal_of(submit_one(gate, kRead)), "session.limit");
  EXPECT_EQ(refusal_of(look_again(gate, held)), "(released)");
}

TEST_P(GateLimit, IsTheRunsAndNotTheProcesses) {
  limits().calls_per_minute = 2;
  Gate& first = start();
  Gate& second = start();
  EXPECT_EQ(refusal_of(submit_one(first, kRead)), "(released)");
  EXPECT_EQ(refusal_of(submit_one(second, kRead)), "(released)");
  EXPECT_EQ(refusal_of(submit_one(first, kRead)), "session.limit");
  world_.office.session.run = "r-2";
  EXPECT_EQ(refusal_of(submit_one(start(), kRead)), "(released)") << "another run has used nothing";
}

// --- Sends ----------------------------------------------------------------------------------------------------------

TEST_P(GateLimit, OfSendsCountsWhatLeavesAndNothingElse) {
  limits().sends_per_run = 2;
  Gate& gate = start();
  EXPECT_THAT(submit(gate, {refused_call(1), kRead, kWebhook, kReport, kWebhook, kReport, kRead}),
              ElementsAre("destination.unlisted", "(released)", "(released)", "(released)", "session.limit",
                          "session.limit", "(released)"));
  EXPECT_EQ(state().tally.sends, 2u);
  world_.clock.advance(minutes(60));
  EXPECT_EQ(refusal_of(submit_one(gate, kWebhook)), "session.limit") << "it is the run's, however long it lasts";
}

TEST_P(GateLimit, OfSendsCountsAHeldCallWhenItRuns) {
  limits().sends_per_run = 1;
  Gate& gate = start();
  const HeldCall first = held_call(submit_one(gate, mail_call()));
  const HeldCall second = held_call(submit_one(gate, mail_call("al@office.example")));
  EXPECT_EQ(state().tally.sends, 0u);
  world_.answer(first.request_id, Answer::Approve);
  world_.answer(second.request_id, Answer::Approve);
  EXPECT_EQ(refusal_of(look_again(gate, first)), "(released)");
  EXPECT_EQ(refusal_of(look_again(gate, second)), "session.limit");
}

// --- Bytes of results -----------------------------------------------------------------------------------------------

TEST_P(GateLimit, OfResultBytesHoldsOnceTheyAreDelivered) {
  limits().result_bytes = 100;
  Gate& gate = start();
  const auto settle = [&](std::uint64_t bytes) {
    const Ruling ruling = submit_one(gate, kRead);
    return gate.settle({{std::get<Released>(ruling).execution, Outcome::Executed, bytes}});
  };
  EXPECT_EQ(settle(60), Delivery::Deliver);
  EXPECT_EQ(settle(39), Delivery::Deliver);
  EXPECT_EQ(state().tally.result_bytes, 99u);
  EXPECT_EQ(settle(1000), Delivery::Deliver) << "nobody knows beforehand how long a result is";
  EXPECT_EQ(refusal_of(submit_one(gate, kRead)), "session.limit");
}

// --- Refused calls --------------------------------------------------------------------------------------------------

TEST_P(GateLimit, OfDenialsSuspendsTheRunAndSaysWhy) {
  limits().denials = 3;
  Gate& gate = start();
  EXPECT_THAT(submit(gate, {refused_call(1), refused_call(2)}), Each("destination.unlisted"));
  EXPECT_EQ(refusal_of(submit_one(gate, kRead)), "(released)");
  const int rings = world_.rings;
  EXPECT_THAT(submit(gate, {refused_call(3), kRead}), ElementsAre("destination.unlisted", "session.suspended"));
  EXPECT_EQ(world_.rings, rings + 1) << "calls of other processes may be waiting";
  EXPECT_EQ(refusal_of(submit_one(gate, kRead)), "session.suspended");
  EXPECT_EQ(refusal_of(submit_one(start(), kRead)), "session.suspended");
  EXPECT_EQ(state().suspension, Suspension::Suspended);

  EXPECT_THAT(session_events(), ElementsAre("opened", "suspended", "opened"));
  const Json record = world_.records("session")[1];
  EXPECT_EQ(*record.find("rule"), Json("session.limit"));
  EXPECT_EQ(*record.find("reason"), Json("the run has reached a limit: denials"));
  EXPECT_EQ(*record.find("intent"), json_of(R"({"denials":3})"));
}

TEST_P(GateLimit, OfDenialsCountsEachCallOnce) {
  limits().denials = 3;
  Gate& gate = start();
  for (int i = 0; i < 10; ++i) {
    EXPECT_THAT(submit(gate, {refused_call(1), refused_call(2)}), Each("destination.unlisted"));
  }
  EXPECT_EQ(state().suspension, Suspension::Running);
}

TEST_P(GateLimit, OfDenialsIsOfOneMinute) {
  limits().denials = 3;
  Gate& gate = start();
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(refusal_of(submit_one(gate, refused_call(i))), "destination.unlisted") << i;
    world_.clock.advance(seconds(30));
  }
  EXPECT_EQ(state().suspension, Suspension::Running);
}

TEST_P(GateLimit, OfDenialsTellsCallsWithoutAToolApart) {
  limits().denials = 4;
  Gate& gate = start();
  ToolCall unreadable;
  unreadable.arguments = json_of(R"({"name":"read_ticket","task":1})");
  EXPECT_THAT(submit(gate, {call_of("no_such_tool", "{}"), call_of("no_such_tool", R"({"a":1})"), unreadable,
                            unreadable, call_of("no_such_tool", "{}")}),
              ElementsAre("tool.unregistered", "tool.unregistered", "arguments.malformed", "arguments.malformed",
                          "tool.unregistered"));
  EXPECT_EQ(state().suspension, Suspension::Running);
  unreadable.arguments = json_of(R"({"name":"read_ticket","task":2})");
  EXPECT_THAT(submit(gate, {unreadable}), ElementsAre("arguments.malformed"));
  EXPECT_EQ(state().suspension, Suspension::Suspended);
}

TEST_P(GateLimit, OfDenialsCountsAFlood) {
  limits().denials = 2;
  world_.office.policy.approval.max_pending = 0;
  Gate& gate = start();
  EXPECT_THAT(submit(gate, {mail_call("a@office.example"), mail_call("b@office.example")}), Each("approval.flood"));
  EXPECT_EQ(state().suspension, Suspension::Suspended);
}

/// A person who says no, or nobody who says anything, is no attack.
TEST_P(GateLimit, OfDenialsDoesNotCountWhatPeopleAnswer) {
  limits().denials = 1;
  Gate& gate = start();
  const HeldCall denied = held_call(submit_one(gate, mail_call("a@office.example")));
  const HeldCall cancelled = held_call(submit_one(gate, mail_call("b@office.example")));
  world_.answer(denied.request_id, Answer::Deny);
  gate.cancel({cancelled});
  EXPECT_EQ(refusal_of(look_again(gate, denied)), "approval.denied");
  EXPECT_EQ(refusal_of(submit_one(gate, mail_call("a@office.example"))), "approval.denied");
  EXPECT_EQ(refusal_of(look_again(gate, cancelled)), "approval.cancelled");
  const HeldCall mismatch = held_call(submit_one(gate, mail_call("c@office.example")));
  world_.change_state([](SessionState& state) { state.taken_in.insert(SourceKind::ToolOutput); });
  EXPECT_EQ(refusal_of(look_again(gate, mismatch)), "approval.mismatch");
  const HeldCall expired = held_call(submit_one(gate, mail_call("d@office.example")));
  world_.clock.advance(minutes(10));
  EXPECT_EQ(refusal_of(look_again(gate, expired)), "approval.expired");
  EXPECT_THAT(state().tally.denials, IsEmpty());
  EXPECT_EQ(state().suspension, Suspension::Running);
}

TEST_P(GateLimit, OfDenialsEndsWhatWaits) {
  limits().denials = 2;
  Gate& gate = start();
  const HeldCall held = held_call(submit_one(gate, mail_call()));
  world_.answer(held.request_id, Answer::Approve);
  submit(gate, {refused_call(1), refused_call(2)});
  EXPECT_EQ(refusal_of(look_again(gate, held)), "session.suspended");
  EXPECT_EQ(world_.request(held.request_id).state, RequestState::Cancelled);
}

TEST_P(GateLimit, OfDenialsBeginsAnewWhenAPersonLetsTheRunGoOn) {
  limits().denials = 3;
  Gate& gate = start();
  submit(gate, {refused_call(1), refused_call(2), refused_call(3), kRead, kWebhook});
  resume();
  EXPECT_THAT(submit(gate, {refused_call(4), kRead, refused_call(5), kRead}),
              ElementsAre("destination.unlisted", "(released)", "destination.unlisted", "(released)"));
  EXPECT_THAT(submit(gate, {refused_call(6), kRead}), ElementsAre("destination.unlisted", "session.suspended"));
  EXPECT_THAT(session_events(), ElementsAre("opened", "suspended", "suspended"));
}

/// A call that turns out to be refused after its intent was written is a refused call like any other.
TEST(GateLimitOfDenials, CountsACallThatIsTakenBack) {
  GateWorld world;
  const std::unique_ptr<Store> inner = std::move(world.store);
  auto failing = std::make_unique<FailingStore>(*inner);
  FailingStore& store = *failing;
  world.store = std::move(failing);
  world.office.policy.limits.denials = 1;
  Gate gate = world.make_gate();
  required(gate.open());
  store.after_next_commit([&] { world.clock.set(world.office.session.expires_at); });
  EXPECT_EQ(refusal_of(submit_one(gate, kRead)), "session.expired");
  EXPECT_EQ(required(inner->session_state(RunKey(world.office.session))).suspension, Suspension::Suspended);
  EXPECT_EQ(world.rings, 1);
}

// --- What nobody could write down -----------------------------------------------------------------------------------

TEST(GateLimitFailure, ACallThatCannotBeCountedDoesNotRun) {
  GateWorld world;
  const std::unique_ptr<Store> inner = std::move(world.store);
  auto failing = std::make_unique<FailingStore>(*inner);
  FailingStore& store = *failing;
  world.store = std::move(failing);
  world.office.policy.limits.denials = 1;
  Gate gate = world.make_gate();
  required(gate.open());
  store.fail_at(StoreStep::PutSessionState);
  EXPECT_EQ(refusal_of(submit_one(gate, kRead)), "system.audit");
  EXPECT_EQ(refusal_of(submit_one(gate, refused_call(1))), "system.audit");
  store.recover();
  EXPECT_EQ(required(inner->session_state(RunKey(world.office.session))).tally, RunTally{});
  EXPECT_EQ(refusal_of(submit_one(gate, kRead)), "(released)")
      << "what the gate itself could not do is no refused call";
  EXPECT_EQ(world.rings, 0);
}

}  // namespace
}  // namespace yett
