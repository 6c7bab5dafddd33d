#pragma once

#include <span>
#include <string_view>

#include "words/language.h"

namespace yett {

/// What one attempt to get out of a sandbox does, as a person reads it.
struct EscapeWords {
  std::string_view attempt;  // its id (isolate/attempts.h)
  std::string_view english;
  std::string_view chinese;
};

/// Of all attempts; static.
[[nodiscard]] std::span<const EscapeWords> all_escape_words();

/// "connects to a port of this machine"; empty for an id that no attempt has.
[[nodiscard]] std::string_view escape_words(Language language, std::string_view attempt);

}  // namespace yett
