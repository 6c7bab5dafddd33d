#include "cli/value_explanation.h"

#include <fmt/format.h>

#include <set>

#include "text/unicode.h"
#include "words/reason.h"

namespace yett {
namespace {

Label label_of(ValueKind kind) {
  switch (kind) {
    case ValueKind::Url:
      return Label::ValueUrl;
    case ValueKind::Email:
      return Label::ValueEmail;
    case ValueKind::PathToRead:
      return Label::ValuePathToRead;
    case ValueKind::PathToWrite:
      return Label::ValuePathToWrite;
    case ValueKind::Command:
      break;
  }
  return Label::ValueCommand;
}

std::string denied(Language language, std::string_view because) {
  return fmt::format("{}  {}", word(language, Label::ValueDenied), because);
}

}  // namespace

std::string value_text(const ValueExplanation& value, Language language) {
  std::string text = word_with(language, label_of(value.kind), value.tool) + "\n";
  const std::string canonical = value.canonical.empty() ? "-" : escape_for_display(value.canonical);
  const auto add = [&text](std::string_view what, std::string_view says) {
    text += fmt::format("  {:<33}{}\n", what, says);
  };
  add(word(language, Label::ValueCanonical), canonical);
  for (const std::string& line : value.observed) add(word(language, Label::ValueSeen), line);
  std::size_t left_out = 0;
  std::set<RuleId> named;
  for (const ValueCheck& check : value.checks) {
    // Of a command every check of its paths and URLs is one: those that have nothing to say are counted.
    if (!check.against && value.kind == ValueKind::Command) {
      ++left_out;
      continue;
    }
    // The one rule with two rows: against the standard, and within it but easily misread.
    const bool is_second = !named.insert(check.rule).second;
    add(is_second ? fmt::format("{} ({})", to_string(check.rule), word(language, Label::ValueSpelling))
                  : std::string(to_string(check.rule)),
        check.against ? denied(language, reason(language, *check.against))
                      : std::string(word(language, Label::ValueFine)));
  }
  if (left_out > 0) {
    add(word_with(language, Label::ValueOtherChecks, std::to_string(left_out)), word(language, Label::ValueFine));
  }
  const ValueCheck* refusal = value.refusal();
  add(word(language, Label::ValueVerdict), value.is_accepted()
                                               ? std::string(word(language, Label::ValueAccepted))
                                               : denied(language, refusal == nullptr ? "-" : to_string(refusal->rule)));
  return text;
}

Json value_json(const ValueExplanation& value, Language language) {
  Json::Array checks;
  for (const ValueCheck& check : value.checks) {
    checks.push_back(Json::object({{"rule", to_string(check.rule)},
                                   {"verdict", check.against ? Json("deny") : Json()},
                                   {"reason", check.against ? Json(reason(language, *check.against)) : Json()}}));
  }
  const ValueCheck* refusal = value.refusal();
  return Json::object({{"kind", to_string(value.kind)},
                       {"tool", value.tool.empty() ? Json() : Json(value.tool)},
                       {"canonical", value.canonical.empty() ? Json() : Json(value.canonical)},
                       {"decision", value.is_accepted() ? "allow" : "deny"},
                       {"rule", refusal == nullptr ? Json() : Json(to_string(refusal->rule))},
                       {"observed", Json(Json::Array(value.observed.begin(), value.observed.end()))},
                       {"checks", std::move(checks)}});
}

}  // namespace yett
