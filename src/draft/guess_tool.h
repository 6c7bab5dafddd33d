#pragma once

#include "draft/tool_guess.h"
#include "text/json.h"

namespace yett {

/// Guesses what a tool can do from its definition, an object with a string `name`: from the words of its name, of its
/// description and of its arguments. What the server says of itself in annotations makes a guess stricter; of them only
/// `readOnlyHint` can make it milder, and that alone where nothing else says anything. Where words contradict each
/// other the graver one counts. O(size of the definition).
[[nodiscard]] ToolGuess guess_tool(const Json& definition);

}  // namespace yett
