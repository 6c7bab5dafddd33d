// Calls that somebody has approved ahead.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>

#include "gate/failing_store_fixture.h"
#include "gate/gate_fixture.h"
#include "gate/granting.h"

namespace yett {
namespace {

using std::chrono::hours;

SigningKey olgas_key() {
  std::array<std::uint8_t, SigningKey::kSeedBytes> bytes{};
  bytes.fill(1);
  return SigningKey(bytes);
}

/// A gate whose policy lets olga grant up to ten mails ahead, and a grant of two of them for ana.
class GateGrant : public testing::TestWithParam<StoreKind> {
 protected:
  GateGrant() : world_(GetParam()), gate_(make_gate()) {
    required(gate_.open());
    Grant grant;
    grant.id = "00aa00aa00aa00aa";
    grant.name = "mails";
    grant.policy = world_.office.policy.digest;
    grant.user = world_.office.session.user;
    grant.tenant = world_.office.session.tenant;
    grant.uses = 2;
    grant.from = kOfficeHours;
    grant.until = kOfficeHours + hours(1);
    grant.by = "olga";
    grant.state = GrantState::Live;
    put(sign_grant(grant, olgas_key()));
  }

  Gate make_gate() {
    Policy& policy = world_.office.policy;
    policy.approvers = {{.name = "olga",
                         .key = olgas_key().public_key(),
                         .tenants = {},
                         .tools = {},
                         .may = {Entitlement::Approve},
                         .where = {}}};
    const Tool* mail = policy.tools.find("send_email");
    policy.approval.grants = {{.name = "mails",
                               .tool = static_cast<std::size_t>(mail - policy.tools.in_order().data()),
                               .schema = {},
                               .max_uses = 10,
                               .max_for = hours(8),
                               .where = {}}};
    return world_.make_gate();
  }
  void put(const Grant& grant) {
    const auto transaction = required(world_.store->begin());
    required(transaction->put_grant(grant));
    required(transaction->commit(Durability::ProcessCrash));
  }
  [[nodiscard]] Grant kept() { return required(world_.store->grants()).front(); }

  GateWorld world_;
  Gate gate_;
};

TEST_P(GateGrant, LetsThroughAsManyCallsAsItSaysAndNoMore) {
  for (const auto* to : {"a@office.example", "b@office.example"}) {
    EXPECT_EQ(refusal_of(submit_one(gate_, mail_call(to))), "(released)");
  }
  EXPECT_EQ(kept().used, 2u);
  EXPECT_EQ(refusal_of(submit_one(gate_, mail_call("c@office.example"))), "(held)");
}

TEST_P(GateGrant, IsNamedInTheRecordOfTheCallWithWhoGaveIt) {
  (void)submit_one(gate_, mail_call());
  const std::vector<Json> decisions = world_.records("decision");
  ASSERT_EQ(decisions.size(), 1u);
  EXPECT_EQ(*decisions[0].find("decision"), Json("allow"));
  const Json& intent = *decisions[0].find("intent");
  EXPECT_EQ(*intent.find("grant"), Json("00aa00aa00aa00aa"));
  EXPECT_EQ(*intent.find("by"), Json("olga"));
  EXPECT_EQ(intent.find("approval"), nullptr) << "nobody was asked";
}

TEST_P(GateGrant, DoesNotOutweighADeny) {
  EXPECT_EQ(refusal_of(submit_one(gate_, mail_call("x@attacker.example"))), "destination.unlisted");
  EXPECT_EQ(kept().used, 0u);
}

TEST_P(GateGrant, DoesNotTakeBackAPersonsNoOnceTheRunHasReadMore) {
  Grant spent = kept();
  spent.state = GrantState::Revoked;
  put(spent);
  const HeldCall held = held_call(submit_one(gate_, mail_call()));
  world_.answer(held.request_id, Answer::Deny);
  Grant another = kept();
  another.id = "11aa00aa00aa00aa";
  another.state = GrantState::Live;
  put(sign_grant(another, olgas_key()));
  EXPECT_EQ(gate_.take_in({.server = "office",
                           .what = "server_log_delivered",
                           .returns = Returns::ToolOutput,
                           .sensitivity = Sensitivity::Internal,
                           .bytes = 5}),
            Delivery::Deliver);
  EXPECT_EQ(refusal_of(submit_one(gate_, mail_call())), "(held)") << "the person is asked anew";
  EXPECT_EQ(refusal_of(submit_one(gate_, mail_call("an@office.example"))), "(released)") << "another act";
}

TEST_P(GateGrant, DoesNotTakeBackAPersonsNo) {
  Grant spent = kept();
  spent.state = GrantState::Revoked;
  put(spent);
  const HeldCall held = held_call(submit_one(gate_, mail_call()));
  world_.answer(held.request_id, Answer::Deny);
  Grant another = kept();
  another.id = "11aa00aa00aa00aa";
  another.state = GrantState::Live;
  put(sign_grant(another, olgas_key()));
  EXPECT_EQ(refusal_of(submit_one(gate_, mail_call())), "approval.denied");
}

TEST_P(GateGrant, RevokedLetsNothingThrough) {
  Grant revoked = kept();
  revoked.state = GrantState::Revoked;
  put(revoked);
  EXPECT_EQ(refusal_of(submit_one(gate_, mail_call())), "(held)");
}

TEST_P(GateGrant, IsRevokedAlsoWhenACallUsesItAtThatMoment) {
  FailingStore store(*world_.store);
  store.before_next_transaction([&] { (void)submit_one(gate_, mail_call()); });
  const Result<Grant> ended = end_grant(store, "00aa", "ana", world_.clock.now());
  ASSERT_TRUE(ended) << ended.error().to_string();
  EXPECT_EQ(kept().state, GrantState::Revoked);
  EXPECT_EQ(kept().used, 1u) << "the use is not forgotten";
}

TEST_P(GateGrant, ThatSomebodyWroteIntoTheStoreLetsNothingThrough) {
  Grant forged = kept();
  forged.id = "22aa00aa00aa00aa";
  forged.uses = 9;
  put(forged);
  Grant spent = kept();
  for (const auto* to : {"a@office.example", "b@office.example"}) (void)submit_one(gate_, mail_call(to));
  EXPECT_EQ(refusal_of(submit_one(gate_, mail_call("c@office.example"))), "(held)");
}

INSTANTIATE_TEST_SUITE_P(Stores, GateGrant, testing::Values(StoreKind::Memory, StoreKind::Sqlite),
                         [](const auto& kind) { return kind.param == StoreKind::Memory ? "Memory" : "Sqlite"; });

}  // namespace
}  // namespace yett
