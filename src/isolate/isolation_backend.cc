#include "isolate/isolation_backend.h"

#include "isolate/bwrap_backend.h"
#include "isolate/landlock_backend.h"
#include "isolate/oci_backend.h"

namespace yett {

const IsolationBackend& isolation_backend(Backend kind) {
  static const BwrapBackend kBwrapBackend;
  static const OciBackend kCrunBackend(Backend::OciCrun);
  static const OciBackend kRuncBackend(Backend::OciRunc);
  static const OciBackend kRunscBackend(Backend::OciRunsc);
  static const LandlockBackend kLandlockBackend;
  switch (kind) {
    case Backend::Bwrap:
      break;
    case Backend::OciCrun:
      return kCrunBackend;
    case Backend::OciRunc:
      return kRuncBackend;
    case Backend::OciRunsc:
      return kRunscBackend;
    case Backend::Landlock:
      return kLandlockBackend;
  }
  return kBwrapBackend;
}

Result<const IsolationBackend*> choose_backend(std::optional<Backend> wanted) {
  if (wanted) {
    const auto& backend = isolation_backend(*wanted);
    if (auto usable = backend.check_here(); !usable) return std::unexpected(usable.error());
    return &backend;
  }
  for (const auto kind : kAutoBackends) {
    const auto& backend = isolation_backend(kind);
    if (backend.check_here()) return &backend;
  }
  return std::unexpected(isolation_backend(Backend::Bwrap).check_here().error());
}

}  // namespace yett
