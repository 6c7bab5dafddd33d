// What an execution brings into the run, and what becomes of one that nobody saw end.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gate/gate_fixture.h"

namespace yett {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

/// A process that has run and is gone.
ProcessIdentity dead_process() {
  ProcessIdentity identity = required(own_identity());
  const pid_t child = fork();
  if (child == 0) _exit(0);
  waitpid(child, nullptr, 0);
  identity.pid = child;
  return identity;
}

class GateOutcome : public testing::TestWithParam<StoreKind> {
 protected:
  SessionState state() { return required(world_.store->session_state(RunKey(world_.office.session))); }

  GateWorld world_{GetParam()};
};

INSTANTIATE_TEST_SUITE_P(Stores, GateOutcome, testing::Values(StoreKind::Memory, StoreKind::Sqlite),
                         [](const auto& kind) { return kind.param == StoreKind::Memory ? "Memory" : "Sqlite"; });

const ToolCall kReadTicket = call_of("read_ticket", R"({"id":"T-1"})");
const ToolCall kReadFile = call_of("read_file", R"({"path":"/srv/office/shelf/a"})");
const ToolCall kSearch = call_of("search_customers", R"({"query":"q"})");
const ToolCall kWebhook = call_of("call_webhook", R"({"url":"https://hooks.office.example/","body":"b"})");

// --- What is delivered is taken in ----------------------------------------------------------------------------------

TEST_P(GateOutcome, BringsItsKindOfTextIntoTheRun) {
  Gate gate = world_.make_gate();
  required(gate.open());
  EXPECT_EQ(state().taken_in, SourceSet{SourceKind::User});
  EXPECT_EQ(settle_one(gate, submit_one(gate, kReadFile)), Delivery::Deliver);
  EXPECT_EQ(state().taken_in, (SourceSet{SourceKind::User, SourceKind::RetrievedDocument}));
  EXPECT_EQ(settle_one(gate, submit_one(gate, kReadTicket)), Delivery::Deliver);
  EXPECT_EQ(state().taken_in, SourceSet::all());
  EXPECT_FALSE(state().private_seen);
  EXPECT_EQ(settle_one(gate, submit_one(gate, kSearch)), Delivery::Deliver);
  EXPECT_TRUE(state().private_seen);
}

/// Instructions and logs are read by the agent as results are.
TEST_P(GateOutcome, TextOfAServerIsTakenInWithoutACall) {
  Gate gate = world_.make_gate();
  required(gate.open());
  const ServerText text{.server = "office",
                        .what = "server_log_delivered",
                        .returns = Returns::ToolOutput,
                        .sensitivity = Sensitivity::Internal,
                        .bytes = 5};
  EXPECT_EQ(gate.take_in(text), Delivery::Deliver);
  EXPECT_EQ(gate.take_in(text), Delivery::Deliver);
  EXPECT_EQ(state().taken_in, (SourceSet{SourceKind::User, SourceKind::ToolOutput}));
  EXPECT_FALSE(state().private_seen);
  EXPECT_EQ(state().tally.result_bytes, 10U);
  ASSERT_THAT(world_.records("protocol"), SizeIs(1)) << "what it adds is recorded, not each line";
  EXPECT_EQ(*world_.records("protocol")[0].find("decision"), Json("server_log_delivered"));
  EXPECT_EQ(gate.take_in({.server = "office", .what = "x", .returns = Returns::Trusted}), Delivery::Deliver);
  EXPECT_TRUE(state().private_seen) << "private, unless it says otherwise";
}

TEST_P(GateOutcome, MayWaitForMoreStepsUntilTheRunIsStopped) {
  Gate gate = world_.make_gate();
  required(gate.open());
  EXPECT_TRUE(gate.may_go_on());
  world_.change_state([](SessionState& state) { state.suspension = Suspension::Suspended; });
  EXPECT_FALSE(gate.may_go_on());
  world_.change_state([](SessionState& state) { state.suspension = Suspension::Running; });
  EXPECT_TRUE(gate.may_go_on());
  world_.clock.set(world_.office.session.expires_at);
  EXPECT_FALSE(gate.may_go_on());
}

TEST_P(GateOutcome, OfAFailureIsTakenInAsWell) {
  Gate gate = world_.make_gate();
  required(gate.open());
  EXPECT_EQ(settle_one(gate, submit_one(gate, kSearch), Outcome::Failed), Delivery::Deliver);
  EXPECT_EQ(state().taken_in, (SourceSet{SourceKind::User, SourceKind::ToolOutput}));
  EXPECT_TRUE(state().private_seen);
}

TEST_P(GateOutcome, OfATrustedToolBringsNoText) {
  Tool clock = office_tool("clock", Effect::Read, Sensitivity::Internal, Reversibility::Reversible, {});
  clock.returns = Returns::Trusted;
  ASSERT_TRUE(world_.office.policy.tools.insert(clock));
  Gate gate = world_.make_gate();
  required(gate.open());
  EXPECT_EQ(settle_one(gate, submit_one(gate, call_of("clock", "{}"))), Delivery::Deliver);
  EXPECT_EQ(state().taken_in, SourceSet{SourceKind::User});
}

/// What was taken in belongs to the run: every process of it shares it, and a new one inherits it.
TEST_P(GateOutcome, IsSharedByTheWholeRunAndByNoOther) {
  world_.office.session.permissions = *find_builtin_permission_set("read-only");
  Gate first = world_.make_gate();
  required(first.open());
  settle_one(first, submit_one(first, kReadTicket));
  Gate second = world_.make_gate();
  required(second.open());
  EXPECT_EQ(refusal_of(submit_one(second, kReadTicket)), "permission.source");
  world_.office.session.run = "r-2";
  Gate other = world_.make_gate();
  required(other.open());
  EXPECT_EQ(refusal_of(submit_one(other, kReadTicket)), "(released)");
}

TEST_P(GateOutcome, PrivateDataAndForeignTextMakeTheWayOutAsk) {
  Gate gate = world_.make_gate();
  required(gate.open());
  EXPECT_EQ(refusal_of(submit_one(gate, kWebhook)), "(released)");
  settle_one(gate, submit_one(gate, kSearch));
  const HeldCall held = held_call(submit_one(gate, kWebhook));
  EXPECT_EQ(held.asked.rule, RuleId::FlowPrivateToOutside);
}

/// What is judged together is judged by what the run had taken in before: nothing of it has been delivered yet.
TEST_P(GateOutcome, CallsOfOneBatchDoNotSeeEachOther) {
  world_.office.session.permissions = *find_builtin_permission_set("read-only");
  Gate gate = world_.make_gate();
  required(gate.open());
  std::vector<Submission> batch;
  batch.push_back(submission_of(kReadTicket));
  batch.push_back(submission_of(kReadTicket));
  std::vector<Ruling> rulings = gate.submit(std::move(batch));
  EXPECT_EQ(refusal_of(rulings[0]), "(released)");
  EXPECT_EQ(refusal_of(rulings[1]), "(released)");
  EXPECT_EQ(settle_one(gate, rulings[0]), Delivery::Deliver);
  EXPECT_EQ(refusal_of(submit_one(gate, kReadTicket)), "permission.source");
}

TEST_P(GateOutcome, IsTakenOnce) {
  Gate gate = world_.make_gate();
  required(gate.open());
  const Ruling ruling = submit_one(gate, kReadTicket);
  EXPECT_EQ(settle_one(gate, ruling), Delivery::Deliver);
  EXPECT_EQ(settle_one(gate, ruling), Delivery::Withhold) << "a second outcome of one execution is a fault of ours";
}

// --- Nobody saw it end ----------------------------------------------------------------------------------------------

TEST_P(GateOutcome, UnknownMakesTheSameCallAsk) {
  Gate gate = world_.make_gate();
  required(gate.open());
  EXPECT_EQ(settle_one(gate, submit_one(gate, kWebhook), Outcome::Unknown), Delivery::Deliver);
  EXPECT_EQ(state().taken_in, SourceSet{SourceKind::User}) << "nothing was delivered";
  const HeldCall held = held_call(submit_one(gate, kWebhook));
  EXPECT_EQ(held.asked.rule, RuleId::ApprovalRepeat);
  EXPECT_EQ(
      refusal_of(submit_one(gate, call_of("call_webhook", R"({"url":"https://hooks.office.example/","body":"c"})"))),
      "(released)");

  world_.answer(held.request_id, Answer::Approve);
  EXPECT_EQ(settle_one(gate, look_again(gate, held)), Delivery::Deliver);
  EXPECT_EQ(refusal_of(submit_one(gate, kWebhook)), "(released)") << "its outcome is known now";
}

TEST_P(GateOutcome, UnknownIsWhatAPersonIsAskedAboutWhoWouldBeAskedAnyway) {
  Gate gate = world_.make_gate();
  required(gate.open());
  const HeldCall first = held_call(submit_one(gate, mail_call()));
  world_.answer(first.request_id, Answer::Approve);
  settle_one(gate, look_again(gate, first), Outcome::Unknown);
  const HeldCall again = held_call(submit_one(gate, mail_call()));
  EXPECT_EQ(again.asked.rule, RuleId::ApprovalRepeat);
  EXPECT_EQ(world_.request(again.request_id).rule, "approval.repeat");
  EXPECT_THAT(world_.request(again.request_id).also, testing::ElementsAre("approval.dangerous"))
      << "what it would be asked about anyway comes behind";
  EXPECT_EQ(*world_.records("decision").back().find("rule"), Json("approval.repeat"));
  EXPECT_EQ(*world_.records("decision").back().find("intent")->find("also"),
            Json(Json::Array{Json("approval.dangerous")}))
      << "the record has all that a person is asked by";
  EXPECT_EQ(held_call(look_again(gate, again)).asked.rule, RuleId::ApprovalRepeat);
}

TEST_P(GateOutcome, UnknownIsNotShakenOffByAnotherSpelling) {
  Gate gate = world_.make_gate();
  required(gate.open());
  settle_one(gate, submit_one(gate, kWebhook), Outcome::Unknown);
  EXPECT_EQ(refusal_of(
                submit_one(gate, call_of("call_webhook", R"({"body":"b","url":"HTTPS://Hooks.office.example.:443"})"))),
            "(held)");
  settle_one(gate, submit_one(gate, kSearch), Outcome::Unknown);
  EXPECT_EQ(refusal_of(submit_one(gate, call_of("search_customers", R"({"tenant_id":"acme","query":"q"})"))), "(held)");
}

TEST_P(GateOutcome, OfAProcessThatDiedIsUnknown) {
  {
    const ProcessIdentity alive = std::exchange(world_.self, dead_process());
    Gate dead = world_.make_gate();
    required(dead.open());
    EXPECT_EQ(refusal_of(submit_one(dead, kWebhook)), "(released)");
    world_.self = alive;
  }
  Gate gate = world_.make_gate();
  required(gate.open());
  const std::vector<Json> outcomes = world_.records("outcome");
  ASSERT_THAT(outcomes, SizeIs(1));
  EXPECT_EQ(*outcomes[0].find("decision"), Json("unknown"));
  EXPECT_EQ(*outcomes[0].find("intent")->find("intent_seq"), *world_.records("decision")[0].find("seq"));
  EXPECT_EQ(held_call(submit_one(gate, kWebhook)).asked.rule, RuleId::ApprovalRepeat);
}

TEST_P(GateOutcome, OfAProcessThatDiesMeanwhileIsUnknownAtOnce) {
  Gate gate = world_.make_gate();
  required(gate.open());
  world_.self = dead_process();
  Gate dead = world_.make_gate();
  required(dead.open());
  EXPECT_EQ(refusal_of(submit_one(dead, kWebhook)), "(released)");
  EXPECT_EQ(held_call(submit_one(gate, kWebhook)).asked.rule, RuleId::ApprovalRepeat);
}

TEST_P(GateOutcome, OfAProcessThatStillRunsIsLeftAlone) {
  Gate running = world_.make_gate();
  required(running.open());
  const Ruling under_way = submit_one(running, kWebhook);
  Gate gate = world_.make_gate();
  required(gate.open());
  EXPECT_THAT(world_.records("outcome"), IsEmpty());
  EXPECT_EQ(settle_one(running, under_way), Delivery::Deliver);
}

/// Of a run that nobody takes up again the gate of another run is the last that can tell.
TEST_P(GateOutcome, OfAnotherRunWhoseProcessDiedIsWrittenAsThatRuns) {
  const ProcessIdentity alive = std::exchange(world_.self, dead_process());
  {
    Gate dead = world_.make_gate();
    required(dead.open());
    submit_one(dead, kWebhook);
  }
  const Json intent = world_.records("decision").back();
  world_.self = alive;
  world_.office.session.run = "r-2";
  world_.office.session.user = "another";
  world_.office.policy.digest = {{9}};
  Gate other = world_.make_gate(GateEngine::strict(), {"files"});
  required(other.open());
  const std::vector<Json> outcomes = world_.records("outcome");
  ASSERT_THAT(outcomes, SizeIs(1));
  EXPECT_EQ(*outcomes[0].find("decision"), Json("unknown"));
  EXPECT_EQ(*outcomes[0].find("intent")->find("intent_seq"), *intent.find("seq"));
  for (const std::string_view member : {"run", "user", "tenant", "server", "tool", "call", "policy"}) {
    EXPECT_EQ(*outcomes[0].find(member), *intent.find(member)) << member;
  }
  EXPECT_NE(*outcomes[0].find("call"), Json());
  Gate third = world_.make_gate();
  required(third.open());
  EXPECT_THAT(world_.records("outcome"), SizeIs(1)) << "once";
}

}  // namespace
}  // namespace yett
