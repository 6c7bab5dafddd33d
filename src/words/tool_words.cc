#include "words/tool_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "policy/lapse.h"
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

std::string_view tenant_word(TenantSource source) {
  switch (source) {
    case TenantSource::None:
      return "-";
    case TenantSource::Arguments:
      return "arguments";
    case TenantSource::Credential:
      return "credential";
    case TenantSource::Single:
      return "single";
  }
  return "-";
}

std::string bound_arguments(const Tool& tool, const Policy& policy) {
  std::string text;
  const auto add = [&text](const std::string& name, std::string_view what, std::string_view list) {
    text += fmt::format("{}{} ({}{}{})", text.empty() ? "" : ", ", name, what, list.empty() ? "" : ": ", list);
  };
  for (const JoinedDestination& join : tool.joins) {
    std::string names;
    for (const std::size_t part : join.parts) names += (names.empty() ? "" : "/") + tool.arguments[part].name;
    add(names, "id", policy.lists[join.list].name);
  }
  for (const BoundArgument& argument : tool.arguments) {
    if (argument.role == ArgumentRole::Content || argument.role == ArgumentRole::Unbound ||
        argument.role == ArgumentRole::Part) {
      continue;
    }
    const bool is_named = is_destination(argument.role) && argument.list > kEgressEmails;
    add(argument.name, to_string(argument.role), is_named ? std::string_view(policy.lists[argument.list].name) : "");
  }
  if (tool.fixed_destination) text += (text.empty() ? "" : ", ") + *tool.fixed_destination;
  return text;
}

std::string tool_remarks(Language language, const Tool& tool) {
  std::string text;
  const auto add = [&text](std::string_view remark) { text += fmt::format("{}{}", text.empty() ? "" : "; ", remark); };
  if (tool.review == Review::Pending) add(word(language, Label::ForReview));
  if (tool.lapses_at != TimePoint::max()) add(word_with(language, Label::UntilDay, last_day_of(tool.lapses_at)));
  if (tool.returns == Returns::RetrievedDocument) add(word(language, Label::ReturnsDocuments));
  if (tool.returns == Returns::Trusted) add(word(language, Label::ReturnsTrusted));
  if (tool.tenant == TenantSource::Credential) add(word(language, Label::OwnCredential));
  if (tool.tenant == TenantSource::Single) add(word(language, Label::OneTenantsData));
  if (!tool.result_redact.empty()) {
    add(word_with(language, Label::ResultsWithout, fmt::format("{}", fmt::join(tool.result_redact, ", "))));
  }
  if (!tool.result_tenant.empty()) add(word(language, Label::ResultsOfTheTenant));
  if (!tool.commands.empty()) add(counted(language, tool.commands.size(), Label::OneCommand, Label::CommandCount));
  if (!tool.server_name.empty() && tool.server_name != tool.name) {
    add(word_with(language, Label::NameAtServer, tool.server_name));
  }
  return text;
}

std::vector<std::string> capability_row(Language language, const Tool& tool, const Policy& policy) {
  const bool reversible = tool.reversibility == Reversibility::Reversible;
  return {tool.name,
          std::string(effect_word(language, tool.effect)),
          std::string(sensitivity_word(language, tool.sensitivity)),
          std::string(word(language, reversible ? Label::Yes : Label::No)),
          std::string(tier_word(language, tool.tier())),
          bound_arguments(tool, policy)};
}

}  // namespace yett
