#pragma once

#include <cstdint>

#include "policy/field.h"
#include "policy/policy.h"

namespace yett {

/// Who says for which tenant a private tool works.
enum class TenantRule : std::uint8_t { EachToolSaysWhere, OneTenantPolicy };

/// Reads one line of a table of tools (docs/policy.md, "[tools]"). `policy` has its lists and roots by then. The name
/// is the one that the line stands under; its server, and another name at the server, are the caller's to fill in. A
/// line that was refused gives a tool that means nothing.
[[nodiscard]] Tool load_tool(const NamedField& line, TenantRule tenants, const Policy& policy);

}  // namespace yett
