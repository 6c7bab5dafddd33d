#pragma once

#include <span>
#include <vector>

#include "policy/field.h"
#include "policy/policy.h"

namespace yett {

/// Reads `[servers]`: the MCP servers that Yett may start, each by an argument vector whose program is an absolute
/// path, with exactly the environment that is listed, in which it may name `secrets`, the names that clients see for
/// its tools, and what holds it in, which may show it `paths`. The tools of each are load_tools()'s.
[[nodiscard]] std::vector<ServerSpec> load_servers(const Field& section, std::span<const SecretSpec> secrets,
                                                   std::span<const NamedRoot> paths);

}  // namespace yett
