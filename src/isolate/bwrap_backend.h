#pragma once

#include "isolate/isolation_backend.h"

namespace yett {

/// The default: bubblewrap (isolate/bwrap_command.h). The program is not held by bwrap (--block-fd), which would go on
/// when we die, but by yett-inside, which then does not.
class BwrapBackend final : public IsolationBackend {
 public:
  [[nodiscard]] Backend kind() const override { return Backend::Bwrap; }
  [[nodiscard]] Result<void> check_here() const override;
  [[nodiscard]] Result<Sandbox> hold(const SandboxPlan& plan, const SandboxParts& parts) const override;
};

}  // namespace yett
