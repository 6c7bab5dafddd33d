#pragma once

#include "cli/command.h"

namespace yett {

// Each command stands in a file of its own.
[[nodiscard]] CommandSpec demo_command();
[[nodiscard]] CommandSpec init_command();
[[nodiscard]] CommandSpec check_command();
[[nodiscard]] CommandSpec tools_command();
[[nodiscard]] CommandSpec decide_command();
[[nodiscard]] CommandSpec explain_command();
[[nodiscard]] CommandSpec rules_command();
[[nodiscard]] CommandSpec mcp_command();
[[nodiscard]] CommandSpec approvals_command();
[[nodiscard]] CommandSpec approve_command();
[[nodiscard]] CommandSpec deny_command();
[[nodiscard]] CommandSpec sessions_command();
[[nodiscard]] CommandSpec status_command();
[[nodiscard]] CommandSpec audit_command();
[[nodiscard]] CommandSpec redact_command();
[[nodiscard]] CommandSpec completion_command();
[[nodiscard]] CommandSpec version_command();

}  // namespace yett
