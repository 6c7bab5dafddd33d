#include "os/linux/system_interfaces.h"

#include <ifaddrs.h>

#include <memory>

#include "os/linux/socket_address.h"
#include "os/linux/system_error.h"

namespace yett {

Result<std::vector<IpAddress>> SystemInterfaces::read() const {
  ifaddrs* first = nullptr;
  if (::getifaddrs(&first) == -1) return system_failure("cannot list the addresses of this machine", errno);
  const std::unique_ptr<ifaddrs, void (*)(ifaddrs*)> list(first, &::freeifaddrs);
  std::vector<IpAddress> addresses;
  for (const ifaddrs* entry = list.get(); entry != nullptr; entry = entry->ifa_next) {
    if (const auto endpoint = endpoint_of(entry->ifa_addr)) addresses.push_back(endpoint->address);
  }
  if (addresses.empty()) return fail(ErrorKind::System, "no interface of this machine has an address");
  return addresses;
}

}  // namespace yett
