#pragma once

#include "cli/command.h"
#include "words/language.h"

namespace yett {

inline constexpr OptionSpec kLangOption{"--lang", OptionKind::Value, "en|zh", "Language of reasons and tables"};

/// The language of --lang, else of the locale.
[[nodiscard]] Result<Language> find_language(const Invocation& invocation, const Console& console);

}  // namespace yett
