#pragma once

#include <vector>

#include "policy/load_tools.h"
#include "policy/policy.h"
#include "policy/toml_reader.h"

namespace yett {

/// Reads `[servers]`: the MCP servers that Yett may start, each by an argument vector whose program is an absolute
/// path, with exactly the environment that is listed. `[tools]` speaks for one server, so a second one is refused.
[[nodiscard]] std::vector<ServerSpec> load_servers(const Field& section);

/// Adds the lines of each `[servers.X.tools]` to `policy.tools`, under the names that clients see. `policy` has its
/// servers, lists and roots by then. Refuses a `rename` of a tool that has no line.
void load_server_tools(const Field& section, TenantRule tenants, Policy& policy);

}  // namespace yett
