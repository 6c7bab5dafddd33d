// What is counted of records and what the engine rules of calls are the same: the rule on permissions.
#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "decide/evaluate.h"
#include "metrics/desk_fixture.h"
#include "metrics/frontier.h"
#include "metrics/sample.h"

namespace yett {
namespace {

using metrics_test::desk;
using metrics_test::DeskJudging;

Engine only(Stage stage) {
  Engine engine = Engine::strict();
  std::erase_if(engine.rules, [stage](const Rule& rule) { return rule.stage != stage; });
  return engine;
}

/// A tool of the desk that asks for that capability and for no other.
std::string_view tool_for(Capability capability) {
  switch (capability) {
    case Capability::Read:
      return "ticket";
    case Capability::ExternalAccess:
      return "post";
    case Capability::Write:
      return "note";
    case Capability::Execution:
      return "run";
  }
  return "";
}

/// What the rules on permissions say of a call under a set, with that text taken in.
Verdict engine_rules(const PermissionSet& set, Capability capability, SourceSet taken_in) {
  static const Engine kPermission = only(Stage::Permission);
  DeskJudging judging;
  judging.session.permissions = set;
  SessionState state = SessionState::of_new_run();
  state.taken_in = taken_in;
  const ToolCall call = ToolCall::readable(std::string(tool_for(capability)), Json(Json::Object{}));
  const Evidence evidence;
  return judge(kPermission, {.policy = desk(),
                             .session = judging.session,
                             .state = state,
                             .call = call,
                             .evidence = evidence,
                             .now = judging.terms().now,
                             .sealed = judging.sealed})
      .verdict();
}

Verdict group_rules(const PermissionSet& set, Capability capability, SourceKind source) {
  Experiment experiment;
  experiment.sets = {set};
  return group_of(experiment, {.source = source, .capability = capability}, 1).rulings.at(0);
}

TEST(PermissionPair, RulesARecordAsTheEngineRulesACallOfThatEffectWithThatTextTakenIn) {
  for (const PermissionSet& set : pair_sets()) {
    for (const Capability capability : kAllCapabilities) {
      for (const SourceKind source : kAllSourceKinds) {
        EXPECT_EQ(group_rules(set, capability, source), engine_rules(set, capability, {source}))
            << permission_table(set, "s") << to_string(capability) << " of " << to_string(source);
      }
    }
  }
}

// A run always has its user's text, and may have more kinds: it is denied for each of them.
TEST(PermissionPair, DeniesACallForEachKindOfTextThatARecordIsStoppedFor) {
  for (const PermissionSet& set : pair_sets()) {
    for (const Capability capability : kAllCapabilities) {
      for (unsigned bits = 1; bits < 8; ++bits) {
        const SourceSet taken_in = SourceSet::from_bits(static_cast<std::uint8_t>(bits));
        const bool is_stopped = std::ranges::any_of(kAllSourceKinds, [&](SourceKind source) {
          return taken_in.contains(source) && group_rules(set, capability, source) == Verdict::Deny;
        });
        EXPECT_EQ(engine_rules(set, capability, taken_in), is_stopped ? Verdict::Deny : Verdict::Allow);
      }
    }
  }
}

}  // namespace
}  // namespace yett
