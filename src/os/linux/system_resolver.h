#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "base/error.h"
#include "os/connector.h"
#include "os/resolver.h"

namespace yett {

/// Asks name servers by DNS (RFC 1035), over UDP and, for answers that are cut short, over TCP. Reads neither
/// /etc/hosts nor the name service switch: what a name means is what its name server says. Answers are not
/// authenticated; whoever talks to the address checks its certificate.
class SystemResolver final : public Resolver {
 public:
  /// Asks the name servers of /etc/resolv.conf, which is read anew for each look-up.
  /// Fails with kind System when the library cannot be set up.
  [[nodiscard]] static Result<SystemResolver> of_this_machine();
  /// Asks one name server, UDP and TCP alike, for at most `limit`. Fails as above.
  [[nodiscard]] static Result<SystemResolver> of_server(const Endpoint& server,
                                                        std::chrono::milliseconds limit = kLookUpTime);

  [[nodiscard]] Answers look_up(const ListedTarget& target) override;

 private:
  SystemResolver(std::optional<std::string> server, std::chrono::milliseconds limit)
      : server_(std::move(server)), limit_(limit) {}

  std::optional<std::string> server_;  // "address:port"; absent: those of /etc/resolv.conf
  std::chrono::milliseconds limit_;
};

}  // namespace yett
