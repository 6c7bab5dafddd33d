#pragma once

#include <vector>

#include "model/command.h"
#include "policy/field.h"

namespace yett {

/// Reads `[[tools.X.commands]]` (docs/policy.md, "Commands"): the programs that an execute tool may start, by absolute
/// path, with their subcommands, options ("--oneline", "--max-count=number"), operands and effect. Returns one entry
/// for each item, in their order; what is wrong with one is noted in the refusals of `list`, and then the policy is not
/// loaded. Refused, each with its place and what to write instead:
/// - an empty list of entries or subcommands, an empty list of operands, and two entries that cover the same;
/// - a program without an absolute path, and one that starts what its arguments say: shells, env, xargs and the like;
/// - an option that is not spelt as one, has an unknown kind of value or is listed twice; of a program that
///   known_programs.h knows also an option that starts programs, obeys settings that nobody judged or leads to places
///   that no word names, a value where it takes none from the next word, and none where it takes one;
/// - "rest" without anything in front of it or with something behind it, "none" beside others; of a program that runs
///   its first operand one that is no path, of one whose options may bring the pattern a first operand that is no path,
///   and a text of one that takes options behind "--".
/// O(entries x entries) and, within one, O(options x options).
[[nodiscard]] std::vector<ListedCommand> load_commands(const Field& list);

}  // namespace yett
