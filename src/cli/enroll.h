#pragma once

#include "cli/command.h"

namespace yett {

/// `yett approvals enroll NAME`: makes a key under a passphrase and prints the line of the policy that names it. A key
/// that lies there already is never overwritten.
[[nodiscard]] Exit enroll_approver(const Invocation& invocation, const Console& console);

}  // namespace yett
