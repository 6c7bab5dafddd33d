#pragma once

#include <chrono>
#include <cstddef>
#include <expected>
#include <span>
#include <variant>

#include "base/error.h"
#include "os/connector.h"
#include "os/interface_addresses.h"
#include "os/resolver.h"
#include "route/listed_target.h"
#include "route/refusal.h"

namespace yett {

/// Why there is no connection: a rule stands against it, or the network did not let it happen.
using ConnectFailure = std::variant<RouteRefusal, Error>;

/// A target with many addresses is tried at no more than this many of them …
inline constexpr std::size_t kMostDials = 4;
/// … each for no longer than this: ten seconds in all.
inline constexpr std::chrono::milliseconds kDialTime{2500};

/// The only way from a name to a connection: wraps a resolver and a connector, and gives out no connection to an
/// address that was not judged. It looks a name up once, so there is no second answer that could differ from the judged
/// one (DNS rebinding). As thread-safe as what it wraps, all of which outlives it.
class CheckingConnector {
 public:
  /// `ranges` is strict_address_ranges() but for tests.
  CheckingConnector(Resolver& resolver, Connector& connector, const InterfaceAddresses& interfaces,
                    std::span<const AddressRange> ranges)
      : resolver_(resolver), connector_(connector), interfaces_(interfaces), ranges_(ranges) {}

  /// Looks the target's name up, judges all answers (judge_answers), dials them one after the other until a connection
  /// stands, and compares who is at the other end. A target that is an address is judged and dialled without look-up.
  /// Refused as judge_answers() does, and as unresolved when the peer is not among the judged addresses or on another
  /// port; the connection is closed then. Fails with the Error of the last dial when none succeeds, and with kind
  /// System when this machine's own addresses cannot be listed. Blocks for at most kLookUpTime and the dials.
  [[nodiscard]] std::expected<Connection, ConnectFailure> connect(const ListedTarget& target);

 private:
  Resolver& resolver_;
  Connector& connector_;
  const InterfaceAddresses& interfaces_;
  std::span<const AddressRange> ranges_;
};

}  // namespace yett
