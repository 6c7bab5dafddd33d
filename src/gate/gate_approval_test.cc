// From the ask to the use: a call that waits for a person runs at most once, and only as it was shown.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <span>

#include "gate/gate_fixture.h"
#include "os/linux/kernel_entropy.h"

namespace yett {
namespace {

using std::chrono::minutes;
using testing::SizeIs;

class GateApproval : public testing::TestWithParam<StoreKind> {
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

  /// A gate whose ids come from `entropy`, and that lets many calls wait.
  Gate gate_with(Entropy& entropy) {
    world_.office.policy.approval.max_pending = 1000;
    Gate gate({.engine = GateEngine::strict(),
               .policy = std::make_shared<const Policy>(world_.office.policy),
               .session = world_.office.session,
               .servers = {"office"},
               .store = *world_.store,
               .clock = world_.clock,
               .entropy = entropy,
               .cards = CardFolder(world_.cards),
               .self = world_.self});
    required(gate.open());
    return gate;
  }

  GateWorld world_{GetParam()};
  Gate gate_ = world_.make_gate();
  Outbox outbox_;
};

/// Bytes that the test chooses.
class GivenEntropy final : public Entropy {
 public:
  explicit GivenEntropy(std::uint64_t bits) : bits_(bits) {}

  Result<void> fill(std::span<std::uint8_t> bytes) override {
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(bits_ >> (8 * (i % 8)));
    return {};
  }

