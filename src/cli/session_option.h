#pragma once

#include <string>

#include "cli/command.h"
#include "model/session.h"
#include "policy/policy.h"
#include "policy/session_request.h"

namespace yett {

inline constexpr OptionSpec kSessionOption{"--session", OptionKind::Value, "FILE", "The session, as a JSON object"};
inline constexpr OptionSpec kRunOption{"--run", OptionKind::Value, "ID", "The run"};
inline constexpr OptionSpec kUserOption{"--user", OptionKind::Value, "NAME", "On behalf of whom"};
inline constexpr OptionSpec kTenantOption{"--tenant", OptionKind::Value, "NAME", "For which tenant"};
inline constexpr OptionSpec kAllowTenantOption{"--allow-tenant", OptionKind::Repeatable, "NAME",
                                               "Each tenant that the session may act for, its own too"};
inline constexpr OptionSpec kPermissionsOption{"--permissions", OptionKind::Value, "SET",
                                               "A permission set that the policy lets a session choose"};
inline constexpr OptionSpec kExpiresOption{"--expires", OptionKind::Value, "TIME|DURATION", "When the session ends"};

/// The run of a session that names none: this policy, started by this very parent process: a client that is started
/// again begins a run of its own.
[[nodiscard]] Result<std::string> default_run(const Policy& policy);

/// What --session and the session flags ask for, with a run and a user: the login name and `default_run` where neither
/// names them. Flags win over the file.
[[nodiscard]] Result<SessionRequest> find_session_request(const Invocation& invocation, const std::string& default_run,
                                                          TimePoint now);

/// The session that the policy grants for find_session_request().
[[nodiscard]] Result<Session> find_session(const Invocation& invocation, const Policy& policy,
                                           const std::string& default_run, TimePoint now);

}  // namespace yett
