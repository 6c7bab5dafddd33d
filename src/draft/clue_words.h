#pragma once

#include <string>

#include "draft/policy_draft.h"
#include "words/language.h"

namespace yett {

/// "its name says \"read\"; its description also speaks of \"delete\"": the reasons, without how sure they are.
[[nodiscard]] std::string reasons_line(Language language, const ToolGuess& guess);

/// "UNCLEAR: its name says \"query\"; argument sql holds a query that can change data". One line, all of it visible.
[[nodiscard]] std::string clue_line(Language language, const ToolGuess& guess);

/// Why a tool has no line.
[[nodiscard]] std::string_view left_out_words(Language language, LeftOutBecause because);

/// A name for people: what is invisible escaped, and cut where it is long.
[[nodiscard]] std::string short_name(std::string_view name);

}  // namespace yett
