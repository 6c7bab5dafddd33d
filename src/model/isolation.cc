#include "model/isolation.h"

#include <algorithm>

namespace yett {

std::string_view backend_name(Backend backend) {
  switch (backend) {
    case Backend::Bwrap:
      return "bwrap";
    case Backend::OciCrun:
      return "oci:crun";
    case Backend::OciRunc:
      return "oci:runc";
    case Backend::OciRunsc:
      return "oci:runsc";
    case Backend::Landlock:
      return "landlock";
  }
  return "unknown";
}

std::optional<Backend> backend_named(std::string_view name) {
  const auto* found = std::ranges::find(kAllBackends, name, backend_name);
  return found == kAllBackends.end() ? std::nullopt : std::optional(*found);
}

}  // namespace yett
