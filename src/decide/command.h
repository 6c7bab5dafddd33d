#pragma once

#include "decide/facts.h"

namespace yett {

/// Judges what an argument with role Command names: a list of words, the first of which is the program. Malformed:
/// anything but a list of at least one string, and a word with a NUL. Unlisted: what no command of the tool's line
/// covers; a tool without a list of commands takes any, and a person is asked.
[[nodiscard]] NamedCommand judge_command(const Tool& tool, const BoundArgument& argument, const Json& value);

}  // namespace yett
