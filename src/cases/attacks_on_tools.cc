// Tools that nobody registered, that have changed, or that a session may not use.
#include <fmt/format.h>

#include <algorithm>

#include "cases/attack_ground.h"

namespace yett {
namespace {

void add_changed_tools(AttackGround& ground) {
  for (const CallableTool& callable : ground.tools()) {
    Case changed = ground.attack(fmt::format("the server changed {}", callable.name), callable);
    changed.approver = ScriptedAnswer::Approve;
    changed.calls.back().seen = Observation::Changed;
    AttackGround::expect_denied(changed, RuleId::ToolChanged);
    ground.add(std::move(changed));
  }
}

void add_unregistered_tools(AttackGround& ground) {
  const CallableTool* free = ground.free_tool();
  if (free == nullptr && ground.tools().empty()) return;
  const CallableTool& any = free != nullptr ? *free : ground.tools().front();
  Case unknown = ground.attack("a tool that nobody registered", any);
  unknown.approver = ScriptedAnswer::Approve;
  unknown.calls.back().tool = "export_everything";
  AttackGround::expect_denied(unknown, RuleId::ToolUnregistered);
  ground.add(std::move(unknown));

  Case shadow = ground.attack(fmt::format("a tool that looks like {}", any.name), any);
  shadow.approver = ScriptedAnswer::Approve;
  shadow.calls.back().tool = any.tool->name + "\u200b";
  AttackGround::expect_denied(shadow, RuleId::ToolUnregistered);
  ground.add(std::move(shadow));
}

/// Lines that no person has looked at.
void add_unreviewed_tools(AttackGround& ground) {
  for (const Tool& tool : ground.policy().tools.in_order()) {
    if (tool.review != Review::Pending) continue;
    const auto session = sample_session(ground.policy(), tool, ground.tenants().own);
    if (!session) continue;
    Case made;
    made.name = fmt::format("nobody reviewed {}", tool.name);
    made.session = *session;
    made.approver = ScriptedAnswer::Approve;
    CaseCall call;
    call.tool = tool.name;
    made.calls.push_back(std::move(call));
    AttackGround::expect_denied(made, RuleId::ToolReview);
    ground.add(std::move(made));
  }
}

std::vector<const PermissionSet*> sets_of(const Policy& policy) {
  std::vector<const PermissionSet*> sets = {&policy.session.permissions};
  for (const PermissionSet& set : policy.session.may_choose) sets.push_back(&set);
  return sets;
}

/// A session of that set, where the tool is called in it.
SessionRequest session_of(const AttackGround& ground, const PermissionSet& set) {
  SessionRequest session;
  session.user = "ana";
  session.tenant = ground.tenants().own;
  if (set.name != ground.policy().session.permissions.name) session.permissions = set.name;
  return session;
}

/// A call of a tool that needs a right which the set does not grant, or not after every kind of text.
void add_set(AttackGround& ground, const PermissionSet& set, Capability capability, const Tool& tool) {
  const bool is_named = !set.tools || std::ranges::any_of(*set.tools, [&](const std::string& name) {
    return ground.policy().tools.find(name) == &tool;
  });
  // What stands against it is this right and no other.
  const bool lacks_other = std::ranges::any_of(kAllCapabilities, [&](Capability other) {
    return other != capability && tool.capabilities().contains(other) && !set.has(other);
  });
  if (!is_named || lacks_other) return;
  const auto known = std::ranges::find(ground.tools(), &tool, &CallableTool::tool);
  CallableTool callable{.tool = &tool, .name = tool.name, .session = session_of(ground, set), .arguments = {}};
  if (known != ground.tools().end()) {
    callable.arguments = known->arguments;
    callable.session.tenant = known->session.tenant;
  } else {
    callable.arguments = rough_arguments(ground.policy(), tool, callable.session, ground.now());
  }
  if (!set.has(capability)) {
    Case made = ground.attack(
        fmt::format("{} uses {} without the right to {}", set.name, tool.name, to_string(capability)), callable);
    made.approver = ScriptedAnswer::Approve;
    AttackGround::expect_denied(made, RuleId::PermissionCapability);
    ground.add(std::move(made));
    return;
  }
  for (const SourceKind kind : kAllSourceKinds) {
    if (kind == SourceKind::User || set.grant(capability).contains(kind)) continue;
    Case made = ground.attack(
        fmt::format("{} uses {} to {} after {}", set.name, tool.name, to_string(capability), to_string(kind)),
        callable);
    made.approver = ScriptedAnswer::Approve;
    made.taken_in.insert(kind);
    AttackGround::expect_denied(made, RuleId::PermissionSource);
    ground.add(std::move(made));
  }
}

void add_sets(AttackGround& ground) {
  for (const PermissionSet* set : sets_of(ground.policy())) {
    for (const Capability capability : kAllCapabilities) {
      const auto needs = [capability](const Tool& tool) { return tool.capabilities().contains(capability); };
      for (const Tool& tool : ground.policy().tools.in_order()) {
        if (!needs(tool) || tool.review == Review::Pending || tool.kind != ToolKind::Tool) continue;
        add_set(ground, *set, capability, tool);
      }
    }
    if (!set->tools) continue;
    for (const CallableTool& callable : ground.tools()) {
      const bool is_named = std::ranges::any_of(
          *set->tools, [&](const std::string& name) { return ground.policy().tools.find(name) == callable.tool; });
      if (is_named) continue;
      CallableTool other = callable;
      other.session = session_of(ground, *set);
      Case made = ground.attack(fmt::format("{} uses {}, which is not its tool", set->name, callable.name), other);
      made.approver = ScriptedAnswer::Approve;
      AttackGround::expect_denied(made, RuleId::PermissionTool);
      ground.add(std::move(made));
      break;
    }
  }
}

}  // namespace

void add_attacks_on_tools(AttackGround& ground) {
  add_unregistered_tools(ground);
  add_changed_tools(ground);
  add_unreviewed_tools(ground);
  add_sets(ground);
}

}  // namespace yett
