#include "metrics/part_names.h"

#include <utility>

#include "text/spelling.h"

namespace yett {

std::string stage_part_name(Stage stage) { return std::string(to_string(stage)) + " stage"; }

std::string part_name(const Experiment& experiment, const Part& part) {
  switch (part.kind) {
    case PartKind::Filter:
      return experiment.filters[part.index].name;
    case PartKind::Set:
      return experiment.sets[part.index].name;
    case PartKind::Policy:
      return std::string(kPolicyPart);
    case PartKind::Stage:
      return stage_part_name(static_cast<Stage>(part.index));
    case PartKind::Layer:
      return experiment.layers[part.index].name;
  }
  return {};
}

bool PartNames::add(std::string name, PartKind kind, std::size_t index) {
  const bool is_new = !find(name);
  if (is_new) known_.push_back({.name = std::move(name), .part = {.kind = kind, .index = index}});
  return is_new;
}

std::optional<Part> PartNames::find(std::string_view name) const {
  const PermissionSet* builtin = find_builtin_permission_set(name);
  for (const Known& known : known_) {
    if (known.name == name || (builtin != nullptr && known.name == builtin->name)) return known.part;
  }
  return std::nullopt;
}

std::string PartNames::hint(std::string_view name) const {
  std::vector<std::string_view> names;
  for (const Known& known : known_) names.emplace_back(known.name);
  return did_you_mean(name, names);
}

}  // namespace yett
