#pragma once

#include "decide/engine.h"
#include "decide/facts.h"

namespace yett {

/// Reads what an argument with role Command names, against the commands of the tool's line, and appends it to `facts`,
/// with the paths and URLs among its words as targets. `value` must outlive the facts. A tool without a list of
/// commands takes any words, and a person is asked.
///
/// Malformed: anything but a list of strings of which the first is not empty, and a word with a NUL. Unlisted: a
/// program that is neither spelt as in the list nor, where only one has it, by its last component; a subcommand that is
/// none of the entry's; an option that is not spelt whole as in the entry, that lacks its value, or whose value in the
/// next word begins with "-"; a number, a name or a revision that is none; an operand too many, and one too few in
/// front of the rest of a script. Words behind "--" are operands, and no revisions.
///
/// What is sent holds the program whole, the fixed words of the entry behind it, and a "--" where revisions end.
/// O(words x (entries + options)).
void append_command(const Engine& engine, const Query& query, const BoundArgument& argument, const Json& value,
                    Facts& facts);

}  // namespace yett
