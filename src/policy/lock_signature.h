#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/signature.h"
#include "model/approver.h"
#include "policy/tool_lock.h"

namespace yett {

/// Those who may vouch for a lock: approvers with `accept_tool` who answer for every tenant and every tool, since a
/// lock is one for all.
[[nodiscard]] std::vector<Approver> lock_approvers(std::span<const Approver> approvers);

/// The lock with that approver's signature in place of any other.
[[nodiscard]] ToolLock sign_lock(ToolLock lock, std::string_view by, const SigningKey& key);

/// Refuses a lock that nobody of lock_approvers() has signed as it stands. A policy without approvers takes any: then
/// whoever can write the lock vouches for it. `file` is what errors name. Fails with Input.
[[nodiscard]] Result<void> require_lock_signature(const ToolLock& lock, std::span<const Approver> approvers,
                                                  const std::string& file);

}  // namespace yett
