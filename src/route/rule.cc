#include "route/rule.h"

#include <array>
#include <cstddef>

namespace yett {
namespace {

constexpr std::array kNames = {
    std::string_view("destination.metadata"),
    std::string_view("destination.loopback"),
    std::string_view("destination.link_local"),
    std::string_view("destination.private_address"),
    std::string_view("destination.special_address"),
    std::string_view("destination.malformed"),
    std::string_view("destination.scheme"),
    std::string_view("destination.userinfo"),
    std::string_view("destination.port"),
    std::string_view("destination.path"),
    std::string_view("destination.unlisted"),
    std::string_view("destination.redirect"),
    std::string_view("destination.unresolved"),
};
static_assert(kNames.size() == static_cast<std::size_t>(kLastRouteRule) + 1, "each rule needs its name");

}  // namespace

std::string_view to_string(RouteRule rule) { return kNames[static_cast<std::size_t>(rule)]; }

RouteRule rule_of(Flaw flaw) {
  switch (flaw) {
    case Flaw::Metadata:
      return RouteRule::Metadata;
    case Flaw::Loopback:
      return RouteRule::Loopback;
    case Flaw::LinkLocal:
      return RouteRule::LinkLocal;
    case Flaw::PrivateAddress:
      return RouteRule::PrivateAddress;
    case Flaw::SpecialAddress:
      return RouteRule::SpecialAddress;
    case Flaw::Scheme:
      return RouteRule::Scheme;
    case Flaw::Userinfo:
      return RouteRule::Userinfo;
    case Flaw::Port:
      return RouteRule::Port;
    case Flaw::Path:
      return RouteRule::Path;
    case Flaw::Unlisted:
      return RouteRule::Unlisted;
    case Flaw::Malformed:
    case Flaw::Strict:
    case Flaw::Missing:
    case Flaw::PathMalformed:
    case Flaw::PathOutside:
    case Flaw::PathProtected:
      break;
  }
  return RouteRule::Malformed;
}

}  // namespace yett
