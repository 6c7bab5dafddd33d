#pragma once

#include <string>
#include <vector>

#include "decide/facts.h"
#include "words/language.h"

namespace yett {

/// What the arguments of a call came to: how their set is closed, which of them nobody declared, and what stands where
/// a schema expects something else. Tells values by their kind and size alone; names that nobody declared are the
/// caller's text, and stand in quotes, escaped and shortened.
[[nodiscard]] std::vector<std::string> argument_lines(Language language, const Query& query, const Facts& facts);

}  // namespace yett
