#include "cli/request_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/intent_words.h"
#include "text/unicode.h"
#include "words/reason.h"

namespace yett {
namespace {

std::string_view state_word(Language language, RequestState state) {
  switch (state) {
    case RequestState::Pending:
      return word(language, Label::Pending);
    case RequestState::Approved:
      return word(language, Label::Approved);
    case RequestState::Denied:
      return word(language, Label::Denied);
    case RequestState::Expired:
      return word(language, Label::Expired);
    case RequestState::Cancelled:
      return word(language, Label::Cancelled);
    case RequestState::Consumed:
      return word(language, Label::Consumed);
  }
  return {};
}

constexpr std::string_view kNoBreakSpace = "\u00a0";
constexpr std::string_view kIdeographicSpace = "\u3000";

/// The blank at the front of an escaped text: a space of some width, or an escape of what has no look. Empty: none.
std::string_view blank_at_front(std::string_view escaped) {
  for (const std::string_view space : {std::string_view(" "), kNoBreakSpace, kIdeographicSpace}) {
    if (escaped.starts_with(space)) return space;
  }
  if (escaped.size() < 2 || escaped[0] != '\\' || escaped[1] == '\\') return {};
  if (escaped[1] == 'u') return escaped.substr(0, escaped.find('}') + 1);
  return escaped.substr(0, escaped[1] == 'x' ? 4 : 2);
}

std::string_view name_of_blank(std::string_view blank) {
  if (blank == " ") return "a space";
  if (blank == kNoBreakSpace) return "\\u{A0}";
  return blank == kIdeographicSpace ? "\\u{3000}" : blank;
}

/// Runs of blanks of any kind are shortened with their length, so that nothing can be pushed out of sight.
std::string shorten_blanks(std::string_view escaped) {
  constexpr std::size_t kLongRun = 8;
  std::string out;
  while (!escaped.empty()) {
    const std::string_view first = blank_at_front(escaped);
    if (first.empty()) {
      const std::size_t length = escaped.starts_with("\\\\") ? 2 : 1;
      out += escaped.substr(0, length);
      escaped.remove_prefix(length);
      continue;
    }
    std::size_t count = 0;
    std::size_t bytes = 0;
    bool all_spaces = true;
    for (std::string_view blank = first; !blank.empty(); blank = blank_at_front(escaped.substr(bytes))) {
      ++count;
      bytes += blank.size();
      all_spaces = all_spaces && blank == " ";
    }
    if (count <= kLongRun) {
      out += escaped.substr(0, bytes);
    } else if (all_spaces) {
      out += fmt::format("\\{{{} spaces}}", count);
    } else {
      out += fmt::format("\\{{{} blanks, the first {}}}", count, name_of_blank(first));
    }
    escaped.remove_prefix(bytes);
  }
  return out;
}

/// A string as it is; anything else as JSON.
std::string visible(const Json& value) {
  return shorten_blanks(escape_for_display(value.as_string() != nullptr ? *value.as_string() : write_json(value)));
}

Json answers_json(const ApprovalRequest& request) {
  Json::Array answers;
  for (const GivenAnswer& given : request.answers) {
    answers.push_back(Json::object({{"answer", to_string(given.answer)},
                                    {"by", given.by},
                                    {"at", format_time(given.at)},
                                    {"key", given.signature ? Json(given.signature->key.to_string()) : Json()}}));
  }
  return Json(std::move(answers));
}

Json approvers_json(const ApprovalRequest& request) {
  Json::Array names;
  for (const EntitledKey& one : request.rules.approvers) names.emplace_back(one.name);
  return Json(std::move(names));
}

std::string names_in(const Json::Array& list) {
  std::string names;
  for (const Json& name : list) {
    if (name.as_string() == nullptr) continue;
    if (!names.empty()) names += ", ";
    names += *name.as_string();
  }
  return names;
}

std::string destination_text(Language language, const RequestDestination& destination) {
  std::string text = visible(Json(destination.text));
  if (destination.visit == Visit::First) text += fmt::format("  ({})", word(language, Label::FirstUse));
  return text;
}

/// The paths of which the object has another name than the argument: links that nobody would see otherwise.
std::vector<std::string> paths_that_lead_elsewhere(const Json& card) {
  std::vector<std::string> lines;
  const Json* paths = card.find("paths");
  if (paths == nullptr || paths->as_array() == nullptr) return lines;
  for (const Json& entry : *paths->as_array()) {
    const Json* path = entry.find("path");
    const Json* resolved = entry.find("resolved");
    if (path == nullptr || resolved == nullptr || *path == *resolved) continue;
    lines.push_back(fmt::format("{} -> {}", visible(*path), visible(*resolved)));
  }
  return lines;
}

std::vector<std::string> answer_lines(Language language, const ApprovalRequest& request) {
  std::vector<std::string> lines;
  for (const GivenAnswer& given : request.answers) {
    const Label what = given.answer == Answer::Approve ? Label::Approved : Label::Denied;
    lines.push_back(fmt::format("{}  {}  {}{}", word(language, what), escape_for_display(given.by),
                                format_time(given.at),
                                given.signature ? fmt::format("  {}", word(language, Label::SignedAnswer)) : ""));
  }
  return lines;
}

std::string approvers_text(Language language, const ApprovalRequest& request) {
  const bool anybody = request.rules.terms == AnswerTerms::Unsigned;
  std::string names = anybody ? std::string(word(language, Label::AnyPerson)) : "";
  for (const EntitledKey& one : request.rules.approvers) {
    if (!names.empty()) names += ", ";
    names += escape_for_display(one.name);
  }
  const auto given = std::ranges::count(request.answers, Answer::Approve, &GivenAnswer::answer);
  return fmt::format("{}  ({} {}/{})", names.empty() ? "-" : names, word(language, Label::ApprovalsOf), given,
                     request.rules.quorum);
}

/// When, and what happens then to a request that can still come to something.
std::string expiry_text(Language language, const ApprovalRequest& current) {
  const std::string time = format_time(current.expires_at);
  if (current.state == RequestState::Pending) return fmt::format("{}  {}", time, word(language, Label::ElseNotRun));
  if (current.state == RequestState::Approved) return fmt::format("{}  {}", time, word(language, Label::UnusedNotRun));
  return time;
}

}  // namespace

std::vector<std::string> request_headings(Language language) {
  std::vector<std::string> headings;
  for (const Label label : {Label::Id, Label::State, Label::Asked, Label::Expires, Label::Run, Label::User,
                            Label::Tenant, Label::Tool, Label::Tier, Label::Reason}) {
    headings.emplace_back(word(language, label));
  }
  return headings;
}

std::vector<std::string> request_row(Language language, const ApprovalRequest& request, TimePoint now) {
  const ApprovalRequest current = aged(request, now);
  return {current.id,
          std::string(state_word(language, current.state)),
          format_time(current.created_at),
          format_time(current.expires_at),
          current.run,
          current.user,
          current.tenant.value_or("-"),
          current.tool,
          current.tier,
          current.reason};
}

Json request_json(const ApprovalRequest& request, TimePoint now) {
  const ApprovalRequest current = aged(request, now);
  return Json::object({{"id", current.id},
                       {"state", to_string(current.state)},
                       {"created_at", format_time(current.created_at)},
                       {"expires_at", format_time(current.expires_at)},
                       {"answers", answers_json(current)},
                       {"quorum", static_cast<std::int64_t>(current.rules.quorum)},
                       {"approvers", approvers_json(current)},
                       {"run", current.run},
                       {"user", current.user},
                       {"tenant", current.tenant ? Json(*current.tenant) : Json()},
                       {"server", current.server},
                       {"tool", current.tool},
                       {"tier", current.tier},
                       {"rule", current.rule},
                       {"reason", current.reason},
                       {"binding", "hmac-sha256:" + current.binding.hex()}});
}

std::string request_card(Language language, const RequestShown& shown) {
  const ApprovalRequest current = aged(shown.request, shown.now);
  const Json& card = shown.card;
  std::string out = fmt::format("{}  {}  ({})\n", current.id, state_word(language, current.state), current.tier);
  const auto line = [&](Label label, std::string_view value) {
    const std::string_view name = word(language, label);
    const std::size_t width = display_width(name);
    out += fmt::format("  {}{}  {}\n", name, std::string(width < 10 ? 10 - width : 0, ' '), value);
  };
  line(Label::Tool, escape_for_display(current.tool));
  line(Label::Server, escape_for_display(current.server.empty() ? "-" : current.server));
  line(Label::Run, escape_for_display(current.run));
  line(Label::User, escape_for_display(current.user));
  line(Label::Tenant, escape_for_display(current.tenant.value_or("-")));
  line(Label::Reason, fmt::format("{} [{}]", current.reason, current.rule));
  if (const Json* taken_in = card.find("taken_in"); taken_in != nullptr && taken_in->as_array() != nullptr) {
    const Json* seen = card.find("private_seen");
    const bool has_private = seen != nullptr && *seen == Json(true);
    line(Label::TakenIn, names_in(*taken_in->as_array()) +
                             (has_private ? fmt::format("; {}", word(language, Label::PrivateSeen)) : ""));
  }
  for (const RequestDestination& destination : shown.destinations) {
    line(Label::Destinations, destination_text(language, destination));
  }
  if (const Json* arguments = card.find("arguments"); arguments != nullptr && arguments->as_object() != nullptr) {
    out += fmt::format("  {}\n", word(language, Label::Arguments));
    for (const Json::Member& member : *arguments->as_object()) {
      out += fmt::format("    {} = {}\n", visible(Json(member.key)), visible(member.value));
    }
  }
  for (const std::string& path : paths_that_lead_elsewhere(card)) line(Label::LeadsTo, path);
  for (const std::string& text : answer_lines(language, current)) line(Label::AnsweredBy, text);
  line(Label::WhoMayAnswer, approvers_text(language, current));
  line(Label::Digest, "hmac-sha256:" + current.binding.hex());
  line(Label::Expires, expiry_text(language, current));
  if (shown.end) {
    line(Label::CameOfIt, fmt::format("{} (#{})", outcome_words(language, shown.end->how), shown.end->seq));
  }
  return out;
}

}  // namespace yett
