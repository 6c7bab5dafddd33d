#include "cli/run_story.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "cli/intent_words.h"
#include "cli/record_view.h"
#include "text/unicode.h"
#include "words/reason.h"

namespace yett {
namespace {

constexpr std::size_t kClockAt = std::string_view("2026-12-01T").size();
constexpr std::size_t kClockLength = std::string_view("10:00:07").size();
constexpr std::string_view kIndent = "                ";  // below the text behind number and clock

std::string shown(const Json& body, std::string_view member) { return escape_for_display(text_of(body, member)); }

std::string day_of(const Json& body) { return shown(body, "time").substr(0, kClockAt - 1); }

std::string clock_of(const Json& body) {
  const std::string time = text_of(body, "time");
  return time.size() > kClockAt ? escape_for_display(time.substr(kClockAt, kClockLength)) : time;
}

bool is_of_kind(const Json& body, std::string_view kind) { return text_of(body, "kind") == kind; }

/// A member of the intent; "-" where there is none.
std::string intent_member(const Json& body, std::string_view member) {
  const Json* intent = body.find("intent");
  return intent == nullptr || intent->as_object() == nullptr ? "-" : text_of(*intent, member);
}

std::string number_of(const Json& body) { return "#" + shown(body, "seq"); }

/// Behind "send to=…": how much text each argument brought.
std::string arguments_text(const Json& body) {
  const Json* intent = body.find("intent");
  const Json* arguments = intent == nullptr || intent->as_object() == nullptr ? nullptr : intent->find("arguments");
  if (arguments == nullptr || arguments->as_array() == nullptr) return {};
  std::string text;
  for (const Json& argument : *arguments->as_array()) {
    if (argument.as_object() == nullptr) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", text_of(argument, "name"), text_of(argument, "type"));
    for (const auto& [size, unit] : {std::pair{"bytes", "bytes"}, {"items", "items"}, {"members", "members"}}) {
      if (argument.find(size) != nullptr) text += fmt::format(" {} {}", text_of(argument, size), unit);
    }
  }
  return text.empty() ? text : " (" + text + ")";
}

/// The other rules by which a person was asked.
std::string also_asking(const Json& body) {
  const Json* intent = body.find("intent");
  const Json* also = intent == nullptr || intent->as_object() == nullptr ? nullptr : intent->find("also");
  std::string rules;
  if (also == nullptr || also->as_array() == nullptr) return rules;
  for (const Json& rule : *also->as_array()) {
    if (rule.as_string() != nullptr) rules += (rules.empty() ? "" : ", ") + *rule.as_string();
  }
  return rules;
}

/// One user's and tenant's part of the records.
class Story {
 public:
  Story(Language language, const std::vector<const StoryRecord*>& records) : language_(language) {
    for (const StoryRecord* record : records) {
      const Json* body = &record->body;
      if (record->is_told) told_.push_back(body);
      if (is_of_kind(*body, "outcome")) outcomes_.emplace(intent_member(*body, "intent_seq"), body);
      if (is_of_kind(*body, "approval")) approvals_[intent_member(*body, "approval")].push_back(body);
      const bool is_let_out = is_of_kind(*body, "decision") && text_of(*body, "decision") == "allow";
      if (is_let_out) released_.insert(intent_member(*body, "approval"));
    }
  }

  [[nodiscard]] std::string tell() const {
    if (told_.empty()) return {};
    const Json& first = *told_.front();
    std::string text;
    for (const auto& [label, member] :
         {std::pair{Label::Run, "run"}, {Label::User, "user"}, {Label::Tenant, "tenant"}}) {
      text += fmt::format("{}{}{}{}", text.empty() ? "" : "   ", word(language_, label), word(language_, Label::Colon),
                          shown(first, member));
    }
    std::string day;
    for (const Json* body : told_) {
      if (day_of(*body) != day) text += fmt::format("\n{} UTC\n", day = day_of(*body));
      text += is_of_kind(*body, "decision") ? decision(*body) : event(*body);
    }
    return text;
  }

 private:
  [[nodiscard]] static std::string head(const Json& body, std::string_view what) {
    return fmt::format("{:<6}{}  {}\n", number_of(body), clock_of(body), what);
  }

  /// What was tried, how it was ruled and why, what came of it.
  [[nodiscard]] std::string decision(const Json& body) const {
    const bool is_known = text_of(body, "tool") != "-";
    const std::string intent = escape_for_display(intent_words(language_, body) + arguments_text(body));
    std::string what = is_known ? shown(body, "tool") : intent;
    if (text_of(body, "server") != "-") what += " @ " + shown(body, "server");
    if (is_known) what += ": " + intent;
    std::string text = head(body, word_with(language_, Label::StoryTries, what));
    text += fmt::format("{}{}  {}{}{}\n", kIndent, shown(body, "decision"), shown(body, "rule"),
                        word(language_, Label::Colon), shown(body, "reason"));
    if (const std::string also = also_asking(body); !also.empty()) {
      text += fmt::format("{}{}{}{}\n", kIndent, word(language_, Label::Also), word(language_, Label::Colon),
                          escape_for_display(also));
    }
    return text + fmt::format("{}-> {}\n", kIndent, outcome(body));
  }

