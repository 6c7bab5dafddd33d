#include "cases/attack_library.h"

#include <algorithm>
#include <utility>

#include "cases/attack_ground.h"

namespace yett {

AttackGround::AttackGround(const Policy& policy, TimePoint now)
    : policy_(policy), now_(now), tenants_(sample_tenants(policy)) {
  for (const Tool& tool : policy.tools.in_order()) {
    if (tool.kind != ToolKind::Tool) continue;
    const auto session = sample_session(policy, tool);
    auto arguments = sample_arguments(policy, tool, now);
    if (!session || !arguments) continue;
    CallableTool callable{.tool = &tool, .name = tool.name, .session = *session, .arguments = std::move(*arguments)};
    if (policy.tools.find(tool.name) != &tool) callable.name = tool.server + "." + tool.name;
    callable.ruling = first_ruling(policy, *session, tool, callable.arguments, now).verdict();
    tools_.push_back(std::move(callable));
  }
}

const CallableTool* AttackGround::free_tool() const {
  const CallableTool* found = nullptr;
  for (const CallableTool& callable : tools_) {
    if (callable.ruling != Verdict::Allow) continue;
    if (found == nullptr || (callable.tool->effect == Effect::Read && found->tool->effect != Effect::Read)) {
      found = &callable;
    }
  }
  return found;
}

const CallableTool* AttackGround::asking_tool() const {
  const auto found = std::ranges::find(tools_, Verdict::Confirm, &CallableTool::ruling);
  return found == tools_.end() ? nullptr : &*found;
}

Case AttackGround::attack(std::string name, const CallableTool& callable) const {
  Case made;
  made.name = std::move(name);
  made.kind = CaseKind::Attack;
  made.session = callable.session;
  made.calls.push_back(call_of_tool(callable));
  return made;
}

void AttackGround::expect(Case& attack, Verdict decision, RuleId rule) {
  attack.calls.back().harm = Harm::WhenItRuns;
  attack.calls.back().expect = Expectation{.decision = decision, .rule = rule, .where = {}};
}

CaseCall call_of_tool(const CallableTool& callable) {
  CaseCall call;
  call.tool = callable.name;
  call.arguments = callable.arguments;
  return call;
}

std::vector<Case> builtin_cases(const Policy& policy, TimePoint now) {
  AttackGround ground(policy, now);
  add_tasks(ground);
  add_attacks_on_tools(ground);
  add_attacks_on_arguments(ground);
  add_attacks_on_destinations(ground);
  add_attacks_on_files(ground);
  add_attacks_on_sessions(ground);
  add_attacks_on_approvals(ground);
  add_attacks_on_results(ground);
  return std::move(ground).take();
}

}  // namespace yett
