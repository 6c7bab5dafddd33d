#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/tool.h"
#include "policy/allowlist.h"
#include "policy/argument_shape.h"
#include "policy/field.h"

namespace yett {

/// More arguments than any tool has; the check for places within each other is quadratic.
inline constexpr std::size_t kMaxArguments = 1000;

/// The place that an item of a list names; nullopt, and a refusal, for what is no place.
[[nodiscard]] std::optional<Pointer> load_place(const Field& item);

/// What an empty list under a key means.
enum class EmptyList : std::uint8_t { Refused, Allowed };

/// Gathers the arguments that one tool's line binds, and refuses those that clash: an argument with two roles, one that
/// reads like another, a place within another's, content that is named like something else, patterns, and more than
/// kMaxArguments. What is bound stands in `tool.arguments` at once, in the order of the file after finish().
class ArgumentBindings {
 public:
  explicit ArgumentBindings(Tool& tool) : tool_(tool) {}

  /// Binds every name of the list under `field`. `list` is what a destination is judged against.
  void bind(const Field& field, ArgumentRole role, EmptyList empty = EmptyList::Refused, ListIndex list = kEgressHosts);

  /// Binds the arguments that make up one destination: { join = ["owner", "repo"] }.
  void join(const Field& field, ListIndex list);

  /// Puts everything in the order of the file: a reviewer reads the two side by side.
  void finish() &&;

 private:
  /// A refused argument is kept as well: what comes later is measured against it.
  void bind_one(const Field& item, BoundArgument argument);
  /// False, and refused, when another argument has the place already or reads like this one.
  [[nodiscard]] bool take_place(const Field& item, const BoundArgument& argument);
  void check_overlap(const Field& item, const BoundArgument& argument) const;

  Tool& tool_;
  std::vector<SourcePosition> places_;    // of tool_.arguments
  TextMap<std::size_t> by_folded_place_;  // each place, and all places above it -> the first argument that has it
  bool has_pointers_ = false;
};

/// What the last step of a place of the tool is named like; `*` is named like nothing.
[[nodiscard]] ArgumentShape shape_of(const Pointer& place, const Tool& tool);

/// What to do with an argument whose name has that shape.
[[nodiscard]] std::string_view advice_for(ArgumentShape shape);

}  // namespace yett
