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
    if (command.fault != CommandFault::None || command.listed == nullptr) continue;
    // To start a program is to let it read; what else it does is another right.
    if (command.listed->effect != Effect::Read) needed.insert(required_capability(command.listed->effect));
    // Whatever effect the list names: a path that is written is one.
    if (command.listed->has(WordKind::WritePath)) needed.insert(Capability::Write);
  }
  return needed;
}

}  // namespace yett
