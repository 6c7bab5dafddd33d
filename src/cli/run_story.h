#pragma once

#include <string>
#include <vector>

#include "text/json.h"
#include "words/language.h"

namespace yett {

/// The records of one run id as a story, in their order, oldest first: who acted, for whom, what was tried, what was
/// decided and why, and what came of it. A run id that several users or tenants have is several stories. Every text is
/// escaped for the screen.
[[nodiscard]] std::string run_story(Language language, const std::vector<Json>& bodies);

}  // namespace yett
