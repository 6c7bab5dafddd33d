#include "cases/attack_library.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "cases/attack_ground.h"

namespace yett {

AttackGround::AttackGround(const Policy& policy, TimePoint now)
    : policy_(policy), now_(now), tenants_(sample_tenants(policy)) {
  for (const Tool& tool : policy.tools.in_order()) {
    if (tool.kind != ToolKind::Tool) continue;
    std::optional<CallableTool> closed;
    bool is_found = false;
    for (const std::string& tenant : tenants_to_try(policy)) {
      const auto session = sample_session(policy, tool, tenant);
      if (!session) break;
      CallableTool callable{.tool = &tool, .name = tool.name, .session = *session, .arguments = {}};
      if (policy.tools.find(tool.name) != &tool) callable.name = tool.server + "." + tool.name;
      auto arguments = sample_arguments(policy, tool, *session, now);
      if (!arguments) {
        callable.arguments = rough_arguments(policy, tool, *session, now);
        if (!closed) closed = std::move(callable);
        continue;
      }
      callable.arguments = std::move(*arguments);
      callable.ruling = first_ruling(policy, *session, tool, callable.arguments, now).verdict();
      tools_.push_back(std::move(callable));
      is_found = true;
      break;
    }
    if (!is_found && closed && tool.review == Review::Done) closed_tools_.push_back(std::move(*closed));
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

bool AttackGround::can_be_answered() const { return policy_.approval.unsigned_because || !policy_.approvers.empty(); }

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

namespace {

/// What a text may be replaced by.
std::vector<Json> other_values(const CallableTool& callable, const Json::Member& member, OtherArguments kind) {
  const bool numbered = kind == OtherArguments::Numbered;
  std::vector<Json> values;
  if (const std::string* text = member.value.as_string()) {
    values.emplace_back(numbered ? "question {n}" : "something else");
    values.emplace_back(*text + (numbered ? "{n}" : "2"));
  } else if (member.value.as_array() != nullptr && !numbered) {
    for (const ListedCommand& listed : callable.tool->commands) {
      for (const std::string& subcommand : listed.subcommands) {
        Json::Array words = *member.value.as_array();
        words.resize(std::min<std::size_t>(words.size(), 1));
        words.emplace_back(subcommand);
        values.emplace_back(std::move(words));
      }
      values.emplace_back(Json::Array{Json(listed.program)});
    }
  }
  return values;
}

}  // namespace

std::optional<Json> other_arguments(const AttackGround& ground, const CallableTool& callable, OtherArguments kind) {
  for (const Json::Member& member : *callable.arguments.as_object()) {
    for (const Json& value : other_values(callable, member, kind)) {
      if (value == member.value) continue;
      Json arguments = callable.arguments;
      arguments.set(member.key, value);
      const Decision ruling = first_ruling(ground.policy(), callable.session, *callable.tool, arguments, ground.now());
      if (ruling.verdict() != Verdict::Deny) return arguments;
    }
  }
  return std::nullopt;
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
