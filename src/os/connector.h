#pragma once

#include <chrono>
#include <cstdint>

#include "base/error.h"
#include "os/file_descriptor.h"
#include "text/address.h"

namespace yett {

/// One end of a TCP connection.
struct Endpoint {
  IpAddress address = IpAddress::v4(0);
  std::uint16_t port = 0;

  bool operator==(const Endpoint&) const = default;
};

/// A TCP connection and who is at its other end.
struct Connection {
  FileDescriptor socket;  // non-blocking
  Endpoint peer;          // as the kernel tells it (getpeername(2)), not as it was asked for
};

/// Opens TCP connections to wherever it is told; what may be dialled is judged elsewhere. Implementations are
/// thread-safe.
class Connector {
 public:
  virtual ~Connector() = default;
  /// Blocks until the connection stands, at most for `limit`. Fails with kind System, also when the time is up.
  [[nodiscard]] virtual Result<Connection> dial(const Endpoint& endpoint, std::chrono::milliseconds limit) = 0;
};

}  // namespace yett
