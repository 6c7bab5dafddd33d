#include "cli/record_view.h"

#include <algorithm>

#include "words/reason.h"

namespace yett {
namespace {

std::string text_of(const Json& body, std::string_view member) {
  const Json* value = body.find(member);
  if (value == nullptr || value->is_null()) return "-";
  return value->as_string() != nullptr ? *value->as_string() : write_json(*value);
}

/// "send to=<mailbox@attacker.example>": effect and destinations in a line; for other records what they carry.
std::string intent_text(const Json& body) {
  const Json* intent = body.find("intent");
  if (intent == nullptr || intent->as_object() == nullptr) return "-";
  const Json* effect = intent->find("effect");
  std::string text;
  if (effect == nullptr) {
    for (const Json::Member& member : *intent->as_object()) {
      if (!text.empty()) text += ' ';
      text += member.key + "=" + text_of(*intent, member.key);
    }
    return text.empty() ? "-" : text;
  }
  text = text_of(*intent, "effect");
  if (const Json* destinations = intent->find("destinations");
      destinations != nullptr && destinations->as_array() != nullptr) {
    for (const Json& destination : *destinations->as_array()) {
      std::string where = text_of(destination, "host");
      if (where == "-") where = text_of(destination, "address");
      if (where == "-" && destination.find("scheme") != nullptr) where = text_of(destination, "scheme") + ":";
      if (where == "-") where = "<" + text_of(destination, "bytes") + " bytes>";
      text += " " + text_of(destination, "argument") + "=" + where;
    }
  }
  return text;
}

}  // namespace

bool RecordFilter::passes(const Json& body) const {
  const bool all_equal = std::ranges::all_of(equal, [&](const auto& condition) {
    const Json* value = body.find(condition.first);
    return value != nullptr && value->as_string() != nullptr && *value->as_string() == condition.second;
  });
  // The fixed form of times compares as text.
  return all_equal && (since.empty() || text_of(body, "time") >= since);
}

std::vector<std::string> record_headings(Language language) {
  std::vector<std::string> headings;
  for (const Label label : {Label::Seq, Label::Time, Label::Kind, Label::Run, Label::User, Label::Tenant, Label::Tool,
                            Label::Intent, Label::Decision, Label::Rule, Label::Reason}) {
    headings.emplace_back(word(language, label));
  }
  return headings;
}

std::vector<std::string> record_row(const Json& body) {
  return {text_of(body, "seq"),      text_of(body, "time"),   text_of(body, "kind"),  text_of(body, "run"),
          text_of(body, "user"),     text_of(body, "tenant"), text_of(body, "tool"),  intent_text(body),
          text_of(body, "decision"), text_of(body, "rule"),   text_of(body, "reason")};
}

std::string record_line(const Record& record, Json body) {
  body.set("prev", record.prev.to_string());
  body.set("hash", record.hash.to_string());
  return write_json(body) + "\n";
}

}  // namespace yett
