#pragma once

#include <string_view>

#include "compare/difference.h"
#include "words/language.h"

namespace yett {

/// What a difference is about, for a reviewer: "what kind of text its results are".
[[nodiscard]] std::string_view matter_words(Language language, Matter matter);

/// "grants", "may grant", "takes away".
[[nodiscard]] std::string_view direction_words(Language language, Direction direction);

[[nodiscard]] std::string_view danger_words(Language language, Danger danger);

}  // namespace yett
