#pragma once

#include "cli/command.h"

namespace yett {

// Options that several commands share, spelt once.
inline constexpr OptionSpec kPolicyOption{"--policy,-p", OptionKind::Value, "FILE",
                                          "The policy; else $YETT_POLICY, else ./yett.toml"};
inline constexpr OptionSpec kNamedPolicyOption{"--policy,-p", OptionKind::Value, "FILE", "The policy; must be named"};
inline constexpr OptionSpec kPolicyDigestOption{
    "--policy-digest", OptionKind::Value, "sha256:DIGEST",
    "Refuse any policy but the one of this digest (`yett check` prints it)"};
inline constexpr OptionSpec kStateOption{"--state", OptionKind::Value, "DIR",
                                         "The state folder; else [state] dir, $YETT_STATE, $XDG_STATE_HOME/yett, "
                                         "~/.local/state/yett"};
inline constexpr OptionSpec kLangOption{"--lang", OptionKind::Value, "en|zh", "Language of reasons and tables"};
inline constexpr OptionSpec kFormatOption{"--format", OptionKind::Value, "table|json|csv|markdown",
                                          "How rows are printed"};

inline constexpr OptionSpec kSessionOption{"--session", OptionKind::Value, "FILE", "The session, as a JSON object"};
inline constexpr OptionSpec kRunOption{"--run", OptionKind::Value, "ID", "The run"};
inline constexpr OptionSpec kUserOption{"--user", OptionKind::Value, "NAME", "On behalf of whom"};
inline constexpr OptionSpec kTenantOption{"--tenant", OptionKind::Value, "NAME", "For which tenant"};
inline constexpr OptionSpec kAllowTenantOption{"--allow-tenant", OptionKind::Repeatable, "NAME",
                                               "A tenant that the session may act for (repeatable)"};
inline constexpr OptionSpec kPermissionsOption{"--permissions", OptionKind::Value, "SET",
                                               "A permission set that the policy lets a session choose"};
inline constexpr OptionSpec kExpiresOption{"--expires", OptionKind::Value, "TIME|DURATION", "When the session ends"};

}  // namespace yett
