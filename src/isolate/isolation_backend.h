#pragma once

#include <optional>
#include <span>

#include "base/error.h"
#include "isolate/launch.h"
#include "isolate/sandbox_plan.h"
#include "model/isolation.h"

namespace yett {

/// One way to hold a program in. All of them make the same sandbox of the same plan as far as they can, and say in the
/// Confinement what they cannot; what they cannot do without weakening the plan they refuse.
/// Immutable and without state; used from any thread.
class IsolationBackend {
 public:
  virtual ~IsolationBackend() = default;

  [[nodiscard]] virtual Backend kind() const = 0;
  /// Whether what it needs is installed and switched on here. Starts nothing, so a kernel may still refuse a sandbox.
  /// Fails with NotFound, naming what to install, or with System, naming what is switched off.
  [[nodiscard]] virtual Result<void> check_here() const = 0;
  /// Starts the backend and returns at once, while the sandbox is being set up; the program is held until release().
  /// Root's folders that the plan shows and the sandbox's user would not reach are mapped to that user, so that root's
  /// files are the sandbox's own and new ones are root's. What a program marks setuid there is so for this machine, as
  /// in any folder that a sandbox may change: only a filter of chmod's modes would keep it from that. Fails with Input
  /// for a plan that check_plan() refuses, that hands over a terminal of ours, or that this backend cannot hold;
  /// NotFound when its program or yett-inside is absent; else System.
  [[nodiscard]] virtual Result<Sandbox> hold(const SandboxPlan& plan, const SandboxParts& parts) const = 0;
};

/// The backend of that kind; lives as long as the program.
[[nodiscard]] const IsolationBackend& isolation_backend(Backend kind);

/// The backend that was asked for, or for "auto" (nullopt) the first of kAutoBackends that can be used here. Fails as
/// check_here() does: another one is never taken in the place of one that was asked for.
[[nodiscard]] Result<const IsolationBackend*> choose_backend(std::optional<Backend> wanted);

}  // namespace yett
