#include "policy/load_tools.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "text/name_fold.h"
#include "text/spelling.h"

namespace yett {
namespace {

/// The tool under the name that the client sees, and the server's own name where that is another.
void rename_tool(Tool& tool, const ServerSpec& server) {
  for (const auto& [at_server, for_client] : server.rename) {
    if (tool.name != at_server && tool.name != for_client) continue;
    tool.server_name = at_server;
    tool.name = for_client;
    return;
  }
}

void refuse_likeness(const Tool& tool, const Tool& earlier, Refusals& refusals) {
  refusals.add(tool.where,
               fmt::format("tool {} reads like {} at {}", in_quotes(tool.name), in_quotes(earlier.name),
                           earlier.where.to_string()),
               tool.name == earlier.name && tool.server == earlier.server
                   ? "a tool has one line"
                   : "names must differ by more than case, - and _");
}

/// A second server may have a tool of the very same name: it is called "server.name" then. A mere likeness is refused.
bool is_likeness(const Tool& tool, const Tool& earlier) {
  return tool.server == earlier.server || tool.name != earlier.name;
}

}  // namespace

void load_tools(const Field& section, const ServerSpec* server, Ownership ownership, TenantRule tenants,
                Policy& policy) {
  const auto lines = section.members();
  if (!lines) return;
  if (lines->empty()) section.refuse("no tool is listed", "a table without tools allows nothing");
  TextMap<std::size_t> by_folded_name;
  const auto& known = policy.tools.in_order();
  for (std::size_t i = 0; i < known.size(); ++i) by_folded_name.try_emplace(fold_name(known[i].name), i);
  for (const NamedField& line : *lines) {
    Tool tool = load_tool(line, tenants, policy, section.refusals());
    if (server != nullptr) rename_tool(tool, *server);
    if (ownership == Ownership::ThisServer) tool.server = server->name;
    const auto [earlier, is_new] = by_folded_name.try_emplace(fold_name(tool.name), known.size());
    if (!is_new && is_likeness(tool, known[earlier->second])) {
      refuse_likeness(tool, known[earlier->second], section.refusals());
      continue;
    }
    if (const Tool* same = policy.tools.find_at(tool.server, tool.name);
        same != nullptr && same->server == tool.server) {
      refuse_likeness(tool, *same, section.refusals());
      continue;
    }
    (void)policy.tools.insert(std::move(tool));
  }
}

}  // namespace yett
