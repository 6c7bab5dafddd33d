#pragma once

#include "os/interface_addresses.h"

namespace yett {

/// The interfaces of this process's network namespace (getifaddrs(3)).
class SystemInterfaces final : public InterfaceAddresses {
 public:
  [[nodiscard]] Result<std::vector<IpAddress>> read() const override;
};

}  // namespace yett
