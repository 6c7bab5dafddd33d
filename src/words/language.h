#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace yett {

/// The languages of reasons and tables. Rule ids, commands and JSON member names are the same in both.
enum class Language : std::uint8_t { English, Chinese };

/// "en" or "zh"; nullopt for anything else.
[[nodiscard]] std::optional<Language> parse_language(std::string_view text);

/// The language of a POSIX locale name ("zh_CN.UTF-8" is Chinese); English for everything else.
[[nodiscard]] Language language_of_locale(std::string_view locale);

}  // namespace yett
