#include "route/refusal.h"

namespace yett {
namespace {

constexpr RuleId rule_for(Flaw flaw) {
  switch (flaw) {
    case Flaw::Metadata:
      return RuleId::DestinationMetadata;
    case Flaw::Loopback:
      return RuleId::DestinationLoopback;
    case Flaw::LinkLocal:
      return RuleId::DestinationLinkLocal;
    case Flaw::PrivateAddress:
      return RuleId::DestinationPrivateAddress;
    case Flaw::SpecialAddress:
      return RuleId::DestinationSpecialAddress;
    case Flaw::Scheme:
      return RuleId::DestinationScheme;
    case Flaw::Userinfo:
      return RuleId::DestinationUserinfo;
    case Flaw::Port:
      return RuleId::DestinationPort;
    case Flaw::Path:
      return RuleId::DestinationPath;
    case Flaw::Unlisted:
      return RuleId::DestinationUnlisted;
    case Flaw::Malformed:
    case Flaw::Misreadable:
    case Flaw::PathMalformed:
    case Flaw::PathOutside:
    case Flaw::PathProtected:
      break;
  }
  return RuleId::DestinationMalformed;
}

/// Refusals are compared by their rules, so these have to stand in the order in which flaws are judged.
consteval bool follows_the_flaws() {
  constexpr FlawSet kOfUrls = {Flaw::Metadata,       Flaw::Loopback,  Flaw::LinkLocal, Flaw::PrivateAddress,
                               Flaw::SpecialAddress, Flaw::Malformed, Flaw::Scheme,    Flaw::Userinfo,
                               Flaw::Port,           Flaw::Path,      Flaw::Unlisted};
  std::optional<RuleId> before;
  for (const Flaw flaw : kOfUrls) {
    if (before && !is_graver(*before, rule_for(flaw))) return false;
    before = rule_for(flaw);
  }
  return is_graver(*before, RuleId::DestinationRedirect) &&
         is_graver(RuleId::DestinationRedirect, RuleId::DestinationUnresolved);
}
static_assert(follows_the_flaws());

}  // namespace

RuleId rule_of(Flaw flaw) { return rule_for(flaw); }

}  // namespace yett
