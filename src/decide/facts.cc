#include "decide/facts.h"

#include <algorithm>

#include "decide/argument_names.h"
#include "decide/argument_walk.h"
#include "decide/engine.h"

namespace yett {
namespace {

/// The tool that the call means, as long as it is listed.
const Tool* listed_tool(const Query& query) {
  const Tool* tool = query.server.empty() ? query.policy.tools.find(query.call.tool)
                                          : query.policy.tools.find_at(query.server, query.call.tool);
  return tool != nullptr && query.now < tool->lapses_at ? tool : nullptr;
}

FaultyArgument faulty_of(const SchemaFault& fault) {
  switch (fault.kind) {
    case SchemaFault::Kind::FoldedTwin:
      return {ArgumentFault::FoldedTwin, fault.key_bytes, {}, {}};
    case SchemaFault::Kind::Undeclared:
      return {ArgumentFault::Undeclared, fault.key_bytes, {}, {}};
    case SchemaFault::Kind::Mismatch:
      break;
  }
  return {ArgumentFault::Mismatch, 0, fault.argument, fault.keyword};
}

/// Puts the canonical texts of `targets` in the places of `copy` at which `original` holds what was judged. Both are
/// equal, and the targets stand in their order; those that are done are taken off the front. A target with flaws stays
/// as it came.
void put_targets(Json& copy, const Json& original, std::span<const NamedTarget>& targets) {
  while (!targets.empty() && targets.front().value == nullptr) targets = targets.subspan(1);
  if (targets.empty()) return;
  if (targets.front().value == &original) {
    if (targets.front().flaws.empty()) copy = targets.front().canonical;
    targets = targets.subspan(1);
    return;
  }
  if (Json::Array* items = copy.as_array()) {
    for (std::size_t i = 0; i < items->size(); ++i) put_targets((*items)[i], (*original.as_array())[i], targets);
  } else if (Json::Object* members = copy.as_object()) {
    for (std::size_t i = 0; i < members->size(); ++i) {
      put_targets((*members)[i].value, (*original.as_object())[i].value, targets);
    }
  }
}

/// The same for commands.
void put_commands(Json& copy, const Json& original, std::span<const NamedCommand>& commands) {
  while (!commands.empty() && commands.front().value == nullptr) commands = commands.subspan(1);
  if (commands.empty()) return;
  if (commands.front().value == &original) {
    if (commands.front().fault == CommandFault::None) copy = commands.front().canonical;
    commands = commands.subspan(1);
    return;
  }
  if (Json::Array* items = copy.as_array()) {
    for (std::size_t i = 0; i < items->size(); ++i) put_commands((*items)[i], (*original.as_array())[i], commands);
  } else if (Json::Object* members = copy.as_object()) {
    for (std::size_t i = 0; i < members->size(); ++i) {
      put_commands((*members)[i].value, (*original.as_object())[i].value, commands);
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

bool is_readable(const Query& query) {
  return query.call.readability == Readability::Readable && query.call.arguments.as_object() != nullptr;
}

Facts examine(const Engine& engine, const Query& query) {
  Facts facts;
  if (!is_readable(query)) return facts;
  facts.tool = listed_tool(query);
  if (facts.tool == nullptr) return facts;
  if (const Schema* schema = closing_schema(query, *facts.tool)) {
    if (const auto fault = schema->check(query.call.arguments)) facts.faulty.push_back(faulty_of(*fault));
  }
  walk_arguments(engine, query, *query.call.arguments.as_object(), facts);
  return facts;
}

CapabilitySet needed_capabilities(const Facts& facts) {
  CapabilitySet needed;
  if (facts.tool == nullptr) return needed;
  needed = facts.tool->capabilities();
  for (const NamedCommand& command : facts.commands) {
    // To start a program is to let it read; what else it does is another right.
    const bool counts = command.fault == CommandFault::None && command.listed != nullptr;
    if (counts && command.listed->effect != Effect::Read) needed.insert(required_capability(command.listed->effect));
  }
  return needed;
}

Json executable_arguments(const Query& query, const Facts& facts) {
  Json arguments = query.call.arguments;
  if (facts.tool == nullptr) return arguments;
  std::span<const NamedTarget> targets = facts.targets.all();
  put_targets(arguments, query.call.arguments, targets);
  std::span<const NamedCommand> commands = facts.commands;
  put_commands(arguments, query.call.arguments, commands);
  if (!query.session.tenant) return arguments;
  for (const BoundArgument& argument : facts.tool->arguments) {
    if (argument.role == ArgumentRole::Tenant) write_tenant(arguments, argument.place.steps(), *query.session.tenant);
  }
  return arguments;
}

}  // namespace yett
