#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/commands.h"
#include "cli/format_option.h"
#include "cli/language_option.h"
#include "cli/table.h"
#include "decide/engine.h"
#include "text/json.h"
#include "words/reason.h"

namespace yett {
namespace {

/// What a row says: default.allow is told as one, though it is what remains when no row of the table speaks.
struct ListedRule {
  RuleId id;
  std::optional<Stage> stage;
  Verdict verdict;
  std::string_view because;
};

std::vector<ListedRule> listed_rules(Language language) {
  std::vector<ListedRule> rules;
  for (const Rule& rule : rule_table()) {
    rules.push_back({rule.id, rule.stage, rule.verdict, because(language, rule)});
  }
  rules.push_back({RuleId::DefaultAllow, {}, Verdict::Allow, why_allowed(language)});
  return rules;
}

std::string rules_json(const std::vector<ListedRule>& rules) {
  Json::Array rows;
  for (const ListedRule& rule : rules) {
    rows.push_back(Json::object({{"id", to_string(rule.id)},
                                 {"stage", rule.stage ? Json(to_string(*rule.stage)) : Json()},
                                 {"verdict", to_string(rule.verdict)},
                                 {"because", rule.because}}));
  }
  return write_json(rows) + "\n";
}

Table rules_table(Language language, const std::vector<ListedRule>& rules) {
  Table table({std::string(word(language, Label::Rule)), std::string(word(language, Label::Stage)),
               std::string(word(language, Label::Verdict)), std::string(word(language, Label::Because))});
  for (const ListedRule& rule : rules) {
    table.add({std::string(to_string(rule.id)), std::string(rule.stage ? stage_word(language, *rule.stage) : "-"),
               std::string(to_string(rule.verdict)), std::string(rule.because)});
  }
  return table;
}

Exit run_rules(const Invocation& invocation, const Console& console) {
  const Result<Language> language = find_language(invocation, console);
  if (!language) return console.refuse(language.error());
  const Result<Format> format = find_format(invocation);
  if (!format) return console.refuse(format.error());
  const std::vector<ListedRule> rules = listed_rules(*language);
  console.print(*format == Format::Json ? rules_json(rules) : rules_table(*language, rules).print(*format));
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
