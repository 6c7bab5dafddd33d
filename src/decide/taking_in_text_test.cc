// Taking in more text never widens a right (docs/policy.md).
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "decide/random_call_fixture.h"

namespace yett {
namespace {

constexpr std::uint8_t kHistories = 8;  // each kind of text taken in or not

SourceSet history(std::uint8_t bits) { return SourceSet::from_bits(bits); }

int width(Verdict verdict) { return verdict == Verdict::Allow ? 2 : verdict == Verdict::Confirm ? 1 : 0; }

/// The verdicts on one call, a history each.
using Verdicts = std::array<Verdict, kHistories>;

template <typename Judge>
Verdicts under_every_history(SessionState& state, Judge judge) {
  Verdicts verdicts{};
  for (std::uint8_t bits = 0; bits < kHistories; ++bits) {
    state.taken_in = history(bits);
    verdicts[bits] = judge().verdict();
  }
  return verdicts;
}

/// The first pair of histories of which the longer one lets more through, as words; else empty.
std::string widening(const Verdicts& verdicts) {
  for (std::uint8_t less = 0; less < kHistories; ++less) {
    for (std::uint8_t more = 0; more < kHistories; ++more) {
      if (history(more).covers(history(less)) && width(verdicts[more]) > width(verdicts[less])) {
        return std::to_string(less) + " -> " + std::to_string(more);
      }
    }
  }
  return {};
}

TEST(Widening, IsSeenByThisTest) {
  Verdicts verdicts{};
  EXPECT_EQ(widening(verdicts), "");
  verdicts[1] = Verdict::Allow;
  EXPECT_EQ(widening(verdicts), "0 -> 1");
  verdicts.fill(Verdict::Allow);
  EXPECT_EQ(widening(verdicts), "");
  verdicts[7] = Verdict::Confirm;
  EXPECT_EQ(widening(verdicts), "");
  verdicts[3] = Verdict::Deny;
  EXPECT_EQ(widening(verdicts), "3 -> 7");
}

// --- Every table of grants ------------------------------------------------------------------------------------------

struct AskingCall {
  ToolCall call;
  std::vector<Capability> asks_for;
};

/// One call for each combination of capabilities that a call can ask for.
std::vector<AskingCall> asking_calls() {
  using enum Capability;
  return {{call_of("read_ticket", R"({"id":"T-1"})"), {Read}},
          {call_of("update_ticket", R"({"id":"T-1","note":"n"})"), {Write}},
          {call_of("notify", R"({"to":"bo@office.example"})"), {ExternalAccess}},
          {call_of("run_checks", R"({"suite":"fast"})"), {Execution}},
          {call_of("save_report", R"({"callback":"https://api.office.example:8443/","text":"t"})"),
           {Write, ExternalAccess}},
          {call_of("read_and_tell", R"({"url":"https://hooks.office.example/"})"), {Read, ExternalAccess}},
          {call_of("run_and_tell", R"({"url":"https://hooks.office.example/"})"), {Execution, ExternalAccess}}};
}

Office telling_office() {
  Office office;
  for (const auto& [name, effect] : {std::pair("read_and_tell", Effect::Read), {"run_and_tell", Effect::Execute}}) {
    office.add(
        office_tool(name, effect, Sensitivity::Internal, Reversibility::Reversible, {{"url", ArgumentRole::Url}}));
  }
  return office;
}

/// All 4,096 tables of grants, under all histories: a capability counts exactly when its grant holds all that was taken
/// in and is not empty.
TEST(EveryTableOfGrants, LetsThroughWhatItListensToAndNothingWider) {
  Office office = telling_office();
  office.policy.flow = FlowTerms::Allow;
  office.session.permissions = role("support");
  const std::vector<AskingCall> calls = asking_calls();
  for (unsigned table = 0; table < 4096; ++table) {
    for (std::size_t i = 0; i < kCapabilityCount; ++i) {
      office.session.permissions.grants[i] = SourceSet::from_bits(static_cast<std::uint8_t>(table >> (3 * i)));
    }
    for (const AskingCall& one : calls) {
      const Verdicts verdicts = under_every_history(office.state, [&] { return office.judge(one.call); });
      for (std::uint8_t bits = 0; bits < kHistories; ++bits) {
        const bool granted = std::ranges::all_of(one.asks_for, [&](Capability capability) {
          const unsigned grant = (table >> (3 * static_cast<unsigned>(capability))) & 7u;
          return grant != 0 && (grant & bits) == bits;
        });
        ASSERT_EQ(verdicts[bits], granted ? Verdict::Allow : Verdict::Deny)
            << one.call.tool << " " << table << " " << int{bits};
      }
      ASSERT_EQ(widening(verdicts), "") << one.call.tool << " under the grants " << table;
    }
  }
}

/// What reads private data and sends it in one call lets it go before any result could say that there is some.
TEST(Flow, OfAToolThatHandlesPrivateDataItselfNeedsNoEarlierResult) {
  Tool tool = office_tool("export", Effect::Read, Sensitivity::Private, Reversibility::Reversible,
                          {{"callback", ArgumentRole::Url}});
  tool.tenant = TenantSource::Single;
  Office office = Office::with(tool);
  office.policy.flow = FlowTerms::Deny;
  const ToolCall call = call_of("export", R"({"callback":"https://hooks.office.example/"})");
  EXPECT_EQ(office.judge(call).rule(), RuleId::DefaultAllow) << "nobody but the user has spoken";
  office.state.taken_in.insert(SourceKind::ToolOutput);
  EXPECT_EQ(office.judge(call).rule(), RuleId::FlowPrivateToOutside);
  office.policy.flow = FlowTerms::Confirm;
  EXPECT_EQ(office.judge(call).rule(), RuleId::FlowPrivateToOutside);
  EXPECT_EQ(office.judge(call).verdict(), Verdict::Confirm);
}

/// With the flow rule in the way too, and for every call of the office.
TEST(BuiltinSets, LetNothingWiderThroughWhateverTheFlowRuleSays) {
  Office office;
  for (const FlowTerms flow : {FlowTerms::Deny, FlowTerms::Confirm, FlowTerms::Allow}) {
    office.policy.flow = flow;
    for (const bool private_seen : {false, true}) {
      office.state.private_seen = private_seen;
      for (const PermissionSet& set : builtin_permission_sets()) {
        office.session.permissions = set;
        for (const ToolCall& call : good_calls()) {
          const Verdicts verdicts = under_every_history(office.state, [&] { return office.judge(call); });
          EXPECT_EQ(widening(verdicts), "") << set.name << " " << call.tool;
        }
      }
    }
  }
}

// --- Random roles, policies and calls -------------------------------------------------------------------------------

TEST(RandomRoles, LetNothingWiderThrough) {
  Dice dice(4);
  std::size_t narrowed = 0;
  for (int round = 0; round < 120; ++round) {
    const PlainPolicy plain = RandomPolicy(dice).make();
    const Policy policy = compiled(plain);
    PlainQuery query(plain);
    for (int i = 0; i < 100; ++i) {
      shuffle(query, dice);
      query.call = RandomCall(dice).make(dice.pick(plain.tools).line);
      const Evidence evidence{.tool = query.seen, .schema = nullptr, .last_outcome = query.last_outcome};
      for (const bool private_seen : {false, true}) {
        query.state.private_seen = private_seen;
        const Verdicts verdicts = under_every_history(query.state, [&] {
          return judge(Engine::strict(), {.policy = policy,
                                          .session = query.session,
                                          .state = query.state,
                                          .call = query.call,
                                          .evidence = evidence,
                                          .now = query.now,
                                          .server = query.server,
                                          .sealed = query.sealed});
        });
        ASSERT_EQ(widening(verdicts), "") << query.call.tool << " in " << query.session.permissions.name;
        if (verdicts.front() != verdicts.back()) ++narrowed;
      }
    }
  }
  EXPECT_GT(narrowed, 400u) << "taking in text changes too little here to prove anything";
}

}  // namespace
}  // namespace yett
