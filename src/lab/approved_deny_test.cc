// An approval that holds in every part, for a call that a rule denies: the deny stands all the same.
//
// A gate without the rule makes the request, so that the approval is bound to this very call. The policy of the strict
// gate after it has the same digest: only the order of deny and approval is left to stop the call.
#include <gtest/gtest.h>

#include "gate/gate_fixture.h"
#include "lab/weaken.h"

namespace yett {
namespace {

using enum RuleId;

struct DeniedCall {
  std::string name;
  std::vector<RuleId> rules;  // that deny it, the deciding one first
  ToolCall call;
};

void PrintTo(const DeniedCall& denied, std::ostream* out) { *out << denied.name; }

class ApprovedDeny : public testing::TestWithParam<DeniedCall> {
 protected:
  ApprovedDeny() {
    // A webhook that asks a person: nothing takes back what it has sent.
    world_.office.change_tool("call_webhook", [](Tool& tool) { tool.reversibility = Reversibility::Irreversible; });
    Gate lax = lax_gate();
    held_.emplace(held_call(submit_one(lax, GetParam().call)));
    world_.answer(held_->request_id, Answer::Approve);
  }

  [[nodiscard]] Gate lax_gate() { return opened(Weakening::gate(Weakening::without(GetParam().rules), "without")); }
  [[nodiscard]] Gate opened(GateEngine engine) {
    Gate gate = world_.make_gate(std::move(engine));
    required(gate.open());
    return gate;
  }
  [[nodiscard]] std::string deciding_rule() const { return std::string(to_string(GetParam().rules.front())); }
  [[nodiscard]] RequestState state() { return world_.request(held_->request_id).state; }

  GateWorld world_;
  std::optional<HeldCall> held_;
};

INSTANTIATE_TEST_SUITE_P(
    Cases, ApprovedDeny,
    testing::Values(DeniedCall{"HostThatIsNotListed",  // approval-029
                               {DestinationUnlisted},
                               call_of("call_webhook", R"({"url":"https://evil.example/","body":"b"})")},
                    DeniedCall{"MetadataService",  // approval-030
                               {DestinationMetadata, DestinationUnlisted},
                               call_of("call_webhook", R"({"url":"https://169.254.169.254/","body":"b"})")}),
    [](const auto& named) { return named.param.name; });

TEST_P(ApprovedDeny, RunsWithoutTheRule) {
  Gate lax = lax_gate();
  EXPECT_EQ(refusal_of(look_again(lax, *held_)), "(released)") << "it is the rule alone that stops it";
}

TEST_P(ApprovedDeny, StopsTheCallThatWaited) {
  Gate strict = opened(GateEngine::strict());
  EXPECT_EQ(refusal_of(look_again(strict, *held_)), deciding_rule());
  EXPECT_EQ(state(), RequestState::Cancelled) << "the approval goes with the deny";
  Gate lax = lax_gate();
  EXPECT_EQ(refusal_of(look_again(lax, *held_)), "approval.cancelled");
}

TEST_P(ApprovedDeny, StopsTheSameCallSentAgain) {
  Gate strict = opened(GateEngine::strict());
  EXPECT_EQ(refusal_of(submit_one(strict, GetParam().call)), deciding_rule());
  EXPECT_EQ(state(), RequestState::Approved) << "nothing was used";
}

}  // namespace
}  // namespace yett
