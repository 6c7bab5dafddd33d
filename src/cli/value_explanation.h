#pragma once

#include <string>

#include "decide/explain_value.h"
#include "text/json.h"
#include "words/language.h"

namespace yett {

/// A value, its canonical text, each check and the verdict, a line each, for a person.
[[nodiscard]] std::string value_text(const ValueExplanation& value, Language language);

/// The same for a program: only the reasons are in a language.
[[nodiscard]] Json value_json(const ValueExplanation& value, Language language);

}  // namespace yett
