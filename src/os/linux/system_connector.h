#pragma once

#include "os/connector.h"

namespace yett {

/// Dials by the sockets of this process's network namespace. IPv6 sockets speak IPv6 alone, never mapped IPv4.
class SystemConnector final : public Connector {
 public:
  [[nodiscard]] Result<Connection> dial(const Endpoint& endpoint, std::chrono::milliseconds limit) override;
};

}  // namespace yett
