#include "words/reason.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "words/chinese.h"
#include "words/english.h"

namespace yett {
namespace {

/// A finding about the whole of the arguments, or about one that the policy has no name for.
bool is_nameless(const Finding& finding) {
  if (finding.rule == RuleId::ArgumentsSchema) {
    return finding.channel == Channel::Value && finding.argument.empty();
  }
  return finding.channel == Channel::MailHeader && finding.argument.empty();
}

std::string_view reason_template(const Catalogue& words, const Finding& finding) {
  const ReasonText& text = words.reasons[static_cast<std::size_t>(finding.rule)];
  if (!text.whole.empty() && is_nameless(finding)) return text.whole;
  if (finding.channel == Channel::Email && !text.email.empty()) return text.email;
  if (finding.channel == Channel::Url && !text.url.empty()) return text.url;
  if (finding.channel == Channel::Id && !text.id.empty()) return text.id;
  if (finding.channel == Channel::MailHeader && !text.header.empty()) return text.header;
  if (finding.channel == Channel::Recipients && !text.recipients.empty()) return text.recipients;
  if (finding.channel == Channel::Unreadable && !text.unreadable.empty()) return text.unreadable;
  if (finding.channel == Channel::Value && !text.value.empty()) return text.value;
  return text.any;
}

/// "metadata" of destination.metadata: the kind of address in brackets behind the host.
std::string_view address_kind(RuleId rule) {
  const std::string_view id = to_string(rule);
  return id.substr(id.find('.') + 1);
}

/// The subject; behind a schema's keyword stands what it has against the value.
std::string subject_of(Language language, const Finding& finding) {
  std::string shown = show_subject(language, finding.subject);
  if (finding.rule != RuleId::ArgumentsSchema || finding.subject.kind != SubjectKind::Text) return shown;
  const std::optional<Keyword> keyword = find_keyword(finding.subject.text);
  if (!keyword) return shown;
  return fmt::format("{} ({})", shown, catalogue(language).keywords[static_cast<std::size_t>(*keyword)]);
}

}  // namespace

const Catalogue& catalogue(Language language) { return language == Language::Chinese ? chinese() : english(); }

std::string_view because(Language language, const Rule& rule) {
  const BecauseText& text = catalogue(language).because[static_cast<std::size_t>(rule.id)];
  const auto first = std::ranges::find(rule_table(), rule.id, &Rule::id);
  const bool is_second = first != rule_table().end() && first->test != rule.test;
  const std::string_view said = is_second ? text.second : text.first;
  return said.empty() ? rule.because : said;
}

std::string_view why_allowed(Language language) {
  return catalogue(language).because[static_cast<std::size_t>(RuleId::DefaultAllow)].first;
}

std::string_view word(Language language, Label label) {
  return catalogue(language).labels[static_cast<std::size_t>(label)];
}

void substitute(std::string& text, std::string_view name, std::string_view value) {
  const auto at = text.find(name);
  if (at != std::string::npos) text.replace(at, name.size(), value);
}

std::string word_with(Language language, Label label, std::string_view value) {
  std::string text(word(language, label));
  substitute(text, "{}", value);
  return text;
}

std::string counted(Language language, std::size_t count, Label one, Label many) {
  return count == 1 ? std::string(word(language, one)) : word_with(language, many, std::to_string(count));
}

std::string_view stage_word(Language language, Stage stage) {
  switch (stage) {
    case Stage::Session:
      return word(language, Label::StageSession);
    case Stage::Reading:
      return word(language, Label::StageReading);
    case Stage::Tool:
      return word(language, Label::StageTool);
    case Stage::Permission:
      return word(language, Label::StagePermission);
    case Stage::Arguments:
      return word(language, Label::StageArguments);
    case Stage::Destination:
      return word(language, Label::StageDestination);
    case Stage::Tenancy:
      return word(language, Label::StageTenancy);
    case Stage::Flow:
      return word(language, Label::StageFlow);
    case Stage::Approval:
      return word(language, Label::StageApproval);
  }
  return to_string(stage);
}

std::string word_with(Language language, Label label, Gaps gaps) {
  std::string text(word(language, label));
  for (const auto& [name, value] : gaps) substitute(text, name, value);
  return text;
}

std::string show_subject(Language language, const Subject& subject) {
  switch (subject.kind) {
    case SubjectKind::None:
      return {};
    case SubjectKind::Bytes:
      return fmt::format("<{} bytes>", subject.size);
    case SubjectKind::Mailbox: {
      std::string text(catalogue(language).mailbox);
      substitute(text, "{}", subject.text);
      return text;
    }
    case SubjectKind::Host:
    case SubjectKind::Domain:
    case SubjectKind::Scheme:
    case SubjectKind::Tool:
    case SubjectKind::Tenant:
    case SubjectKind::Argument:
    case SubjectKind::Text:
      return subject.text;
  }
  return {};
}

std::string reason(Language language, const Finding& finding) {
  std::string text(reason_template(catalogue(language), finding));
  // The subject goes in last: it is the only part that a call can influence, and must not be searched again.
  substitute(text, "{k}", address_kind(finding.rule));
  substitute(text, "{a}", finding.argument);
  substitute(text, "{}", subject_of(language, finding));
  return text;
}

std::optional<std::string> reason_to_ask(Language language, std::string_view rule) {
  const bool asks = std::ranges::any_of(
      rule_table(), [rule](const Rule& row) { return row.verdict == Verdict::Confirm && to_string(row.id) == rule; });
  if (!asks) return std::nullopt;
  Finding finding;
  finding.rule = *parse_rule_id(rule);
  finding.verdict = Verdict::Confirm;
  return reason(language, finding);
}

}  // namespace yett
