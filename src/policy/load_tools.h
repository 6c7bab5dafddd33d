#pragma once

#include <optional>

#include "policy/field.h"
#include "policy/load_tool.h"
#include "policy/policy.h"

namespace yett {

/// Reads every table of tools into `policy.tools`: `[tools]`, which serves a policy with at most one server, and
/// `[servers.X.tools]`. `policy` has its lists, roots and servers by then. A line may stand under the name that the
/// server has for a tool, or under the one that clients see by the server's `rename`.
///
/// Refused: a table without a line, `[tools]` beside two servers, a second line for a tool, a tool that reads like
/// another, also one of another server; a plain name that is another tool's "server.name"; and a rename without a line.
void load_tools(const std::optional<Field>& tools, const std::optional<Field>& servers, TenantRule tenants,
                Policy& policy);

}  // namespace yett
