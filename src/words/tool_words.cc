#include "words/tool_words.h"

#include "words/reason.h"

namespace yett {

std::string_view effect_word(Language language, Effect effect) {
  switch (effect) {
    case Effect::Read:
      return word(language, Label::Read);
    case Effect::Write:
      return word(language, Label::Write);
    case Effect::Send:
      return word(language, Label::Send);
    case Effect::Execute:
      return word(language, Label::Execute);
  }
  return word(language, Label::Execute);
}

std::string_view sensitivity_word(Language language, Sensitivity sensitivity) {
  return word(language, sensitivity == Sensitivity::Internal ? Label::Internal : Label::Private);
}

std::string_view tier_word(Language language, RiskTier tier) {
  switch (tier) {
    case RiskTier::Safe:
      return word(language, Label::Safe);
    case RiskTier::Sensitive:
      return word(language, Label::Sensitive);
    case RiskTier::Dangerous:
      return word(language, Label::Dangerous);
  }
  return word(language, Label::Dangerous);
}

std::vector<std::string> capability_row(Language language, const Tool& tool) {
  std::string destinations;
  for (const BoundArgument& argument : tool.arguments) {
    if (argument.role == ArgumentRole::Content || argument.role == ArgumentRole::Unbound) continue;
    if (!destinations.empty()) destinations += ", ";
    destinations += argument.name;
    destinations += " (";
    destinations += to_string(argument.role);
    destinations += ')';
  }
  if (tool.fixed_destination) destinations = *tool.fixed_destination;
  const bool reversible = tool.reversibility == Reversibility::Reversible;
  return {tool.name,
          std::string(effect_word(language, tool.effect)),
          std::string(sensitivity_word(language, tool.sensitivity)),
          std::string(word(language, reversible ? Label::Yes : Label::No)),
          std::string(tier_word(language, tool.tier())),
          std::move(destinations)};
}

}  // namespace yett
