#include "words/language.h"

namespace yett {

std::optional<Language> parse_language(std::string_view text) {
  if (text == "en") return Language::English;
  if (text == "zh") return Language::Chinese;
  return std::nullopt;
}

Language language_of_locale(std::string_view locale) {
  const bool chinese = locale.substr(0, 2) == "zh" && (locale.size() == 2 || locale[2] == '_' || locale[2] == '.');
  return chinese ? Language::Chinese : Language::English;
}

}  // namespace yett
