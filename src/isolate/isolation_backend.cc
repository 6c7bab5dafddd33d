#include "isolate/isolation_backend.h"

#include "isolate/bwrap_backend.h"

namespace yett {

const IsolationBackend& isolation_backend(Backend /*kind*/) {
  static const BwrapBackend kBwrapBackend;
  return kBwrapBackend;
}

Result<const IsolationBackend*> choose_backend(std::optional<Backend> wanted) {
  const IsolationBackend& backend = isolation_backend(wanted.value_or(Backend::Bwrap));
  if (Result<void> usable = backend.check_here(); !usable) return std::unexpected(usable.error());
  return &backend;
}

}  // namespace yett
