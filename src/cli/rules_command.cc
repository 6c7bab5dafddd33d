#include "cli/commands.h"
#include "cli/options.h"
#include "cli/setting.h"
#include "cli/table.h"
#include "decide/engine.h"
#include "words/reason.h"

namespace yett {
namespace {

Exit run_rules(const Invocation& invocation, const Console& console) {
  const Result<Language> language = find_language(invocation, console);
  if (!language) return console.refuse(language.error());
  const Result<Format> format = parse_format(invocation.value("--format").value_or("table"));
  if (!format) return console.refuse(format.error());
  if (*format == Format::Json) {
    Json::Array rows;
    for (const Rule& rule : rule_table()) {
      rows.push_back(Json::object({{"id", to_string(rule.id)},
                                   {"stage", to_string(rule.stage)},
                                   {"verdict", to_string(rule.verdict)},
                                   {"because", because(*language, rule)}}));
    }
    console.print(write_json(rows) + "\n");
    return Exit::Done;
  }
  Table table({std::string(word(*language, Label::Rule)), std::string(word(*language, Label::Stage)),
               std::string(word(*language, Label::Verdict)), std::string(word(*language, Label::Because))});
  for (const Rule& rule : rule_table()) {
    table.add({std::string(to_string(rule.id)), std::string(to_string(rule.stage)),
               std::string(to_string(rule.verdict)), std::string(because(*language, rule))});
  }
  console.print(table.print(*format));
  return Exit::Done;
}

}  // namespace

CommandSpec rules_command() {
  return {.name = "rules",
          .summary = "List the rule table in the order of judgement",
          .positionals = {},
          .options = {kFormatOption, kLangOption},
          .trailing = Trailing::Refused,
          .example = "yett rules --format markdown",
          .run = run_rules};
}

}  // namespace yett
