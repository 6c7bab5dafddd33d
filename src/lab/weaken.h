#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "decide/engine.h"
#include "gate/gate_engine.h"
#include "model/rule_id.h"

namespace yett {

/// What may stand in the place of an exact match.
enum class LooseMatch : std::uint8_t {
  Suffix,           // what ends like an entry
  Prefix,           // what begins like one
  Substring,        // what holds one
  AnythingIfEmpty,  // a list without an entry lets everything through
};

/// The only way to an engine that is not strict. The lab uses it to prove rules by leaving them out, and --without of
/// the commands that execute nothing. The house test of layers keeps every other file from including this header.
class Weakening {
 public:
  /// The strict engine without every row of the named rules, and without those among its checks of an approval.
  [[nodiscard]] static Engine without(std::span<const RuleId> rules);

  /// The strict engine with the approval stage asked before the destination is judged: what
  /// `yett demo --mutate gate-first` runs.
  [[nodiscard]] static Engine approval_first();

  /// The strict engine with two neighbouring stages in the other order.
  [[nodiscard]] static Engine swapped(Stage earlier, Stage later);

  /// The strict engine that looks destinations of one kind up like that.
  [[nodiscard]] static Engine matching(DestinationKind kind, LooseMatch match);

  /// The strict engine that takes the addresses of one row of strict_address_ranges() for public ones.
  [[nodiscard]] static Engine without_range(std::size_t row);

  /// The strict engine that lets an approved call run by what held when the person was asked.
  [[nodiscard]] static Engine judging_once();

  /// A gate that judges with a weakened engine. `what` stands in the record of its session.
  [[nodiscard]] static GateEngine gate(Engine engine, std::string what);
};

}  // namespace yett
