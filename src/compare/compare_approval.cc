#include <fmt/format.h>

#include "compare/compare_schemas.h"
#include "compare/comparison.h"
#include "policy/format_words.h"

namespace yett {
namespace {

std::string flag_text(bool flag) { return flag ? "true" : "false"; }

void compare_asking(Comparison& comparison) {
  const ApprovalTerms& one = comparison.before().approval;
  const ApprovalTerms& other = comparison.after().approval;
  const auto add = [&](Direction direction, Matter matter, std::string_view key, Change change) {
    comparison.add(direction, matter, {"approval", std::string(key)}, std::move(change));
  };
  if (one.expires != other.expires) {
    add(when_greater_grants(one.expires, other.expires), Matter::ApprovalExpiry, "expires",
        {format_duration(one.expires), format_duration(other.expires)});
  }
  if (one.irreversible_writes != other.irreversible_writes) {
    add(one.irreversible_writes ? Direction::Grants : Direction::TakesAway, Matter::IrreversibleWrites,
        "irreversible_writes", {flag_text(one.irreversible_writes), flag_text(other.irreversible_writes)});
  }
  if (one.quorum != other.quorum) {
    add(when_greater_grants(other.quorum, one.quorum), Matter::Quorum, "quorum",
        {std::to_string(one.quorum), std::to_string(other.quorum)});
  }
  if (one.own_user != other.own_user) {
    const bool was_apart = one.own_user == OwnUser::NeverCounts;
    add(was_apart ? Direction::Grants : Direction::TakesAway, Matter::FourEyes, "four_eyes",
        {flag_text(was_apart), flag_text(!was_apart)});
  }
  // The words of it decide nothing.
  if (one.unsigned_because.has_value() != other.unsigned_because.has_value()) {
    add(other.unsigned_because ? Direction::Grants : Direction::TakesAway, Matter::Unsigned, "unsigned",
        {one.unsigned_because.value_or(""), other.unsigned_because.value_or("")});
  }
  if (one.max_pending != other.max_pending) {
    add(when_greater_grants(one.max_pending, other.max_pending), Matter::MaxPending, "max_pending",
        {std::to_string(one.max_pending), std::to_string(other.max_pending)});
  }
  if (one.notify != other.notify) {
    const auto show = [](const std::vector<std::string>& argv) { return argv.empty() ? "" : argv_text(argv); };
    add(Direction::Changes, Matter::Notify, "notify", {show(one.notify), show(other.notify)});
  }
}

const Tool& tool_of(const GrantTerms& grant, const Policy& policy) { return policy.tools.in_order()[grant.tool]; }

/// Where the arguments of a ceiling stand: it keeps its schema only compiled.
const Toml* arguments_of(const ComparedPolicy& side, const std::string& name) {
  const Toml* value = &side.document;
  for (const std::string_view key : {std::string_view("approval"), std::string_view("grants"), std::string_view(name),
                                     std::string_view("arguments")}) {
    value = value == nullptr ? nullptr : value->find(key);
  }
  return value;
}

std::string grant_text(const GrantTerms& grant, const Policy& policy) {
  return fmt::format("{}, {} times, {}", tool_of(grant, policy).name, grant.max_uses, format_duration(grant.max_for));
}

void compare_grant(Comparison& comparison, const GrantTerms& one, const GrantTerms& other) {
  std::optional<Direction> direction;
  const Tool& old_tool = tool_of(one, comparison.before());
  const Tool& new_tool = tool_of(other, comparison.after());
  if (old_tool.name != new_tool.name || old_tool.server != new_tool.server) direction = Direction::Changes;
  if (one.max_uses != other.max_uses) {
    direction = together(direction, when_greater_grants(one.max_uses, other.max_uses));
  }
  if (one.max_for != other.max_for) direction = together(direction, when_greater_grants(one.max_for, other.max_for));
  if (direction) {
    comparison.add(*direction, Matter::GrantCeiling, {"approval", "grants", one.name},
                   {grant_text(one, comparison.before()), grant_text(other, comparison.after())});
  }
  const Toml* old_arguments = arguments_of(comparison.before_side(), one.name);
  const Toml* new_arguments = arguments_of(comparison.after_side(), one.name);
  const Json old_schema = old_arguments == nullptr ? Json() : schema_json(*old_arguments);
  const Json new_schema = new_arguments == nullptr ? Json() : schema_json(*new_arguments);
  // Without arguments any are within the ceiling.
  const std::optional<Direction> of_schema = old_arguments != nullptr && new_arguments != nullptr
                                                 ? schema_direction(old_schema, new_schema)
                                             : old_arguments == new_arguments ? std::nullopt
                                             : old_arguments != nullptr       ? std::optional(Direction::Grants)
                                                                              : std::optional(Direction::TakesAway);
  if (!of_schema) return;
  const auto show = [](const Toml* there, const Json& schema) { return there == nullptr ? "" : write_json(schema); };
  comparison.add(*of_schema, Matter::GrantCeiling, {"approval", "grants", one.name, "arguments"},
                 {show(old_arguments, old_schema), show(new_arguments, new_schema)});
}

std::string bound_text(const std::optional<std::vector<std::string>>& names) {
  return names ? argv_text(*names) : std::string();
}

std::vector<std::string> names_of(const std::vector<Entitlement>& may) {
  std::vector<std::string> names;
  for (const Choice<Entitlement>& choice : kEntitlements) {
    if (std::ranges::find(may, choice.value) != may.end()) names.emplace_back(choice.spelling);
  }
  return names;
}

void compare_approver(Comparison& comparison, const Approver& one, const Approver& other) {
  const auto add = [&](Direction direction, std::string_view key, Change change) {
    comparison.add(direction, Matter::ApproverTerms, {"approvers", one.name, std::string(key)}, std::move(change));
  };
  // Somebody else answers under the name.
  if (one.key != other.key) add(Direction::Changes, "key", {one.key.to_string(), other.key.to_string()});
  if (const auto direction = bound_direction(one.tenants, other.tenants)) {
    add(*direction, "tenants", {bound_text(one.tenants), bound_text(other.tenants)});
  }
  if (const auto direction = bound_direction(one.tools, other.tools)) {
    add(*direction, "tools", {bound_text(one.tools), bound_text(other.tools)});
  }
  if (const auto change = list_change(one.may, other.may); !change.empty()) {
    add(change.direction(), "may", {list_text(names_of(one.may)), list_text(names_of(other.may))});
  }
}

}  // namespace

void compare_approval(Comparison& comparison) {
  compare_asking(comparison);
  each_name(
      comparison.before().approval.grants, comparison.after().approval.grants, &GrantTerms::name,
      [&](const GrantTerms& one, const GrantTerms& other) { compare_grant(comparison, one, other); },
      [&](const GrantTerms& grant, Direction direction) {
        const Policy& policy = direction == Direction::Grants ? comparison.after() : comparison.before();
        comparison.add(direction, Matter::GrantCeiling, {"approval", "grants", grant.name},
                       only(direction, grant_text(grant, policy)));
      });
  each_name(
      comparison.before().approvers, comparison.after().approvers, &Approver::name,
      [&](const Approver& one, const Approver& other) { compare_approver(comparison, one, other); },
      [&](const Approver& approver, Direction direction) {
        comparison.add(direction, Matter::Approver, {"approvers", approver.name},
                       only(direction, fmt::format("{} ({})", approver.name, list_text(names_of(approver.may)))));
      });
}

}  // namespace yett
