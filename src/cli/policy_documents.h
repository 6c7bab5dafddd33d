#pragma once

#include <expected>
#include <string>

#include "compare/extended_policy.h"
#include "policy/policy_errors.h"

namespace yett {

/// The longest policy that is read.
inline constexpr std::size_t kMaxPolicyBytes = 16u << 20;

/// Reads the policy of a path with the files that it extends, each by read_trusted_file(): relative names lie beside
/// the file that says them. Fails as load_extended() does, and for a file that cannot be read, for one that extends
/// itself, and for more than kMaxPolicyFiles. No lock is read.
[[nodiscard]] std::expected<LoadedPolicy, PolicyErrors> read_policy(const std::string& path);

}  // namespace yett
