#include "guard/refusal_text.h"

#include "words/reason.h"

namespace yett {
namespace {

/// Whether other arguments could make the same tool pass. Told to the agent so that it stops trying where nothing
/// helps.
Retry retry_of(RuleId rule) {
  const std::string_view id = to_string(rule);
  for (const std::string_view stage : {"arguments.", "destination.", "path.", "command."}) {
    if (id.starts_with(stage)) return Retry::OtherArguments;
  }
  return rule == RuleId::TenancyInArguments ? Retry::OtherArguments : Retry::Never;
}

Json refused_reply(Language language, const Finding& finding, Label said) {
  Refusal refusal{.decision = "deny",
                  .rule = std::string(to_string(finding.rule)),
                  .reason = reason(language, finding),
                  .approval = {},
                  .expires_at = {},
                  .retry = retry_of(finding.rule)};
  std::string text(word(language, said));
  substitute(text, "{rule}", refusal.rule);
  substitute(text, "{reason}", refusal.reason);
  return refusal_result(refusal, text);
}

}  // namespace

Json denied_reply(Language language, const Finding& finding) {
  return refused_reply(language, finding, Label::DeniedReply);
}

Json withheld_reply(Language language, const Finding& finding) {
  return refused_reply(language, finding, Label::WithheldReply);
}

Json pending_reply(Language language, const HeldCall& held) {
  Refusal refusal{.decision = "confirm",
                  .rule = std::string(to_string(held.asked.rule)),
                  .reason = reason(language, held.asked),
                  .approval = held.request_id,
                  .expires_at = held.expires_at,
                  .retry = Retry::SameCallAfterApproval};
  std::string text(word(language, Label::PendingReply));
  substitute(text, "{rule}", refusal.rule);
  substitute(text, "{id}", held.request_id);
  substitute(text, "{reason}", refusal.reason);
  text += ' ';
  text += word(language, Label::PendingHowTo);
  return refusal_result(refusal, text);
}

}  // namespace yett
