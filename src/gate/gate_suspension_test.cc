// What waits when a run is suspended.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "gate/gate_fixture.h"
#include "gate/suspension.h"

namespace yett {
namespace {

using testing::SizeIs;

class GateSuspension : public testing::TestWithParam<StoreKind> {
 protected:
  void SetUp() override { required(gate_.open()); }

  void set(Suspension suspension) {
    const std::vector<RunSummary> runs = required(world_.store->runs());
    required(set_suspension(*world_.store, runs.front(), suspension, {.name = "olga", .key = {}},
                            required(own_answering_side()), world_.clock.now()));
  }
  [[nodiscard]] std::string state_of(const HeldCall& held) {
    return std::string(to_string(world_.request(held.request_id).state));
  }
  void expect_cancelled(const HeldCall& held) {
    EXPECT_EQ(state_of(held), "cancelled");
    EXPECT_TRUE(std::filesystem::is_empty(world_.cards)) << "its card";
    const Json record = world_.records("approval").back();
    EXPECT_EQ(*record.find("decision"), Json("cancelled"));
    EXPECT_EQ(*record.find("intent")->find("by"), Json("suspension"));
  }

  GateWorld world_{GetParam()};
  Gate gate_ = world_.make_gate();
};

INSTANTIATE_TEST_SUITE_P(Stores, GateSuspension, testing::Values(StoreKind::Memory, StoreKind::Sqlite),
                         [](const auto& kind) { return kind.param == StoreKind::Memory ? "Memory" : "Sqlite"; });

/// Its caller may have been told to come back long ago.
TEST_P(GateSuspension, EndsARequestThatWaits) {
  const HeldCall held = held_call(submit_one(gate_, mail_call()));
  set(Suspension::Suspended);
  expect_cancelled(held);
  set(Suspension::Running);
  EXPECT_EQ(refusal_of(submit_one(gate_, mail_call())), "(held)") << "it is asked anew";
}

TEST_P(GateSuspension, EndsAnApprovalThatNobodyHasUsed) {
  const HeldCall held = held_call(submit_one(gate_, mail_call()));
  world_.answer(held.request_id, Answer::Approve);
  set(Suspension::Suspended);
  expect_cancelled(held);
  set(Suspension::Running);
  EXPECT_EQ(refusal_of(look_again(gate_, held)), "approval.cancelled");
  EXPECT_EQ(refusal_of(submit_one(gate_, mail_call())), "(held)");
}

TEST_P(GateSuspension, ByTheGateItselfEndsThemToo) {
  world_.office.policy.limits.denials = 1;
  Gate strict = world_.make_gate();
  required(strict.open());
  const HeldCall held = held_call(submit_one(strict, mail_call()));
  for (const auto* tool : {"no_such_tool", "nor_this_one"}) (void)submit_one(strict, call_of(tool, "{}"));
  expect_cancelled(held);
}

TEST_P(GateSuspension, LeavesTheRequestsOfOtherRunsAlone) {
  const HeldCall held = held_call(submit_one(gate_, mail_call()));
  world_.office.session.run = "r-2";
  Gate other = world_.make_gate();
  required(other.open());
  const HeldCall of_other = held_call(submit_one(other, mail_call()));
  for (const RunSummary& run : required(world_.store->runs())) {
    if (run.run != "r-2") continue;
    required(set_suspension(*world_.store, run, Suspension::Suspended, {.name = "olga", .key = {}},
                            required(own_answering_side()), world_.clock.now()));
  }
  EXPECT_EQ(state_of(of_other), "cancelled");
  EXPECT_EQ(state_of(held), "pending");
}

}  // namespace
}  // namespace yett
