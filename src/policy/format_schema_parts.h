#pragma once

#include <string_view>

#include "text/json.h"

namespace yett {

// The parts of policy_format_schema() that have a file of their own. Each is the schema of what stands under a key.

/// One line of [tools].
[[nodiscard]] Json tool_shape();
/// `[tools.X.arguments]`, the JSON Schema of a tool's arguments, which `[approval.grants.X.arguments]` is too, and the
/// same with `true` and `false` for what it holds.
[[nodiscard]] Json arguments_shape();
[[nodiscard]] Json nested_schema_shape();
/// A program by its absolute path, and its arguments.
[[nodiscard]] Json command_line_shape();
/// One secret of [secrets], what names one in the environment of a server, `[redact]`, and `result_redact` of a tool.
[[nodiscard]] Json secret_shape();
[[nodiscard]] Json server_secret_shape();
[[nodiscard]] Json redact_shape();
[[nodiscard]] Json found_kinds_shape();
/// `[egress]`, one list of [destinations] and one tenant of [tenants].
[[nodiscard]] Json egress_shape();
[[nodiscard]] Json destination_list_shape();
[[nodiscard]] Json tenant_shape();

/// What the schema keeps under `definitions`, since it stands in more than one place: "tool", "nested_schema" and
/// these.
[[nodiscard]] Json::Object list_entry_definitions();
[[nodiscard]] Json reference_to(std::string_view definition);

}  // namespace yett
