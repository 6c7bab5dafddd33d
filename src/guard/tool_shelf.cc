#include "guard/tool_shelf.h"

#include <utility>

#include "policy/argument_schema.h"
#include "wire/mcp.h"

namespace yett {
namespace {

const std::string& name_of(const Json& definition) { return *definition.find("name")->as_string(); }

/// The tools that a call at this server can mean, by the names that the server has for them.
TextMap<const Tool*> tools_at(const Policy& policy, std::string_view server) {
  TextMap<const Tool*> tools;
  for (const Tool& tool : policy.tools.in_order()) {
    if (tool.kind == ToolKind::Method) continue;
    if (policy.tools.find_at(server, tool.name) == &tool) tools.emplace(tool.name_at_server(), &tool);
  }
  return tools;
}

/// None where the server says nothing of the arguments.
std::optional<Schema> schema_of(const Json& definition, const Tool& tool) {
  const Json* schema = definition.find("inputSchema");
  if (schema == nullptr || schema->as_object() == nullptr) return std::nullopt;
  return observed_schema(*schema, tool);
}

}  // namespace

void ToolShelf::take(std::vector<Json> definitions) {
  TextMap<std::size_t> times;
  repeated_.clear();
  for (const Json& tool : definitions) {
    if (++times[name_of(tool)] == 2) repeated_.push_back(name_of(tool));
  }
  std::erase_if(definitions, [&](const Json& tool) { return times[name_of(tool)] != 1; });
  offered_ = std::move(definitions);
  stock();
}

void ToolShelf::adopt(PolicyRef policy) {
  policy_ = std::move(policy);
  stock();
}

void ToolShelf::stock() {
  lines_ = tools_at(*policy_, server_);
  seen_.clear();
  changed_.clear();
  for (const Json& definition : offered_) {
    const auto line = lines_.find(name_of(definition));
    if (line == lines_.end()) continue;
    const Tool& tool = *line->second;
    Json pinned = pinned_definition(definition);
    Seen seen{.offer = {.tool = Observation::Offered,
                        .schema = schema_of(definition, tool),
                        .definition = sha256(canonical_json(pinned))},
              .shown = client_tool_definition(definition, tool)};
    if (policy_->lock) {
      seen.offer.tool = policy_->lock->observe(server_, name_of(definition), pinned);
      if (seen.offer.tool == Observation::Changed) changed_.push_back({name_of(definition), std::move(pinned)});
      // An agent that is not to call it is not to read it either.
      if (seen.offer.tool != Observation::Offered) seen.shown = Json();
    }
    seen_.emplace(tool.name, std::move(seen));
  }
}

ToolShelf::Offer ToolShelf::find(std::string_view name) const {
  const auto found = seen_.find(name);
  return found == seen_.end() ? Offer{} : found->second.offer;
}

const Json* ToolShelf::shown(std::string_view name) const {
  const auto found = seen_.find(name);
  return found == seen_.end() || found->second.shown.is_null() ? nullptr : &found->second.shown;
}

}  // namespace yett
