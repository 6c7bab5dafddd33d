#pragma once

#include <cstdint>

#include "policy/policy.h"
#include "policy/toml_reader.h"

namespace yett {

/// What the rest of the policy says of tenants.
enum class TenantRule : std::uint8_t {
  EachToolSaysWhere,  // sessions bring their tenant: a private tool says where its own comes from
  OneTenantPolicy,    // [session] tenant holds for every tool
};

/// Reads `[tools]` (contract section 2). Refuses an empty table, a tool without one of its three fields, a send tool
/// without a destination, a private tool that does not say where its tenant comes from, an argument with two roles or
/// with a name that reads like another's, an argument called plain content that is named like a destination, a path, a
/// tenant or a credential, and tools whose names differ only by case, `-` or `_`.
[[nodiscard]] ToolTable load_tools(const Field& section, TenantRule tenants);

}  // namespace yett
