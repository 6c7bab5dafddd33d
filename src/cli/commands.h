#pragma once

#include "cli/command.h"

namespace yett {

// The commands, by the names that the command line has for them. Those that answer the same question share a file.
[[nodiscard]] CommandSpec demo_command();
[[nodiscard]] CommandSpec init_command();
[[nodiscard]] CommandSpec check_command();
[[nodiscard]] CommandSpec doctor_command();
[[nodiscard]] CommandSpec tools_command();
[[nodiscard]] CommandSpec decide_command();
[[nodiscard]] CommandSpec explain_command();
[[nodiscard]] CommandSpec rules_command();
[[nodiscard]] CommandSpec test_command();
[[nodiscard]] CommandSpec prove_command();
[[nodiscard]] CommandSpec diff_command();
[[nodiscard]] CommandSpec run_command();
[[nodiscard]] CommandSpec mcp_command();
[[nodiscard]] CommandSpec measure_command();
[[nodiscard]] CommandSpec pin_command();
[[nodiscard]] CommandSpec record_command();
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
