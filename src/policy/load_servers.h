#pragma once

#include <span>
#include <vector>

#include "policy/field.h"
#include "policy/policy.h"

namespace yett {

/// Reads `[servers]`: the MCP servers that Yett may start, each by an argument vector whose program is an absolute
/// path, with exactly the environment that is listed, in which it may name `secrets`, and the names that clients see
/// for its tools. The tools of each are load_tools()'s.
[[nodiscard]] std::vector<ServerSpec> load_servers(const Field& section, std::span<const SecretSpec> secrets);

}  // namespace yett