  [[nodiscard]] std::string outcome(const Json& body) const {
    const std::string ruling = text_of(body, "decision");
    if (ruling == "confirm") return answer(intent_member(body, "approval"));
    if (ruling != "allow") return std::string(word(language_, Label::StoryNotRun));
    const auto found = outcomes_.find(text_of(body, "seq"));
    if (found == outcomes_.end()) return std::string(word(language_, Label::StoryNoOutcome));
    const Json* ended = found->second;
    const std::string_view words = outcome_words(language_, text_of(*ended, "decision"));
    const std::string ran = fmt::format("{} ({}, {})", words, clock_of(*ended), number_of(*ended));
    if (const std::string grant = intent_member(body, "grant"); grant != "-") {
      return ran + "; " +
             word_with(language_, Label::StoryGranted,
                       {{"{id}", escape_for_display(grant)}, {"{by}", escape_for_display(intent_member(body, "by"))}});
    }
    const std::string request = intent_member(body, "approval");
    return request == "-" ? ran : ran + "; " + answer(request);
  }

  /// One record of a request: an answer with who gave it, and how many of the people that are needed have approved.
  [[nodiscard]] std::string answer_event(const Json& body) const {
    const std::string what = text_of(body, "decision");
    // Records of an older Yett name nobody.
    const std::string by = intent_member(body, "by");
    if (what == "expired") return std::string(word(language_, Label::Expired));
    if (what == "cancelled" && by == "-") return std::string(word(language_, Label::Cancelled));
    if (what == "cancelled") return word_with(language_, Label::StoryCancelledBy, {{"{by}", escape_for_display(by)}});
    if (is_refused_answer(body)) return escape_for_display(refused_answer_words(language_, body));
    if ((what != "approved" && what != "denied") || by == "-") return shown(body, "decision");
    const std::string quorum = intent_member(body, "quorum");
    const bool is_one_of_many = what == "approved" && quorum != "-" && quorum != "1";
    const Label label = what == "denied" ? Label::StoryDenied
                        : is_one_of_many ? Label::StoryApprovedOfMany
                                         : Label::StoryApproved;
    return word_with(language_, label,
                     {{"{n}", escape_for_display(intent_member(body, "approvals"))},
                      {"{m}", escape_for_display(quorum)},
                      {"{by}", escape_for_display(by)}});
  }

  /// What became of a request: every record of it, in order.
  [[nodiscard]] std::string answer(const std::string& request) const {
    std::string events;
    const auto found = approvals_.find(request);
    for (const Json* body : found == approvals_.end() ? std::vector<const Json*>() : found->second) {
      events += fmt::format("{}{} ({}, {})", events.empty() ? "" : ", ", answer_event(*body), clock_of(*body),
                            number_of(*body));
    }
    const std::string id = escape_for_display(request);
    if (events.empty()) return word_with(language_, Label::StoryWaits, id);
    const Json& last = *found->second.back();
    if (is_refused_answer(last)) events += word(language_, Label::StoryStillWaits);
    // One approval of several that are needed can be used by nobody yet.
    const bool is_enough = intent_member(last, "approvals") == intent_member(last, "quorum");
    const bool was_approved = text_of(last, "decision") == "approved" && is_enough;
    if (was_approved && !released_.contains(request)) events += word(language_, Label::StoryUnused);
    return fmt::format("{}{}{}", word_with(language_, Label::StoryRequest, id), word(language_, Label::Colon), events);
  }

  [[nodiscard]] std::string event(const Json& body) const {
    // "deny" would read as a person's no.
    const std::string decision = is_refused_answer(body) ? "refused" : shown(body, "decision");
    std::string what = fmt::format("{} {}", shown(body, "kind"), decision);
    if (text_of(body, "tool") != "-") what += " " + shown(body, "tool");
    if (const std::string about = intent_words(language_, body); about != "-") what += "  " + escape_for_display(about);
    std::string text = head(body, what);
    // Of an approval it is the reason for which it was asked, and that is told there.
    if (text_of(body, "reason") == "-" || is_of_kind(body, "approval")) return text;
    return text + fmt::format("{}{}{}{}\n", kIndent, shown(body, "rule"), word(language_, Label::Colon),
                              shown(body, "reason"));
  }

  Language language_;
  std::vector<const Json*> told_;
  std::map<std::string, const Json*> outcomes_;                // by the number of the record that let the call out
  std::map<std::string, std::vector<const Json*>> approvals_;  // by the id of the request
  std::set<std::string> released_;                             // requests that let a call out
};

}  // namespace

std::string run_story(Language language, const std::vector<StoryRecord>& records) {
  std::string text;
  std::set<std::pair<std::string, std::string>> told;
  for (const StoryRecord& first : records) {
    const auto of = [](const StoryRecord& one) {
      return std::pair(text_of(one.body, "user"), text_of(one.body, "tenant"));
    };
    if (!told.insert(of(first)).second) continue;
    std::vector<const StoryRecord*> own;
    for (const StoryRecord& record : records) {
      if (of(record) == of(first)) own.push_back(&record);
    }
    const std::string story = Story(language, own).tell();
    text += (text.empty() || story.empty() ? "" : "\n") + story;
  }
  return text;
}

}  // namespace yett
