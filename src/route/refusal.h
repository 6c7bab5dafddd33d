#pragma once

#include <optional>

#include "model/rule_id.h"
#include "text/address.h"
#include "text/flaw.h"
#include "text/host.h"

namespace yett {

/// Why nothing may be reached: a rule of the stage of destinations, by the name under which calls are judged, or
/// DestinationRedirect or DestinationUnresolved, which no call by itself can break.
struct RouteRefusal {
  RuleId rule = RuleId::DestinationUnresolved;
  std::optional<Host> host{};          // whose it is; as in UrlExamination, absent when none could be read
  std::optional<IpAddress> address{};  // the answer or the peer that stands against it
};

/// The rule that a flaw of a URL or of an address breaks; DestinationMalformed for any that neither can have.
[[nodiscard]] RuleId rule_of(Flaw flaw);

/// Whether one rule of a refusal is graver than another: the order of flaws, then redirects, then what is unresolved.
[[nodiscard]] constexpr bool is_graver(RuleId one, RuleId other) { return one < other; }

}  // namespace yett
