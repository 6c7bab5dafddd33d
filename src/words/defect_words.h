#pragma once

#include <string_view>

#include "text/defect.h"
#include "words/language.h"

namespace yett {

/// What is wrong with a text, as a noun phrase: "a percent sign in a host name". Empty for None.
[[nodiscard]] std::string_view defect_words(Language language, DefectKind kind);

}  // namespace yett
