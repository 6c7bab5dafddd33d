#include "cli/language_option.h"

namespace yett {

Result<Language> find_language(const Invocation& invocation, const Console& console) {
  if (const std::optional<std::string> flag = invocation.value("--lang")) {
    if (const std::optional<Language> language = parse_language(*flag)) return *language;
    return fail(ErrorKind::Input, "--lang takes en or zh");
  }
  for (const std::string_view variable : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    if (const auto value = console.variable(variable)) return language_of_locale(*value);
  }
  return Language::English;
}

}  // namespace yett
