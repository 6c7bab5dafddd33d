#pragma once

#include "isolate/isolation_backend.h"

namespace yett {

/// A runtime of containers (OCI runtime specification): crun or runc, which use the same namespaces as bwrap and so get
/// the same limits, Landlock and filter; or runsc, whose kernel in between answers the program's calls. It is started
/// on a bundle of its own in a private folder, as an unprivileged user also by root.
///
/// In all of them yett-inside is process 1 and keeps the sandbox (isolate/keeper.h). It speaks with us by descriptors
/// that the runtime passes on; runsc passes none on, so there by two named pipes in the bundle.
class OciBackend final : public IsolationBackend {
 public:
  /// `kind` is one of OciCrun, OciRunc and OciRunsc.
  explicit OciBackend(Backend kind) : kind_(kind) {}

  [[nodiscard]] Backend kind() const override { return kind_; }
  [[nodiscard]] Result<void> check_here() const override;
  /// Also fails with Input for what check_oci_plan() refuses, and with runsc for descriptors or a terminal to hand
  /// over.
  [[nodiscard]] Result<Sandbox> hold(const SandboxPlan& plan, const SandboxParts& parts) const override;

 private:
  Backend kind_;
};

}  // namespace yett
