#pragma once

#include <expected>
#include <optional>
#include <string>

#include "cli/command.h"
#include "policy/policy.h"
#include "policy/policy_errors.h"

namespace yett {

inline constexpr OptionSpec kPolicyOption{"--policy,-p", OptionKind::Value, "FILE",
                                          "The policy; else $YETT_POLICY, else ./yett.toml"};
inline constexpr OptionSpec kNamedPolicyOption{"--policy,-p", OptionKind::Value, "FILE", "The policy; must be named"};
inline constexpr OptionSpec kPolicyDigestOption{
    "--policy-digest", OptionKind::Value, "sha256:DIGEST",
    "Refuse any policy but the one of this digest (`yett check` prints it)"};

/// The file of -p, $YETT_POLICY or ./yett.toml.
[[nodiscard]] std::string policy_file_of(const Invocation& invocation, const Console& console);

/// Loads the policy of policy_file_of(). A policy that others could write is refused, and so is, here
/// and below, any other than that of --policy-digest where it is given.
[[nodiscard]] Result<PolicyRef> load_policy(const Invocation& invocation, const Console& console);

/// Loads the policy of -p only: for commands that execute things.
[[nodiscard]] Result<PolicyRef> load_named_policy(const Invocation& invocation);

/// The lock beside a policy; nullopt when there is none. One that cannot be read, or that others could write, is
/// refused: what it pins is not known.
[[nodiscard]] Result<std::optional<ToolLock>> load_lock(const std::string& policy_file);

/// Loads the policy of a path with its lock, and with all that is wrong with it. Of what stands beside the policy only
/// the first error is known.
[[nodiscard]] std::expected<PolicyRef, PolicyErrors> check_policy_file(const Invocation& invocation,
                                                                       const std::string& path);

/// check_policy_file() for a caller that has room for one error.
[[nodiscard]] Result<PolicyRef> load_policy_file(const Invocation& invocation, const std::string& path);

/// Loads a policy beside the one in force: --policy-digest does not speak of it.
[[nodiscard]] Result<PolicyRef> load_candidate_policy(const std::string& path);

/// The policy with the lock that lies beside it, if there is one. Fails as load_lock() does, and when a policy with
/// approvers has a lock that none of them has signed.
[[nodiscard]] Result<PolicyRef> with_lock(PolicyRef policy);

}  // namespace yett
