#pragma once

#include <vector>

#include "model/command.h"
#include "policy/field.h"

namespace yett {

/// Reads `[[tools.X.commands]]` (docs/policy.md, "Commands"): the programs that an execute tool may start, by absolute
/// path, with fixed words, subcommands, options ("--oneline", "--max-count=number"), operands and effect. Returns one
/// entry for each item, in their order; what is wrong with one is noted in the refusals of `list`, and then the policy
/// is not loaded. Refused, each with its place and what to write instead:
/// - an empty list of entries, fixed words, subcommands or operands, and two entries that cover the same;
/// - a program without an absolute path, and one that no list can hold (refused_program.h);
/// - an option that is not spelt as one, has an unknown kind of value or is listed twice;
/// - of a program of which something is known (known_program.h) every option, fixed word, subcommand, kind of value and
///   operand and effect that is not;
/// - "rest" without anything in front of it or with something behind it, "none" in front of others, and "--" as a fixed
///   word.
/// O(entries x entries) and, within one, O(options x options + options x what is known of the program).
[[nodiscard]] std::vector<ListedCommand> load_commands(const Field& list);

}  // namespace yett
