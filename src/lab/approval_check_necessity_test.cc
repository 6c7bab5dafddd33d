// Each check of an approval is there for something: an execution that nobody approved happens when it is left out.
// What counts is what an executor does with its Permits, and never the rule's name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "gate/gate_fixture.h"
#include "lab/weaken.h"

namespace yett {
namespace {

using enum RuleId;
using std::chrono::minutes;
using testing::ElementsAre;
using testing::IsEmpty;

/// Somebody uses an answer for what it was not given for; the recipients of the mails that left.
struct BadExecution {
  RuleId check;
  std::string what;
  std::function<void(GateWorld&, Gate&, Outbox&)> happens;
};

SigningKey key_of(std::uint8_t seed) {
  std::array<std::uint8_t, SigningKey::kSeedBytes> bytes{};
  bytes.fill(seed);
  return SigningKey(bytes);
}

void execute(Outbox& outbox, Ruling ruling) { outbox.execute(ruling); }

const std::vector<BadExecution>& bad_executions() {
  static const std::vector<BadExecution> kAll = {
      {ApprovalDenied, "a call that a person said no to",
       [](GateWorld& world, Gate& gate, Outbox& outbox) {
         const HeldCall held = held_call(submit_one(gate, mail_call("bo@office.example")));
         world.answer(held.request_id, Answer::Deny);
         execute(outbox, look_again(gate, held));
       }},
      {ApprovalDenied, "a call that was sent again after a person said no to it",
       [](GateWorld& world, Gate& gate, Outbox& outbox) {
         const HeldCall held = held_call(submit_one(gate, mail_call("bo@office.example")));
         world.answer(held.request_id, Answer::Deny);
         execute(outbox, submit_one(gate, mail_call("bo@office.example")));
       }},
      {ApprovalExpired, "a call long after a person approved it",
       [](GateWorld& world, Gate& gate, Outbox& outbox) {
         const HeldCall held = held_call(submit_one(gate, mail_call("bo@office.example")));
         world.answer(held.request_id, Answer::Approve);
         world.clock.advance(minutes(10));
         execute(outbox, look_again(gate, held));
       }},
      {ApprovalCancelled, "a call whose caller took it back",
       [](GateWorld& world, Gate& gate, Outbox& outbox) {
         const HeldCall held = held_call(submit_one(gate, mail_call("bo@office.example")));
         world.answer(held.request_id, Answer::Approve);
         gate.cancel({held});
         execute(outbox, look_again(gate, held));
       }},
      {ApprovalMismatch, "another call than the one that a person was shown",
       [](GateWorld& world, Gate& gate, Outbox& outbox) {
         const HeldCall shown = held_call(submit_one(gate, mail_call("al@office.example")));
         HeldCall other = held_call(submit_one(gate, mail_call("bo@office.example")));
         world.answer(shown.request_id, Answer::Approve);
         other.request_id = shown.request_id;
         execute(outbox, look_again(gate, other));
       }},
      {ApprovalMismatch, "a call that has read foreign text since a person approved it",
       [](GateWorld& world, Gate& gate, Outbox& outbox) {
         const HeldCall held = held_call(submit_one(gate, mail_call("bo@office.example")));
         world.answer(held.request_id, Answer::Approve);
         world.change_state([](SessionState& state) { state.taken_in.insert(SourceKind::ToolOutput); });
         execute(outbox, look_again(gate, held));
       }},
      {ApprovalSelf, "a call that the session's own user approved, where four eyes have to look",
       [](GateWorld& world, Gate& gate, Outbox& outbox) {
         Policy policy = world.office.policy;
         policy.approval.own_user = OwnUser::NeverCounts;
         required(gate.adopt(std::make_shared<const Policy>(policy), world.office.session));
         const HeldCall held = held_call(submit_one(gate, mail_call("bo@office.example")));
         world.forge(held.request_id,
                     {{.answer = Answer::Approve, .by = "ana", .at = world.clock.now(), .signature = {}}});
         execute(outbox, look_again(gate, held));
       }},
      {ApprovalNotEntitled, "a call that somebody approved with a key of his own",
       [](GateWorld& world, Gate& gate, Outbox& outbox) {
         Policy policy = world.office.policy;
         policy.approval.unsigned_because.reset();
         policy.approvers = {{.name = "olga",
                              .key = key_of(1).public_key(),
                              .tenants = {},
                              .tools = {},
                              .may = {Entitlement::Approve},
                              .where = {}}};
         required(gate.adopt(std::make_shared<const Policy>(policy), world.office.session));
         const HeldCall held = held_call(submit_one(gate, mail_call("bo@office.example")));
         const ApprovalRequest asked = world.request(held.request_id);
         world.forge(held.request_id,
                     {sign_answer({asked.id, asked.binding},
                                  {.answer = Answer::Approve, .by = "eve", .at = world.clock.now(), .signature = {}},
                                  key_of(9))});
         execute(outbox, look_again(gate, held));
       }},
      {ApprovalConsumed, "a call for the second time",
       [](GateWorld& world, Gate& gate, Outbox& outbox) {
         const HeldCall held = held_call(submit_one(gate, mail_call("bo@office.example")));
         world.answer(held.request_id, Answer::Approve);
         Outbox approved;
         execute(approved, look_again(gate, held));
         ASSERT_EQ(approved.acts.size(), 1u);
         execute(outbox, look_again(gate, held));
       }},
  };
  return kAll;
}

class ApprovalCheckNecessity : public testing::TestWithParam<StoreKind> {
 protected:
  /// To whom mails have left that nobody approved, under an engine without these checks.
  static std::vector<std::string> recipients(const BadExecution& execution, const std::vector<RuleId>& left_out) {
    GateWorld world(GetParam());
    Gate gate = world.make_gate(Weakening::gate(Weakening::without(left_out), "a check left out"));
    required(gate.open());
    Outbox outbox;
    execution.happens(world, gate, outbox);
    std::vector<std::string> recipients;
    for (const Outbox::Act& act : outbox.acts) recipients.push_back(*act.arguments.find("to")->as_string());
    return recipients;
  }
};

INSTANTIATE_TEST_SUITE_P(Stores, ApprovalCheckNecessity, testing::Values(StoreKind::Memory, StoreKind::Sqlite),
                         [](const auto& kind) { return kind.param == StoreKind::Memory ? "Memory" : "Sqlite"; });

TEST_P(ApprovalCheckNecessity, TheStrictGateRunsNoneOfThese) {
  for (const BadExecution& execution : bad_executions())
    EXPECT_THAT(recipients(execution, {}), IsEmpty()) << execution.what;
}

TEST_P(ApprovalCheckNecessity, EachRunsWhenItsCheckIsLeftOut) {
  for (const BadExecution& execution : bad_executions()) {
    EXPECT_THAT(recipients(execution, {execution.check}), ElementsAre("bo@office.example")) << execution.what;
  }
}

/// Leaving one check out opens nothing else.
TEST_P(ApprovalCheckNecessity, NoneRunsWhenAnotherCheckIsLeftOut) {
  for (const BadExecution& execution : bad_executions()) {
    for (const RuleId left_out : Engine::strict().approval_checks) {
      if (left_out == execution.check) continue;
      EXPECT_THAT(recipients(execution, {left_out}), IsEmpty()) << execution.what << " without " << to_string(left_out);
    }
  }
}

/// A deny of the policy wins over an approval whatever is left out of the checks.
TEST_P(ApprovalCheckNecessity, NoCheckThatIsLeftOutWinsOverADeny) {
  GateWorld world(GetParam());
  const std::vector<RuleId> all = Engine::strict().approval_checks;
  Gate gate = world.make_gate(Weakening::gate(Weakening::without(all), "no check at all"));
  required(gate.open());
  const HeldCall held = held_call(submit_one(gate, mail_call()));
  world.answer(held.request_id, Answer::Approve);
  world.change_state([](SessionState& state) { state.suspension = Suspension::Suspended; });
  EXPECT_EQ(refusal_of(look_again(gate, held)), "session.suspended");
}

TEST(ApprovalChecks, EachHasItsExecution) {
  for (const RuleId check : Engine::strict().approval_checks) {
    EXPECT_TRUE(std::ranges::any_of(bad_executions(), [check](const BadExecution& execution) {
      return execution.check == check;
    })) << to_string(check);
  }
}

TEST(ApprovalChecks, AreLeftOutByNameAndNothingElseIs) {
  const RuleId mismatch[] = {ApprovalMismatch};
  const Engine engine = Weakening::without(mismatch);
  EXPECT_EQ(engine.rules.size(), Engine::strict().rules.size());
  EXPECT_THAT(engine.approval_checks, ElementsAre(ApprovalDenied, ApprovalExpired, ApprovalCancelled, ApprovalConsumed,
                                                  ApprovalSelf, ApprovalNotEntitled));
  const RuleId dangerous[] = {ApprovalDangerous};
  EXPECT_EQ(Weakening::without(dangerous).approval_checks, Engine::strict().approval_checks);
}

}  // namespace
}  // namespace yett
