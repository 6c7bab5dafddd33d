#pragma once

#include <vector>

#include "model/command.h"
#include "policy/field.h"

namespace yett {

/// Reads `[[tools.X.commands]]`: the programs that an execute tool may start, by absolute path, with their subcommands,
/// options ("--oneline", "--max-count=number"), operands and effect. Refused: a program or subcommand that is listed
/// already, an option that is not spelt as one, and programs that start others by their nature: shells, env, xargs and
/// the like (docs/policy.md, "Commands").
[[nodiscard]] std::vector<ListedCommand> load_commands(const Field& list);

}  // namespace yett
