#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "text/address.h"
#include "text/flaw.h"
#include "text/host.h"

namespace yett {

/// The rules that stand against reaching a place, gravest first.
enum class RouteRule : std::uint8_t {
  Metadata,
  Loopback,  // this machine, by any of its addresses
  LinkLocal,
  PrivateAddress,
  SpecialAddress,
  Malformed,
  Scheme,
  Userinfo,
  Port,
  Path,
  Unlisted,
  Redirect,    // more redirects than may be followed
  Unresolved,  // no answer, too many, or a peer that was never judged
};

inline constexpr RouteRule kLastRouteRule = RouteRule::Unresolved;

/// "destination.metadata" and so on: the names by which the judgement of calls knows the same rules.
[[nodiscard]] std::string_view to_string(RouteRule rule);

/// The rule that a flaw of a URL or of an address breaks.
[[nodiscard]] RouteRule rule_of(Flaw flaw);

/// Why nothing may be reached.
struct RouteRefusal {
  RouteRule rule = RouteRule::Unresolved;
  std::optional<Host> host{};          // whose it is; as in UrlExamination, absent when none could be read
  std::optional<IpAddress> address{};  // the answer or the peer that stands against it
};

}  // namespace yett
