#pragma once

#include "cli/command.h"
#include "cli/difference_view.h"
#include "policy/policy.h"
#include "words/language.h"

namespace yett {

/// Judges the calls of --against under both policies and puts them into the report. `audit` stands for the records of
/// the state folder, anything else for a file of calls or "-". Fails for what is wrong with the command line, and for
/// calls or records that cannot be read.
[[nodiscard]] Result<void> rejudge_calls(const Invocation& invocation, const Console& console, const Policy& before,
                                         const Policy& after, Language language, DifferenceReport& report);

}  // namespace yett
