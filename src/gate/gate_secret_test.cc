// Calls of a server that has not all the secrets that the policy gives it.
#include <gtest/gtest.h>

#include "gate/gate_fixture.h"

namespace yett {
namespace {

class GateSecret : public testing::Test {
 protected:
  void SetUp() override { required(gate_.open()); }

  GateWorld world_;
  Gate gate_ = world_.make_gate();
};

const ToolCall kRead = call_of("read_ticket", R"({"id":"T-1"})");

TEST_F(GateSecret, WithoutItNoCallRunsAndThatIsRecorded) {
  world_.has_secrets = false;
  const Ruling ruling = submit_one(gate_, kRead);
  EXPECT_EQ(refusal_of(ruling), "system.internal");
  const Json denied = world_.records("decision").back();
  EXPECT_EQ(*denied.find("decision"), Json("deny"));
  EXPECT_EQ(*denied.find("server"), Json("office"));
  EXPECT_TRUE(denied.find("reason")->as_string()->contains("token"));
  world_.has_secrets = true;
  EXPECT_EQ(refusal_of(submit_one(gate_, kRead)), "(released)");
}

TEST_F(GateSecret, ADenyOfThePolicyIsSaidFirst) {
  world_.has_secrets = false;
  EXPECT_EQ(refusal_of(submit_one(gate_, mail_call("x@attacker.example"))), "destination.unlisted");
}

TEST_F(GateSecret, AnApprovalIsNotUsedUpWhileThereIsNone) {
  const HeldCall held = held_call(submit_one(gate_, mail_call()));
  world_.answer(held.request_id, Answer::Approve);
  world_.has_secrets = false;
  EXPECT_EQ(refusal_of(look_again(gate_, held)), "(held)");
  EXPECT_EQ(world_.request(held.request_id).state, RequestState::Approved);
  world_.has_secrets = true;
  EXPECT_EQ(refusal_of(look_again(gate_, held)), "(released)");
}

}  // namespace
}  // namespace yett
