#pragma once

#include <string>
#include <string_view>

#include "policy/policy.h"

namespace yett {

/// The name by which `policy` knows the tool that a trace calls `name`.
///
/// A name that the policy has stays as it is. Claude Code and others call a tool of an MCP server mcp__SERVER__TOOL,
/// with "_" for each byte of a name that is no ASCII letter, digit, "_" or "-": that is the tool of this server which
/// has this name in the policy, else at the server, else the tool of no server in particular. Where none of these is,
/// or several are, it is "SERVER.TOOL", which the policy does not have; every other name stays as it is.
/// O(tools of the policy).
[[nodiscard]] std::string policy_name(const Policy& policy, std::string_view name);

/// The same of the tool that a trace calls `name` and that it says `server` has. Both are compared as they are, never
/// as one text that could be cut elsewhere. What the policy does not have is "SERVER.NAME", with "?" behind it where
/// the policy calls another tool so. O(tools of the policy).
[[nodiscard]] std::string policy_name_at(const Policy& policy, std::string_view server, std::string_view name);

}  // namespace yett