 private:
  std::uint64_t bits_;
};

INSTANTIATE_TEST_SUITE_P(Stores, GateApproval, testing::Values(StoreKind::Memory, StoreKind::Sqlite),
                         [](const auto& kind) { return kind.param == StoreKind::Memory ? "Memory" : "Sqlite"; });

// --- The way of a good call -----------------------------------------------------------------------------------------

TEST_P(GateApproval, RunsOnceAfterAPersonSaidYes) {
  const HeldCall held = held_call(submit_one(gate_, mail_call()));
  EXPECT_EQ(held.asked.rule, RuleId::ApprovalDangerous);
  EXPECT_EQ(held.expires_at, kOfficeHours + minutes(10));
  EXPECT_EQ(cards(), 1u);

  EXPECT_EQ(refusal_of(look_again(gate_, held)), "(held)");
  world_.answer(held.request_id, Answer::Approve);
  execute(look_again(gate_, held));
  ASSERT_THAT(outbox_.acts, SizeIs(1));
  EXPECT_EQ(outbox_.acts[0].tool, "send_email");
  EXPECT_EQ(*outbox_.acts[0].arguments.find("to"), Json("bo@office.example"));
  EXPECT_EQ(state_of(held), "consumed");
  EXPECT_EQ(cards(), 0u);

  EXPECT_EQ(refusal_of(look_again(gate_, held)), "approval.consumed");
}

TEST_P(GateApproval, TheCardHoldsExactlyWhatTheRequestWasMadeFor) {
  const HeldCall held = held_call(submit_one(gate_, mail_call()));
  const ApprovalRequest request = world_.request(held.request_id);
  const Json card = required(read_card(*world_.store, request));
  EXPECT_EQ(*card.find("arguments"), json_of(R"({"body":"b","subject":"s","to":"bo@office.example"})"));
  EXPECT_EQ(*card.find("user"), Json("ana"));
  EXPECT_EQ(request.rule, "approval.dangerous");
  EXPECT_EQ(request.reason, "irreversible outbound action, human approval required");
  EXPECT_EQ(request.tier, "dangerous");
  EXPECT_EQ(request.rules.terms, AnswerTerms::Unsigned);
}

TEST_P(GateApproval, ARequestNamesEveryRuleThatAsks) {
  using testing::ElementsAre;
  EXPECT_THAT(world_.request(held_call(submit_one(gate_, mail_call())).request_id).also, testing::IsEmpty());
  world_.change_state([](SessionState& state) {
    state.private_seen = true;
    state.taken_in.insert(SourceKind::ToolOutput);
  });
  const HeldCall held = held_call(submit_one(gate_, mail_call()));
  EXPECT_EQ(world_.request(held.request_id).rule, "approval.dangerous");
  EXPECT_THAT(world_.request(held.request_id).also, ElementsAre("flow.private_to_outside"));
  EXPECT_EQ(*world_.records("decision").back().find("rule"), Json("approval.dangerous"));
}

TEST_P(GateApproval, ACardThatWasChangedOrIsGoneShowsNothing) {
  const HeldCall held = held_call(submit_one(gate_, mail_call()));
  const ApprovalRequest request = world_.request(held.request_id);
  ApprovalRequest other = request;
  other.binding.bytes[0] ^= 1;
  EXPECT_FALSE(read_card(*world_.store, other));
  drop_card(request.card);
  EXPECT_FALSE(read_card(*world_.store, request));
}

/// The reply has gone out and its caller sends the same call again, in this process or a later one of the run.
TEST_P(GateApproval, TheSameCallAgainRunsOnceAndThenAsksAnew) {
  world_.change_state([](SessionState& state) { state.taken_in.insert(SourceKind::ToolOutput); });
  const HeldCall held = held_call(submit_one(gate_, mail_call()));
  EXPECT_EQ(held_call(submit_one(gate_, mail_call())).request_id, held.request_id) << "it joins the request that waits";
  world_.answer(held.request_id, Answer::Approve);

  Gate later = world_.make_gate();
  required(later.open());
  Ruling second = submit_one(later, mail_call());
  outbox_.execute(second);
  EXPECT_THAT(outbox_.acts, SizeIs(1));
  settle_one(later, second);

  // Its result brings in no other kind of text than before: the question is the very same, and is asked again.
  const HeldCall third = held_call(submit_one(gate_, mail_call()));
  EXPECT_NE(third.request_id, held.request_id);
  EXPECT_THAT(outbox_.acts, SizeIs(1));
}

TEST_P(GateApproval, AnotherSpellingOfTheSameCallIsTheSameCall) {
  const HeldCall held = held_call(submit_one(gate_, mail_call()));
  EXPECT_EQ(held_call(submit_one(gate_, mail_call("bo@OFFICE.Example"))).request_id, held.request_id);
}

TEST_P(GateApproval, OtherArgumentsAreAnotherCall) {
  const HeldCall held = held_call(submit_one(gate_, mail_call()));
  world_.answer(held.request_id, Answer::Approve);
  EXPECT_EQ(refusal_of(submit_one(gate_, mail_call("Bo@office.example"))), "(held)");
  EXPECT_EQ(
      refusal_of(submit_one(gate_, call_of("send_email", R"({"to":"bo@office.example","subject":"S","body":"b"})"))),
      "(held)");
}

TEST_P(GateApproval, AnApprovalOfOneRunServesNoOther) {
  const HeldCall held = held_call(submit_one(gate_, mail_call()));
  world_.answer(held.request_id, Answer::Approve);
  for (const auto change : {+[](Session& s) { s.run = "r-2"; }, +[](Session& s) { s.user = "bea"; },
                            +[](Session& s) {
                              s.tenant = "globex";
                              s.allowed_tenants = {"globex"};
                            }}) {
    world_.office.session = office_session();
    change(world_.office.session);
    Gate other = world_.make_gate();
    required(other.open());
    EXPECT_EQ(refusal_of(submit_one(other, mail_call())), "(held)");
  }
}

// --- Identical calls ------------------------------------------------------------------------------------------------

TEST_P(GateApproval, OfTwoIdenticalCallsThatWaitOneRuns) {
  std::vector<Submission> two;
  two.push_back(submission_of(mail_call()));
  two.push_back(submission_of(mail_call()));
  const std::vector<Ruling> rulings = gate_.submit(std::move(two));
  const HeldCall first = held_call(rulings[0]);
  const HeldCall second = held_call(rulings[1]);
  EXPECT_EQ(first.request_id, second.request_id);
  EXPECT_EQ(cards(), 1u);

  world_.answer(first.request_id, Answer::Approve);
  std::vector<Ruling> again = gate_.look_again({first, second});
  for (Ruling& ruling : again) outbox_.execute(ruling);
  EXPECT_THAT(outbox_.acts, SizeIs(1));
  EXPECT_EQ(refusal_of(again[1]), "approval.consumed");
}

TEST_P(GateApproval, OfTwoGatesThatHoldTheSameCallOneRunsIt) {
  Gate other = world_.make_gate();
  required(other.open());
  const HeldCall here = held_call(submit_one(gate_, mail_call()));
  const HeldCall there = held_call(submit_one(other, mail_call()));
  EXPECT_EQ(here.request_id, there.request_id);
  world_.answer(here.request_id, Answer::Approve);
  EXPECT_EQ(refusal_of(look_again(other, there)), "(released)");
  EXPECT_EQ(refusal_of(look_again(gate_, here)), "approval.consumed");
}

/// approval-034: what a person says of some calls of a batch says nothing of the others.
TEST_P(GateApproval, OfABatchOnlyTheCallsThatWereApprovedRun) {
  std::vector<Submission> batch;
  for (const auto* to : {"a@office.example", "b@office.example", "c@office.example", "d@office.example"}) {
    batch.push_back(submission_of(mail_call(to)));
  }
  batch.push_back(submission_of(mail_call("x@attacker.example")));
  const std::vector<Ruling> rulings = gate_.submit(std::move(batch));
  EXPECT_EQ(refusal_of(rulings[4]), "destination.unlisted");
  std::vector<HeldCall> held;
  for (std::size_t i = 0; i < 4; ++i) held.push_back(held_call(rulings[i]));
  ASSERT_EQ(cards(), 4u) << "each is shown on its own";
  for (std::size_t i = 0; i < 4; ++i) {
    const Json card = required(read_card(*world_.store, world_.request(held[i].request_id)));
    EXPECT_EQ(*card.find("arguments")->find("to"),
              Json(std::string(1, static_cast<char>('a' + i)) + "@office.example"));
  }

  world_.answer(held[0].request_id, Answer::Approve);
  world_.answer(held[2].request_id, Answer::Approve);
  world_.answer(held[3].request_id, Answer::Deny);
  std::vector<Ruling> again = gate_.look_again(held);
  for (Ruling& ruling : again) outbox_.execute(ruling);
  EXPECT_EQ(refusal_of(again[1]), "(held)");
  EXPECT_EQ(refusal_of(again[3]), "approval.denied");
  ASSERT_THAT(outbox_.acts, SizeIs(2));
  EXPECT_EQ(*outbox_.acts[0].arguments.find("to"), Json("a@office.example"));
  EXPECT_EQ(*outbox_.acts[1].arguments.find("to"), Json("c@office.example"));
}

// --- Ids (approval-023) ---------------------------------------------------------------------------------------------

/// An id that could be guessed would let somebody who sees no card answer for a call.
TEST_P(GateApproval, AnIdIsSixtyFourBitsOfTheEntropyAndNothingElse) {
  for (int bit = 0; bit < 64; ++bit) {
    GivenEntropy entropy(std::uint64_t{1} << bit);
    Gate gate = gate_with(entropy);
    std::string expected(16, '0');
    // Byte by byte as they came, each with its high digit first.
    expected[static_cast<std::size_t>(2 * (bit / 8) + (bit % 8 < 4 ? 1 : 0))] = "1248"[bit % 4];
    EXPECT_EQ(held_call(submit_one(gate, mail_call("m" + std::to_string(bit) + "@office.example"))).request_id,
              expected);
  }
}

/// Of 100 ids each bit is set in some and not in others: it is the same in all of them once in 2^93 runs.
TEST_P(GateApproval, IdsOfManyCallsHaveNothingInCommon) {
  KernelEntropy entropy;
  Gate gate = gate_with(entropy);
  std::uint64_t in_all = ~std::uint64_t{0};
  std::uint64_t in_any = 0;
  std::vector<std::uint64_t> ids;
  for (int i = 0; i < 100; ++i) {
    const HeldCall held = held_call(submit_one(gate, mail_call("m" + std::to_string(i) + "@office.example")));
    ASSERT_EQ(held.request_id.size(), 16u);
    ids.push_back(std::stoull(held.request_id, nullptr, 16));
    in_all &= ids.back();
    in_any |= ids.back();
  }
  EXPECT_EQ(in_all, 0u);
  EXPECT_EQ(in_any, ~std::uint64_t{0});
  std::ranges::sort(ids);
  EXPECT_EQ(std::ranges::adjacent_find(ids), ids.end()) << "one id, one request";
}

// --- No -------------------------------------------------------------------------------------------------------------

TEST_P(GateApproval, DeniedStaysDeniedForTheRun) {
  const HeldCall held = held_call(submit_one(gate_, mail_call()));
  world_.answer(held.request_id, Answer::Deny);
  EXPECT_EQ(refusal_of(look_again(gate_, held)), "approval.denied");
  EXPECT_EQ(cards(), 0u);
  EXPECT_EQ(refusal_of(submit_one(gate_, mail_call())), "approval.denied");
  world_.clock.advance(minutes(60));
  EXPECT_EQ(refusal_of(submit_one(gate_, mail_call())), "approval.denied");
}

TEST_P(GateApproval, ADeniedCardGoesAlsoWhenNobodyWaits) {
  const HeldCall held = held_call(submit_one(gate_, mail_call()));
  world_.answer(held.request_id, Answer::Deny);
  EXPECT_EQ(refusal_of(submit_one(gate_, mail_call())), "approval.denied");
  EXPECT_EQ(cards(), 0u);
}

TEST_P(GateApproval, NobodyCanApproveWhenThePolicyTakesSignedAnswersOnly) {
  world_.office.policy.approval.unsigned_because.reset();
  Gate gate = world_.make_gate();
  required(gate.open());
  const HeldCall held = held_call(submit_one(gate, mail_call()));
  EXPECT_THROW(world_.answer(held.request_id, Answer::Approve), std::runtime_error);
  EXPECT_EQ(refusal_of(look_again(gate, held)), "(held)");
}

}  // namespace
}  // namespace yett
