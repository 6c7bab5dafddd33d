#include "isolate/inside_request.h"

#include <cstring>

namespace yett {

InsideRequest inside_request(const SandboxPlan& plan, std::span<const sock_filter> filter) {
  InsideRequest request{.argv = plan.argv, .cwd = plan.cwd, .limits = plan.limits};
  request.filter.assign(filter.begin(), filter.end());
  for (const auto& [name, value] : plan.env) request.env.push_back(name + "=" + value);

  // Names only: what is seen in a folder is what the mounts put there.
  request.places = {{"/", PlaceAccess::List},
                    {"/proc", PlaceAccess::Read},
                    {"/dev", PlaceAccess::Device},
                    {"/dev/shm", PlaceAccess::Write}};
  for (const auto& mount : plan.mounts) {
    switch (mount.kind) {
      case Mount::Kind::ReadOnly:
        request.places.push_back({mount.to, PlaceAccess::Execute, mount.identity});
        break;
      case Mount::Kind::ReadWrite:
      case Mount::Kind::Scratch:
        request.places.push_back({mount.to, PlaceAccess::Write, mount.identity});
        break;
      case Mount::Kind::Text:
        request.places.push_back({mount.to, PlaceAccess::Read});
        break;
      case Mount::Kind::Link:
      case Mount::Kind::HiddenFile:
      case Mount::Kind::HiddenFolder:
        break;
    }
  }
  return request;
}

}  // namespace yett
