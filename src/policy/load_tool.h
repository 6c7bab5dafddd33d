#pragma once

#include <cstdint>

#include "policy/policy.h"
#include "policy/refusals.h"
#include "policy/toml_reader.h"

namespace yett {

/// Who says for which tenant a private tool works.
enum class TenantRule : std::uint8_t { EachToolSaysWhere, OneTenantPolicy };

/// Reads one line of a table of tools (contract section 2). `policy` has its lists and roots by then. Its server and,
/// where it has another name there, that name are the caller's to fill in. A refused line gives a tool that means
/// nothing.
[[nodiscard]] Tool load_tool(const NamedField& line, TenantRule tenants, const Policy& policy, Refusals& refusals);

}  // namespace yett
