#pragma once

#include <optional>
#include <string>
#include <vector>

#include "policy/policy.h"

namespace yett {

/// Whether a command is an MCP server, by its words alone: the name of the server of the policy that is started by the
/// same words; an empty text for what is called as MCP servers are (a package of @modelcontextprotocol named server-…,
/// mcp-server-…, …-mcp-server, …-mcp); nullopt for anything else. An option is never a name.
[[nodiscard]] std::optional<std::string> find_server_words(const Policy& policy, const std::vector<std::string>& words);

}  // namespace yett
