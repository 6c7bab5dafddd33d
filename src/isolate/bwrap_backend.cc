#include "isolate/bwrap_backend.h"

#include <fmt/format.h>
#include <unistd.h>

#include "isolate/bwrap_command.h"

namespace yett {

Result<void> BwrapBackend::check_here() const {
  if (::access(kBwrap, X_OK) == 0) return {};
  return fail(ErrorKind::NotFound, fmt::format("there is no {}", kBwrap), {}, "install bubblewrap");
}

Result<Sandbox> BwrapBackend::hold(const SandboxPlan& plan, const SandboxParts& parts) const {
  return Sandbox::hold(plan, parts);
}

}  // namespace yett
