#pragma once

#include <algorithm>
#include <compare>
#include <concepts>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compare/difference.h"
#include "policy/policy.h"
#include "text/toml.h"

namespace yett {

/// A policy with the document that it was loaded from, where differences stand. Views: both must outlive what is
/// compared.
struct ComparedPolicy {
  const Policy& policy;
  const Toml& document;
};

/// The keys that lead to a value of a policy.
using KeyPath = std::vector<std::string>;

/// The place of the value that these keys lead to, else of the nearest table around it.
[[nodiscard]] SourcePosition place_in(const Toml& document, const KeyPath& keys);

/// "tools.send_email.returns"; a key that is no bare one stands in quotes.
[[nodiscard]] std::string key_text(const KeyPath& keys);

/// What the two sides of a difference say.
struct Change {
  std::string before;
  std::string after;
};

/// The direction of what lets more through the greater it is.
template <typename Value>
[[nodiscard]] Direction when_greater_grants(const Value& before, const Value& after) {
  return before < after ? Direction::Grants : Direction::TakesAway;
}

/// The direction of a list that lets more through the more stands in it.
[[nodiscard]] constexpr Direction when_more_grants(bool has_added, bool has_removed) {
  if (has_added == has_removed) return Direction::Changes;
  return has_added ? Direction::Grants : Direction::TakesAway;
}

/// The directions of two parts of one thing, as one; nullopt stands for a part that is the same.
[[nodiscard]] constexpr std::optional<Direction> together(std::optional<Direction> one,
                                                          std::optional<Direction> other) {
  if (!one) return other;
  return !other || *one == *other ? one : Direction::Changes;
}

/// The two policies of a comparison, and the differences as far as they were found.
class Comparison {
 public:
  Comparison(ComparedPolicy before, ComparedPolicy after) : before_(before), after_(after) {}

  [[nodiscard]] const Policy& before() const { return before_.policy; }
  [[nodiscard]] const Policy& after() const { return after_.policy; }
  [[nodiscard]] const ComparedPolicy& before_side() const { return before_; }
  [[nodiscard]] const ComparedPolicy& after_side() const { return after_; }

  /// A difference at these keys, the same ones on both sides. The new difference, for whoever knows more of it.
  Difference& add(Direction direction, Matter matter, const KeyPath& keys, Change change);
  /// The same, where the two sides have keys of their own; the subject is the new side's where it says something.
  Difference& add(Direction direction, Matter matter, const KeyPath& before, const KeyPath& after, Change change);

  [[nodiscard]] std::vector<Difference> take() && { return std::move(differences_); }

 private:
  ComparedPolicy before_;
  ComparedPolicy after_;
  std::vector<Difference> differences_;
};

/// Items joined by ", ".
[[nodiscard]] std::string list_text(const std::vector<std::string>& items);
/// The words of a command, as a list of a policy: `["/usr/bin/git", "--no-pager"]`.
[[nodiscard]] std::string argv_text(const std::vector<std::string>& words);

/// What stands in one list and not in the other, by value.
template <typename Item>
struct ListChange {
  std::vector<Item> added;
  std::vector<Item> removed;

  [[nodiscard]] bool empty() const { return added.empty() && removed.empty(); }
  /// Of a list that lets more through the more stands in it.
  [[nodiscard]] Direction direction() const { return when_more_grants(!added.empty(), !removed.empty()); }
};

template <typename Item>
[[nodiscard]] ListChange<Item> list_change(const std::vector<Item>& before, const std::vector<Item>& after) {
  ListChange<Item> change;
  const auto holds = [](const std::vector<Item>& list, const Item& item) {
    return std::ranges::find(list, item) != list.end();
  };
  std::ranges::copy_if(after, std::back_inserter(change.added), [&](const Item& item) { return !holds(before, item); });
  std::ranges::copy_if(before, std::back_inserter(change.removed),
                       [&](const Item& item) { return !holds(after, item); });
  return change;
}

/// The direction of a list of names that bounds something where it is there: absent means every name. nullopt: the
/// same.
[[nodiscard]] std::optional<Direction> bound_direction(const std::optional<std::vector<std::string>>& before,
                                                       const std::optional<std::vector<std::string>>& after);

/// Calls `both`, or `one` with the side that has it, for each name of two lists of named things: those of the old one
/// in its order, then what is new.
template <typename Items, typename Name, typename Both, typename One>
void each_name(const Items& before, const Items& after, Name name, Both both, One one) {
  const auto find = [&](const Items& items, const auto& wanted) {
    return std::ranges::find_if(items, [&](const auto& item) { return std::invoke(name, item) == wanted; });
  };
  for (const auto& item : before) {
    const auto other = find(after, std::invoke(name, item));
    if (other == after.end()) {
      one(item, Direction::TakesAway);
    } else {
      both(item, *other);
    }
  }
  for (const auto& item : after) {
    if (find(before, std::invoke(name, item)) == before.end()) one(item, Direction::Grants);
  }
}

/// The sides of what was added or taken away whole.
[[nodiscard]] inline Change only(Direction direction, std::string text) {
  return direction == Direction::Grants ? Change{.before = {}, .after = std::move(text)}
                                        : Change{.before = std::move(text), .after = {}};
}

// Each finds the differences of one part of a policy.
void compare_tools(Comparison& comparison);
void compare_destinations(Comparison& comparison);
void compare_paths(Comparison& comparison);
void compare_tenants(Comparison& comparison);
void compare_sets(Comparison& comparison);
void compare_approval(Comparison& comparison);
void compare_servers(Comparison& comparison);
void compare_terms(Comparison& comparison);
void compare_locks(Comparison& comparison);

}  // namespace yett
