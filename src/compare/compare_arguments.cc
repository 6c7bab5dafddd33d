#include <fmt/format.h>

#include "compare/comparison.h"
#include "compare/tool_pairs.h"

namespace yett {
namespace {

/// True where the gate looks at the value.
bool is_judged(ArgumentRole role) { return role != ArgumentRole::Content && role != ArgumentRole::Unbound; }

/// The key of a tool's line under which arguments of that role stand.
KeyPath key_of(const BoundArgument& argument, const Policy& policy) {
  switch (argument.role) {
    case ArgumentRole::Url:
    case ArgumentRole::Email:
    case ArgumentRole::Id:
    case ArgumentRole::Part:
      if (argument.role == ArgumentRole::Part) return {"destination"};
      if (argument.list == kEgressHosts) return {"destination", "url"};
      if (argument.list == kEgressEmails) return {"destination", "email"};
      return {"destination", policy.lists[argument.list].name};
    case ArgumentRole::ReadPath:
      return {"path", "read"};
    case ArgumentRole::WritePath:
      return {"path", "write"};
    case ArgumentRole::Command:
      return {"command", "argv"};
    case ArgumentRole::Tenant:
      return {"tenant"};
    case ArgumentRole::Unbound:
      return {"unbound"};
    case ArgumentRole::Content:
      break;
  }
  return {"content"};
}

/// The same role under a name that both policies understand.
std::string role_text(const BoundArgument& argument, const Policy& policy) {
  std::string text;
  for (const std::string& key : key_of(argument, policy)) text += (text.empty() ? "" : ".") + key;
  return text;
}

/// Whether judging an argument can let a call through that was refused: one that named no destination may name it
/// there, and what the gate writes itself may have been missing.
bool may_help(const BoundArgument& argument, const Tool& before) {
  return argument.role == ArgumentRole::Tenant || (is_destination(argument.role) && before.has_destination_argument());
}

/// What an argument that one side alone names does to that side. Without a schema of its own the tool may be closed by
/// its server's: then naming an argument is no new one, and only a judgement the more.
Direction lone_direction(const BoundArgument& argument, bool has_schema, Direction when_added, const Tool& before) {
  if (!is_judged(argument.role)) return when_added;
  if (!has_schema) return Direction::Changes;
  return when_added == Direction::Grants && may_help(argument, before) ? Direction::Changes : opposite(when_added);
}

}  // namespace

void compare_arguments(Comparison& comparison, const Tool& before, const Tool& after, const KeyPath& old_keys,
                       const KeyPath& new_keys) {
  const bool has_schema = before.schema.has_value() && after.schema.has_value();
  const auto both = [&](const BoundArgument& one, const BoundArgument& other) {
    const std::string old_role = role_text(one, comparison.before());
    const std::string new_role = role_text(other, comparison.after());
    if (one.role == other.role && old_role == new_role) return;
    Direction direction = Direction::Changes;
    if (is_judged(one.role) != is_judged(other.role)) {
      direction = is_judged(one.role)       ? Direction::Grants
                  : may_help(other, before) ? Direction::Changes
                                            : Direction::TakesAway;
    }
    Difference& difference =
        comparison.add(direction, Matter::Argument, below(old_keys, key_of(one, comparison.before())),
                       below(new_keys, key_of(other, comparison.after())),
                       {fmt::format("{}: {}", one.name, old_role), fmt::format("{}: {}", other.name, new_role)});
    // What nobody looks at any more may carry anything anywhere.
    if (is_judged(one.role)) difference.danger = Danger::Grave;
    note_tools(difference, before, after);
  };
  const auto lone = [&](const BoundArgument& argument, Direction direction) {
    const bool is_new = direction == Direction::Grants;
    const KeyPath key = key_of(argument, is_new ? comparison.after() : comparison.before());
    note_tools(comparison.add(lone_direction(argument, has_schema, direction, before), Matter::Argument,
                              below(old_keys, key), below(new_keys, key), only(direction, argument.name)),
               before, after);
  };
  each_name(before.arguments, after.arguments, &BoundArgument::name, both, lone);
  if (has_schema && before.content_is_listed != after.content_is_listed) {
    const auto show = [](const Tool& tool) { return tool.content_is_listed ? "listed" : ""; };
    note_tools(comparison.add(Direction::Changes, Matter::Argument, below(old_keys, {"content"}),
                              below(new_keys, {"content"}), {show(before), show(after)}),
               before, after);
  }
}

}  // namespace yett
