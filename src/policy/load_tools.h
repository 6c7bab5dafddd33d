#pragma once

#include <cstdint>

#include "policy/load_tool.h"
#include "policy/policy.h"
#include "policy/toml_reader.h"

namespace yett {

/// Whose the tools of a table are.
enum class Ownership : std::uint8_t {
  OnlyServer,  // [tools]: of the only server there is, whatever it is called
  ThisServer,  // [servers.X.tools]
};

/// Adds the lines of a table of tools to `policy.tools`; lists, roots and servers are there by then. `server` may be
/// null for `[tools]`. A line may stand under the name that the server has for a tool or under the one that the client
/// sees. Refused: a table without a line, and a tool that reads like another.
void load_tools(const Field& section, const ServerSpec* server, Ownership ownership, TenantRule tenants,
                Policy& policy);

}  // namespace yett
