#pragma once

#include "isolate/isolation_backend.h"

namespace yett {

/// For machines without user namespaces: the program runs as an ordinary process of an unprivileged user, held in by
/// Landlock, a stricter filter of system calls (isolate/unshared_filter.h) and limits. It sees the machine's own paths,
/// so a plan can show a place only where it is, and the Confinement names all that the other backends hold and this one
/// does not. Scratch folders are folders on disk in its place, named by TMPDIR and HOME unless the plan sets these.
class LandlockBackend final : public IsolationBackend {
 public:
  [[nodiscard]] Backend kind() const override { return Backend::Landlock; }
  /// The kernel has to keep signals in (ABI 6, Linux 6.12): without a namespace of processes nothing else ends what the
  /// program leaves behind, nor keeps it from ending who watches.
  [[nodiscard]] Result<void> check_here() const override;
  /// Also fails with Input for what Landlock could do only by showing more than the plan does (landlock_places()), and
  /// for a mount that the sandbox's user does not reach.
  [[nodiscard]] Result<Sandbox> hold(const SandboxPlan& plan, const SandboxParts& parts) const override;
};

}  // namespace yett
