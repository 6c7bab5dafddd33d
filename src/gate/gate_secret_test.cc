// Calls of a server that has not all the secrets that the policy gives it.
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <iterator>

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

/// A secret that an agent got hold of in spite of everything, and writes into its calls.
class GateEchoedSecret : public GateSecret {
 protected:
  static constexpr std::string_view kToken = "ghs_Canary7Hq2mZ0xY3";

  void SetUp() override {
    GateSecret::SetUp();
    const std::array<std::string_view, 1> live{kToken};
    gate_.use(std::make_shared<const Scrubber>(required(Scrubber::of(live, RedactionWords::English))));
  }

  static ToolCall echoing_mail() {
    return call_of("send_email",
                   R"({"to":"bo@office.example","subject":"s","body":"my )" + std::string(kToken) + R"("})");
  }
  std::string card_of(const HeldCall& held) {
    std::ifstream file(world_.request(held.request_id).card);
    return {std::istreambuf_iterator<char>(file), {}};
  }
};

TEST_F(GateEchoedSecret, IsNotOnTheCardWhichStillCounts) {
  const HeldCall held = held_call(submit_one(gate_, echoing_mail()));
  EXPECT_FALSE(card_of(held).contains(kToken));
  const Json card = required(read_card(*world_.store, world_.request(held.request_id)));
  EXPECT_EQ(*card.find("arguments")->find("body"), Json("my <secret redacted>"));
  EXPECT_EQ(*card.find("arguments")->find("to"), Json("bo@office.example"));
}

TEST_F(GateEchoedSecret, ChangesNothingOfWhatIsBoundAndWhatRuns) {
  const HeldCall held = held_call(submit_one(gate_, echoing_mail()));
  GateWorld other;
  Gate plain = other.make_gate();
  required(plain.open());
  const std::string shown_whole = other.request(held_call(submit_one(plain, echoing_mail())).request_id).card;
  std::ifstream whole(shown_whole);
  const std::string text{std::istreambuf_iterator<char>(whole), {}};
  EXPECT_EQ(world_.request(held.request_id).binding, world_.store->mac(sha256(text)));
  world_.answer(held.request_id, Answer::Approve);
  Outbox outbox;
  Ruling ruling = look_again(gate_, held);
  outbox.execute(ruling);
  ASSERT_EQ(outbox.acts.size(), 1u);
  EXPECT_EQ(*outbox.acts[0].arguments.find("body"), Json("my " + std::string(kToken)));
}

TEST_F(GateEchoedSecret, OnACardThatWasChangedShowsNothing) {
  const HeldCall held = held_call(submit_one(gate_, echoing_mail()));
  const ApprovalRequest request = world_.request(held.request_id);
  const std::string whole = card_of(held);
  const auto write = [&](const std::string& text) { std::ofstream(request.card, std::ios::trunc) << text; };
  std::string changed = whole;
  changed.replace(changed.find("bo@office.example"), 2, "ev");
  write(changed);
  EXPECT_FALSE(read_card(*world_.store, request));
  changed = whole;
  changed.replace(changed.find("\"tie\":\"") + 7, 4, "0000");
  write(changed);
  EXPECT_FALSE(read_card(*world_.store, request));
  write(whole);
  EXPECT_TRUE(read_card(*world_.store, request));
  ApprovalRequest other = request;
  other.binding.bytes[0] ^= 1;
  EXPECT_FALSE(read_card(*world_.store, other)) << "of another request";
}

TEST_F(GateEchoedSecret, InTheNameOfAPlaceIsInNoRecordAndNoRequest) {
  // A host name has no `_`, and is written in small letters.
  constexpr std::string_view kHostToken = "Canary7Hq2mZ0xY3";
  const std::array<std::string_view, 1> live{kHostToken};
  gate_.use(std::make_shared<const Scrubber>(required(Scrubber::of(live, RedactionWords::English))));
  EXPECT_EQ(refusal_of(submit_one(gate_, mail_call("a@canary7hq2mz0xy3.example"))), "destination.unlisted");
  EXPECT_EQ(refusal_of(submit_one(gate_, mail_call("a@Canary7Hq2mZ0xY3.example"))), "destination.unlisted");
  for (const Json& record : world_.records("decision")) {
    EXPECT_FALSE(write_json(record).contains("canary7hq2mz0xy3")) << write_json(record);
    EXPECT_TRUE(write_json(record).contains("<secret redacted>.example"));
  }
}

}  // namespace
}  // namespace yett
