#pragma once

#include <string>
#include <vector>

#include "text/json.h"
#include "words/language.h"

namespace yett {

/// A record of a run. One that is not told still says what came of those that are.
struct StoryRecord {
  Json body;
  bool is_told = true;
};

/// All records of one run id as a story, in their order, oldest first: who acted, for whom, what was tried, what was
/// decided and why, and what came of it. A run id that several users or tenants have is several stories. Every text is
/// escaped for the screen. Empty when nothing is told.
[[nodiscard]] std::string run_story(Language language, const std::vector<StoryRecord>& records);

}  // namespace yett
