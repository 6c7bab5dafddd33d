#pragma once

#include "cli/command.h"

namespace yett {

inline constexpr OptionSpec kUsesOption{"--uses", OptionKind::Value, "N", "grant: how many calls; default 1"};
inline constexpr OptionSpec kForOption{"--for", OptionKind::Value, "DURATION", "grant: how long; default 1h"};
inline constexpr OptionSpec kGrantUserOption{"--user", OptionKind::Value, "USER", "grant: whose calls"};
inline constexpr OptionSpec kGrantTenantOption{"--tenant", OptionKind::Value, "TENANT", "grant: for which tenant"};
inline constexpr OptionSpec kGrantRunOption{"--run", OptionKind::Value, "RUN", "grant: of this run only"};

/// `yett approvals grant NAME`: approves calls ahead within the ceiling [approval.grants.NAME] of the policy. Without a
/// NAME it lists what was granted.
[[nodiscard]] Exit grant_ahead(const Invocation& invocation, const Console& console);

/// `yett approvals revoke ID`: ends a grant, by any unique prefix of its id. It needs no key.
[[nodiscard]] Exit revoke_grant(const Invocation& invocation, const Console& console);

}  // namespace yett
