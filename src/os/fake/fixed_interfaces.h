#pragma once

#include <utility>

#include "os/interface_addresses.h"

namespace yett {

/// Addresses that somebody wrote down; or a failure to list them. For tests. Thread-safe.
class FixedInterfaces final : public InterfaceAddresses {
 public:
  explicit FixedInterfaces(Result<std::vector<IpAddress>> addresses) : addresses_(std::move(addresses)) {}

  [[nodiscard]] Result<std::vector<IpAddress>> read() const override { return addresses_; }

 private:
  Result<std::vector<IpAddress>> addresses_;
};

}  // namespace yett
