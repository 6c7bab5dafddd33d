#pragma once

#include <vector>

#include "base/error.h"
#include "text/address.h"

namespace yett {

/// The addresses of this machine. Implementations are thread-safe.
class InterfaceAddresses {
 public:
  virtual ~InterfaceAddresses() = default;
  /// All addresses of all interfaces at this moment, loopback included; never an empty list.
  /// Fails with kind System; then nobody knows which addresses lead back here, and nothing may be dialled.
  [[nodiscard]] virtual Result<std::vector<IpAddress>> read() const = 0;
};

}  // namespace yett
