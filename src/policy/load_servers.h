#pragma once

#include <vector>

#include "policy/policy.h"
#include "policy/toml_reader.h"

namespace yett {

/// Reads `[servers]`: the MCP servers that Yett may start, each by an argument vector whose program is an absolute
/// path, with exactly the environment that is listed. `[tools]` speaks for one server, so a second one is refused.
[[nodiscard]] std::vector<ServerSpec> load_servers(const Field& section);

}  // namespace yett
