#include "cli/intent_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/record_view.h"
#include "words/reason.h"

namespace yett {
namespace {

/// Members of an intent that is no call's, and how each reads with its value.
constexpr std::pair<std::string_view, Label> kMembers[] = {
    {"tool_name_bytes", Label::AboutUnknownTool},
    {"approval", Label::StoryRequest},
    {"by", Label::AboutBy},
    {"key", Label::AboutKey},
    {"grant", Label::AboutGrant},
    {"intent_seq", Label::AboutCall},
    {"result_bytes", Label::AboutResult},
    {"permissions", Label::AboutPermissions},
    {"expires_at", Label::AboutUntil},
    {"until", Label::AboutUntil},
    {"before", Label::AboutReplaced},
    {"denials", Label::AboutDenials},
    {"line", Label::AboutLine},
    {"column", Label::AboutColumn},
    {"bytes", Label::AboutBytes},
    {"method_bytes", Label::AboutUnknownMethod},
    {"engine", Label::AboutEngine},
    {"method", Label::AboutMethod},
    {"program", Label::AboutProgram},
    {"through", Label::AboutThrough},
    {"checkpoint", Label::AboutCheckpoint},
    {"enforced", Label::AboutEnforced},
    {"enforced_rule", Label::AboutEnforcedRule},
};

/// Members that read together with another one: "1 of 2 approvals".
struct Share {
  std::string_view part;
  std::string_view whole;
  Label label;
};
constexpr Share kShares[] = {{"approvals", "quorum", Label::AboutApprovals}, {"used", "uses", Label::AboutUses}};

/// Empty for a member that the words of another one hold.
std::string member_words(Language language, const Json& intent, const std::string& member) {
  const std::string value = text_of(intent, member);
  for (const Share& share : kShares) {
    const bool are_both = intent.find(share.part) != nullptr && intent.find(share.whole) != nullptr;
    if (are_both && member == share.whole) return {};
    if (are_both && member == share.part) {
      return word_with(language, share.label, {{"{n}", value}, {"{m}", text_of(intent, share.whole)}});
    }
  }
  const auto* known = std::ranges::find(kMembers, member, &std::pair<std::string_view, Label>::first);
  return known == std::end(kMembers) ? member + "=" + value : word_with(language, known->second, value);
}

}  // namespace

std::string intent_words(Language language, const Json& body) {
  const Json* intent = body.find("intent");
  if (intent == nullptr || intent->as_object() == nullptr || intent->find("effect") != nullptr) {
    return intent_text(body);
  }
  if (is_refused_answer(body)) {
    return fmt::format("{}{}{}", refused_answer_words(language, body), word(language, Label::Comma),
                       word_with(language, Label::StoryRequest, text_of(*intent, "approval")));
  }
  std::string text;
  for (const Json::Member& member : *intent->as_object()) {
    if (member.value.is_null()) continue;
    const std::string words = member_words(language, *intent, member.key);
    if (words.empty()) continue;
    if (!text.empty()) text += word(language, Label::Comma);
    text += words;
  }
  return text.empty() ? "-" : text;
}

std::string_view outcome_words(Language language, std::string_view how) {
  if (how.empty()) return word(language, Label::StoryNoOutcome);
  if (how == "executed") return word(language, Label::StoryExecuted);
  return word(language, how == "failed" ? Label::StoryFailed : Label::StoryUnknown);
}

bool is_refused_answer(const Json& body) {
  return text_of(body, "kind") == "approval" && text_of(body, "decision") == "deny";
}

std::string refused_answer_words(Language language, const Json& body) {
  const Json* intent = body.find("intent");
  const bool has_intent = intent != nullptr && intent->as_object() != nullptr;
  return word_with(language, Label::StoryRefusedAnswer,
                   {{"{by}", has_intent ? text_of(*intent, "by") : "-"}, {"{rule}", text_of(body, "rule")}});
}

}  // namespace yett
