#include "cli/value_explanation.h"

#include <fmt/format.h>

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
    text += fmt::format("  {:<28}{}\n", what, says);
  };
  add(word(language, Label::ValueCanonical), canonical);
  for (const ValueCheck& check : value.checks) {
    add(to_string(check.rule), check.against ? denied(language, reason(language, *check.against))
                                             : std::string(word(language, Label::ValueFine)));
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
                       {"checks", std::move(checks)}});
}

}  // namespace yett
