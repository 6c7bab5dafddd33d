#include <fmt/format.h>

#include "compare/comparison.h"

namespace yett {
namespace {

std::string root_text(const PathRoot& root) {
  return fmt::format("{} ({})", root.text(), root.access() == PathAccess::Write ? "read-write" : "read");
}

/// Roots around or within another one decide for it too: the innermost counts.
bool is_nested(const NamedRoot& root, const Policy& policy) {
  return std::ranges::any_of(policy.paths, [&](const NamedRoot& other) {
    return &other != &root && other.name != root.name &&
           (is_path_within(root.root.text(), other.root.text()) ||
            is_path_within(other.root.text(), root.root.text()) || root.root.is_template() || other.root.is_template());
  });
}

Direction folder_direction(const PathRoot& before, const PathRoot& after) {
  if (is_path_within(after.text(), before.text())) return Direction::TakesAway;
  return is_path_within(before.text(), after.text()) ? Direction::Grants : Direction::Changes;
}

}  // namespace

void compare_paths(Comparison& comparison) {
  const auto both = [&](const NamedRoot& one, const NamedRoot& other) {
    if (one.root == other.root) return;
    std::optional<Direction> direction;
    if (one.root.text() != other.root.text()) {
      const bool decides_others = is_nested(one, comparison.before()) || is_nested(other, comparison.after());
      direction = decides_others ? Direction::Changes : folder_direction(one.root, other.root);
    }
    if (one.root.access() != other.root.access()) {
      direction = together(direction, when_greater_grants(one.root.access(), other.root.access()));
    }
    comparison.add(*direction, Matter::Root, {"paths", one.name}, {root_text(one.root), root_text(other.root)});
  };
  const auto lone = [&](const NamedRoot& root, Direction direction) {
    const Policy& policy = direction == Direction::Grants ? comparison.after() : comparison.before();
    comparison.add(is_nested(root, policy) ? Direction::Changes : direction, Matter::Root, {"paths", root.name},
                   only(direction, root_text(root.root)));
  };
  each_name(comparison.before().paths, comparison.after().paths, &NamedRoot::name, both, lone);
}

}  // namespace yett
