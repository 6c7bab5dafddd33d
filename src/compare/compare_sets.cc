#include <fmt/format.h>

#include "compare/comparison.h"
#include "compare/set_reach.h"

namespace yett {
namespace {

/// What a set lets its sessions do: "read: user, tool_output; write: user".
std::string rights_text(const PermissionSet& set) {
  std::string text;
  for (const Capability capability : kAllCapabilities) {
    if (!set.has(capability)) continue;
    std::vector<std::string> kinds;
    for (const SourceKind kind : kAllSourceKinds) {
      if (set.grant(capability).contains(kind)) kinds.emplace_back(to_string(kind));
    }
    text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", to_string(capability), list_text(kinds));
  }
  return text.empty() ? "nothing" : text;
}

std::optional<Direction> rights_direction(const PermissionSet& before, const PermissionSet& after) {
  std::optional<Direction> direction;
  for (const Capability capability : kAllCapabilities) {
    const SourceSet one = before.grant(capability);
    const SourceSet other = after.grant(capability);
    if (one == other) continue;
    direction = together(direction, other.covers(one)   ? Direction::Grants
                                    : one.covers(other) ? Direction::TakesAway
                                                        : Direction::Changes);
  }
  return direction;
}

std::string bound_text(const std::optional<std::vector<std::string>>& names) {
  return names ? argv_text(*names) : std::string();
}

/// A set that both policies have, by name.
void compare_set(Comparison& comparison, const PermissionSet& before, const PermissionSet& after) {
  const KeyPath keys{"permissions", after.name};
  if (const auto direction = rights_direction(before, after)) {
    comparison.add(*direction, Matter::SetRights, keys, {rights_text(before), rights_text(after)});
  }
  const auto compare_bound = [&](std::string_view key, const std::optional<std::vector<std::string>>& one,
                                 const std::optional<std::vector<std::string>>& other) {
    if (const auto direction = bound_direction(one, other)) {
      comparison.add(*direction, Matter::SetReach, {"permissions", after.name, std::string(key)},
                     {bound_text(one), bound_text(other)});
    }
  };
  compare_bound("tools", before.tools, after.tools);
  compare_bound("servers", before.servers, after.servers);
}

/// All that separates two sets, as one direction.
std::optional<Direction> set_direction(const PermissionSet& before, const PermissionSet& after) {
  return together(rights_direction(before, after),
                  together(bound_direction(before.tools, after.tools), bound_direction(before.servers, after.servers)));
}

std::string set_text(const PermissionSet& set) {
  std::string text = fmt::format("{} ({})", set.name, rights_text(set));
  if (set.tools) text += fmt::format(", tools {}", bound_text(set.tools));
  if (set.servers) text += fmt::format(", servers {}", bound_text(set.servers));
  return text;
}

}  // namespace

std::vector<PermissionSet> reachable_sets(const Policy& policy) {
  std::vector<PermissionSet> sets{policy.session.permissions};
  for (const PermissionSet& set : policy.session.may_choose) {
    if (std::ranges::find(sets, set.name, &PermissionSet::name) == sets.end()) sets.push_back(set);
  }
  return sets;
}

void compare_sets(Comparison& comparison) {
  const PermissionSet& one = comparison.before().session.permissions;
  const PermissionSet& other = comparison.after().session.permissions;
  if (one.name != other.name) {
    // What a set of another name grants alike is the same right; a session that names the old one is below.
    if (const auto direction = set_direction(one, other)) {
      comparison.add(*direction, Matter::SessionSet, {"session", "permissions"}, {set_text(one), set_text(other)});
    }
  }
  each_name(
      reachable_sets(comparison.before()), reachable_sets(comparison.after()), &PermissionSet::name,
      [&](const PermissionSet& old_set, const PermissionSet& new_set) { compare_set(comparison, old_set, new_set); },
      [&](const PermissionSet& set, Direction direction) {
        const std::string& usual = (direction == Direction::Grants ? other : one).name;
        const KeyPath keys{"session", set.name == usual ? "permissions" : "may_choose"};
        comparison.add(direction, Matter::SetChoice, keys, only(direction, set_text(set)));
      });
}

}  // namespace yett
