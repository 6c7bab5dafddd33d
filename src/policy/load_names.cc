#include "policy/load_names.h"

#include <fmt/format.h>

#include <algorithm>

#include "text/spelling.h"

namespace yett {

const Tool* require_tool(const Field& field, const std::string& name, const Policy& policy) {
  const Tool* found = policy.tools.find(name);
  if (found != nullptr) return found;
  const std::vector<Tool>& tools = policy.tools.in_order();
  const bool is_shared = field.would_report() && std::ranges::find(tools, name, &Tool::name) != tools.end();
  if (is_shared) {
    field.refuse(fmt::format("two servers have a tool {}", in_quotes(name)), fmt::format("\"SERVER.{}\"", name));
  } else {
    field.refuse(fmt::format("there is no tool {}", in_quotes(name)), nearest_name(field, name, tools, &Tool::name));
  }
  return nullptr;
}

std::vector<std::string> load_tool_names(const Field& list, const Policy& policy) {
  return load_names(list,
                    [&policy](const Field& item, const std::string& name) { (void)require_tool(item, name, policy); });
}

}  // namespace yett
