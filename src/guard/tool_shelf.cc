#include "guard/tool_shelf.h"

#include <iterator>
#include <utility>

#include "policy/argument_schema.h"

namespace yett {
namespace {

const std::string& name_of(const Json& definition) { return *definition.find("name")->as_string(); }

/// The tools that a call at this server can mean, by the names that the server has for them.
TextMap<const Tool*> tools_at(const Policy& policy, std::string_view server) {
  TextMap<const Tool*> tools;
  for (const Tool& tool : policy.tools.in_order()) {
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

void ToolShelf::take(ToolPage page) {
  reading_.insert(reading_.end(), std::make_move_iterator(page.tools.begin()),
                  std::make_move_iterator(page.tools.end()));
}

ToolShelf::Change ToolShelf::finish() {
  TextMap<std::size_t> times;
  for (const Json& tool : reading_) ++times[name_of(tool)];
  std::erase_if(reading_, [&](const Json& tool) { return times[name_of(tool)] != 1; });
  const bool is_new = reading_ != offered_;
  offered_ = std::exchange(reading_, {});
  return is_new ? stock() : Change::Same;
}

ToolShelf::Change ToolShelf::adopt(PolicyRef policy) {
  policy_ = std::move(policy);
  return stock();
}

ToolShelf::Change ToolShelf::stock() {
  const TextMap<const Tool*> tools = tools_at(*policy_, server_);
  Json::Array shown;
  on_offer_.clear();
  for (const Json& definition : offered_) {
    const auto found = tools.find(name_of(definition));
    if (found == tools.end()) continue;
    const Tool& tool = *found->second;
    shown.push_back(client_tool_definition(definition, tool));
    on_offer_.emplace(tool.name, schema_of(definition, tool));
  }
  const Json::Array before = std::exchange(shown_, std::move(shown));
  return shown_ == before ? Change::Same : Change::Changed;
}

Json ToolShelf::list() const { return Json::object({{"tools", shown_}}); }

ToolShelf::Offer ToolShelf::find(std::string_view name) const {
  const auto found = on_offer_.find(name);
  return found == on_offer_.end() ? Offer{} : Offer{Observation::Offered, found->second};
}

}  // namespace yett
