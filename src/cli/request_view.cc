#include "cli/request_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/intent_words.h"
#include "text/display_width.h"
#include "text/unicode.h"
#include "words/reason.h"
#include "words/visible_value.h"

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

/// Why a person is asked, in the reader's language, by one of the rules that ask.
struct Question {
  std::string rule;
  std::string reason;
};

/// First what the request was made for. A rule that this version does not know reads as the gate told it, or as its id.
std::vector<Question> questions_of(Language language, const ApprovalRequest& request) {
  std::vector<Question> questions = {{request.rule, reason_to_ask(language, request.rule).value_or(request.reason)}};
  for (const std::string& rule : request.also) {
    questions.push_back({rule, reason_to_ask(language, rule).value_or(rule)});
  }
  return questions;
}

std::string joined_reasons(Language language, const ApprovalRequest& request) {
  std::string text;
  for (const Question& question : questions_of(language, request)) {
    text += (text.empty() ? "" : "; ") + question.reason;
  }
  return text;
}

Json also_json(Language language, const ApprovalRequest& request) {
  Json::Array list;
  for (const Question& question : questions_of(language, request)) {
    list.push_back(Json::object({{"rule", question.rule}, {"reason", question.reason}}));
  }
  list.erase(list.begin());
  return Json(std::move(list));
}

/// A length says little without what it is the length of.
std::string place_of(Language language, const RequestDestination& destination) {
  if (!destination.text.ends_with(" bytes>")) return destination.text;
  if (destination.kind == "path") return fmt::format("{} {}", word(language, Label::PathKind), destination.text);
  if (destination.kind == "id") return fmt::format("{} {}", word(language, Label::IdKind), destination.text);
  return destination.text;
}

std::string destination_text(Language language, const RequestDestination& destination) {
  std::string text = visible_text(place_of(language, destination));
  if (destination.visit == Visit::First) text += fmt::format("  ({})", word(language, Label::FirstUse));
  return text;
}

/// The end of a name says whose it is, and is what stays of a long one.
std::string shortened(const std::string& place) {
  constexpr std::size_t kLongestPlace = 40;
  if (display_width(place) <= kLongestPlace) return place;
  std::string_view end = place;
  while (display_width(end) >= kLongestPlace) end.remove_prefix(std::max<std::size_t>(decode_utf8(end).length, 1));
  return fmt::format("…{}", end);
}

/// The first places of a call, each once, and how many others there are; "-": there are none, or none are known.
std::string places_in_short(Language language, const ApprovalRequest& request, const DestinationsById& known) {
  constexpr std::size_t kShownPlaces = 2;
  const auto found = known.find(request.id);
  if (found == known.end()) return "-";
  std::vector<std::string> places;
  for (const RequestDestination& destination : found->second) {
    std::string place = place_of(language, destination);
    if (std::ranges::find(places, place) == places.end()) places.push_back(std::move(place));
  }
  std::string text;
  for (std::size_t i = 0; i < std::min(places.size(), kShownPlaces); ++i) {
    text += (text.empty() ? "" : ", ") + shortened(places[i]);
  }
  if (places.size() > kShownPlaces) text += fmt::format(", +{}", places.size() - kShownPlaces);
  return text.empty() ? "-" : text;
}

/// null: nothing is known.
Json destinations_json(const ApprovalRequest& request, const DestinationsById& known) {
  const auto found = known.find(request.id);
  if (found == known.end()) return {};
  Json::Array list;
  for (const RequestDestination& destination : found->second) {
    list.push_back(Json::object({{"argument", destination.argument.empty() ? Json() : Json(destination.argument)},
                                 {"kind", destination.kind},
                                 {"to", destination.text},
                                 {"first_use", destination.visit == Visit::First}}));
  }
  return Json(std::move(list));
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
    lines.push_back(fmt::format("{} -> {}", visible_value(*path), visible_value(*resolved)));
  }
  return lines;
}

std::vector<std::string> answer_lines(Language language, const ApprovalRequest& request) {
  std::vector<std::string> lines;
  for (const GivenAnswer& given : request.answers) {
    const Label what = given.answer == Answer::Approve ? Label::Approved : Label::Denied;
    lines.push_back(fmt::format(
        "{}  {}  {}{}", word(language, what), escape_for_display(given.by), format_time(given.at),
        given.signature ? fmt::format("  {} {}", word(language, Label::SignedAnswer), given.signature->key.to_string())
                        : ""));
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
                            Label::Tenant, Label::Tool, Label::Tier, Label::Destinations, Label::Reason}) {
    headings.emplace_back(word(language, label));
  }
  return headings;
}

std::vector<std::string> request_row(Language language, const ApprovalRequest& request,
                                     const DestinationsById& destinations, TimePoint now) {
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
          places_in_short(language, current, destinations),
          joined_reasons(language, current)};
}

Json request_json(Language language, const ApprovalRequest& request, const DestinationsById& destinations,
                  TimePoint now) {
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
                       {"reason", questions_of(language, current).front().reason},
                       {"also", also_json(language, current)},
                       {"destinations", destinations_json(current, destinations)},
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
  Label why = Label::Reason;
  for (const Question& question : questions_of(language, current)) {
    line(std::exchange(why, Label::Also), fmt::format("{} [{}]", question.reason, question.rule));
  }
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
      out += fmt::format("    {} = {}\n", visible_name(member.key), visible_value(member.value));
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
