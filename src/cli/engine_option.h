#pragma once

#include "cli/command.h"
#include "decide/engine.h"
#include "gate/gate_engine.h"

namespace yett {

/// Leaves rules out of the engine that a command judges with, to see what they stop. Only for commands that execute
/// nothing.
inline constexpr OptionSpec kWithoutOption{"--without", OptionKind::Repeatable, "RULE",
                                           "Leave a rule out, to see what it stops"};

/// The strict engine, less the rules of --without. Fails for a rule that does not exist.
[[nodiscard]] Result<Engine> find_engine(const Invocation& invocation);

/// The same for a gate behind which nothing is executed.
[[nodiscard]] Result<GateEngine> find_gate_engine(const Invocation& invocation);

}  // namespace yett
