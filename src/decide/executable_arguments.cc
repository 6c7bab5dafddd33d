#include "decide/executable_arguments.h"

#include <algorithm>
#include <span>

namespace yett {
namespace {

/// What stands in the place of a target or command; nullptr for one with flaws, which stays as it came.
const std::string* text_to_put(const NamedTarget& target) { return target.flaws.empty() ? &target.canonical : nullptr; }
const Json* text_to_put(const NamedCommand& command) {
  return command.fault == CommandFault::None ? &command.canonical : nullptr;
}

/// Puts what is to be sent in the places of `copy` at which `original` holds what was judged. Both are equal, and what
/// is named stands in their order; what is done is taken off the front.
template <typename Named>
void put(Json& copy, const Json& original, std::span<const Named>& named) {
  while (!named.empty() && named.front().value == nullptr) named = named.subspan(1);
  if (named.empty()) return;
  if (named.front().value == &original) {
    if (const auto* text = text_to_put(named.front())) copy = *text;
    named = named.subspan(1);
    return;
  }
  if (Json::Array* items = copy.as_array()) {
    for (std::size_t i = 0; i < items->size(); ++i) put((*items)[i], (*original.as_array())[i], named);
  } else if (Json::Object* members = copy.as_object()) {
    for (std::size_t i = 0; i < members->size(); ++i) {
      put((*members)[i].value, (*original.as_object())[i].value, named);
    }
  }
}

/// Writes the tenant at the place that `steps` lead to. Objects that are missing on the way are made; a list that is
/// not there stays away, and its items with it.
void write_tenant(Json& value, std::span<const Pointer::Step> steps, const std::string& tenant) {
  if (steps.empty()) {
    value = tenant;
    return;
  }
  if (steps.front().every) {
    if (Json::Array* items = value.as_array()) {
      for (Json& item : *items) write_tenant(item, steps.subspan(1), tenant);
    } else if (Json::Object* members = value.as_object()) {
      for (Json::Member& member : *members) write_tenant(member.value, steps.subspan(1), tenant);
    }
    return;
  }
  if (!value.is_null() && value.as_object() == nullptr) return;
  const std::string& key = steps.front().key;
  if (value.find(key) == nullptr) {
    if (std::ranges::any_of(steps, &Pointer::Step::every)) return;
    value.set(key, Json());
  }
  write_tenant(*value.find(key), steps.subspan(1), tenant);
}

}  // namespace

Json executable_arguments(const Query& query, const Facts& facts) {
  Json arguments = query.call.arguments;
  if (facts.tool == nullptr) return arguments;
  std::span<const NamedTarget> targets = facts.targets.all();
  put(arguments, query.call.arguments, targets);
  std::span<const NamedCommand> commands = facts.commands;
  put(arguments, query.call.arguments, commands);
  if (!query.session.tenant) return arguments;
  for (const BoundArgument& argument : facts.tool->arguments) {
    if (argument.role == ArgumentRole::Tenant) write_tenant(arguments, argument.place.steps(), *query.session.tenant);
  }
  return arguments;
}

}  // namespace yett
