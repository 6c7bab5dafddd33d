#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"
#include "guard/guard_server.h"
#include "policy/policy.h"
#include "policy/tool_lock.h"

namespace yett {

inline constexpr OptionSpec kServerOption{"--server", OptionKind::Repeatable, "NAME",
                                          "A server of the policy; may be repeated (default: all of them)"};

/// What a server named on the command line is called: only tools of no server in particular are its own.
inline constexpr std::string_view kCommandName = kCommandServer;

/// The servers that a command line asks for, in the order of the policy: those of --server, the one behind "--", else
/// all of the policy's. Fails when there is none, when one is not in the policy, and when both ways are used.
[[nodiscard]] Result<std::vector<ServerStart>> find_servers(const Invocation& invocation, const Policy& policy);

/// Fails when the policy has a server of the name that the command behind "--" goes by: its tools would be the
/// command's.
[[nodiscard]] Result<void> require_no_server(const Policy& policy, std::string_view command_name);

/// "files, mail".
[[nodiscard]] std::string names_of(const std::vector<ServerStart>& servers);

}  // namespace yett
