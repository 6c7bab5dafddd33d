#include "cli/record_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "cli/intent_words.h"
#include "cli/table.h"
#include "text/unicode.h"
#include "words/reason.h"

namespace yett {

std::string text_of(const Json& body, std::string_view member) {
  const Json* value = body.find(member);
  if (value == nullptr || value->is_null()) return "-";
  return value->as_string() != nullptr ? *value->as_string() : write_json(*value);
}

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

namespace {

/// Whether a candidate would have ruled otherwise.
bool differs(const Json& body) {
  const Json* intent = body.find("intent");
  const Json* enforced = intent == nullptr ? nullptr : intent->find("enforced");
  return enforced != nullptr && *enforced != *body.find("decision");
}

}  // namespace

bool RecordFilter::passes(const Json& body) const {
  const bool is_candidate = text_of(body, "kind") == to_string(RecordKind::Candidate);
  if (candidates == Candidates::None && is_candidate) return false;
  if (candidates == Candidates::Differing && !(is_candidate && differs(body))) return false;
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

namespace {

constexpr std::size_t kDayLength = std::string_view("2026-12-01").size();
constexpr std::size_t kClockLength = std::string_view("10:00:07").size();

std::string day_of(const Json& body) { return text_of(body, "time").substr(0, kDayLength); }

std::string clock_of(Language /*language*/, const Json& body) {
  const std::string time = text_of(body, "time");
  return time.size() > kDayLength ? time.substr(kDayLength + 1, kClockLength) : time;
}

/// A column of the table.
struct Column {
  Label label;
  std::string (*cell)(Language language, const Json& body);
  enum class Same : std::uint8_t { StaysAColumn, IsSaidOnce } when_same = Same::StaysAColumn;
};

template <const char* member>
std::string member_cell(Language /*language*/, const Json& body) {
  return text_of(body, member);
}
constexpr char kSeq[] = "seq";
constexpr char kRun[] = "run";
constexpr char kUser[] = "user";
constexpr char kTenant[] = "tenant";
constexpr char kServer[] = "server";
constexpr char kDecision[] = "decision";
constexpr char kRule[] = "rule";

/// The tool; of a record that is about none, its kind.
std::string what_cell(Language /*language*/, const Json& body) {
  const std::string tool = text_of(body, "tool");
  return tool == "-" ? "(" + text_of(body, "kind") + ")" : tool;
}

/// What it was about, and why it was ruled so.
std::string about_cell(Language language, const Json& body) {
  const std::string intent = intent_words(language, body);
  // Of a refused answer it is the reason for which its call waits.
  const std::string reason = is_refused_answer(body) ? "-" : text_of(body, "reason");
  if (intent == "-" || reason == "-") return intent == "-" ? reason : intent;
  return intent + "; " + reason;
}

constexpr Column kColumns[] = {{Label::Seq, member_cell<kSeq>},
                               {Label::Time, clock_of},
                               {Label::Run, member_cell<kRun>, Column::Same::IsSaidOnce},
                               {Label::User, member_cell<kUser>, Column::Same::IsSaidOnce},
                               {Label::Tenant, member_cell<kTenant>, Column::Same::IsSaidOnce},
                               {Label::Server, member_cell<kServer>, Column::Same::IsSaidOnce},
                               {Label::Tool, what_cell},
                               {Label::Decision, member_cell<kDecision>},
                               {Label::Rule, member_cell<kRule>},
                               {Label::Reason, about_cell}};

}  // namespace

std::string record_table(Language language, const std::vector<Json>& bodies, std::size_t width) {
  std::vector<Column> columns;
  std::string said_once;
  for (const Column& column : kColumns) {
    const std::string first = column.cell(language, bodies.front());
    const bool is_same =
        column.when_same == Column::Same::IsSaidOnce &&
        std::ranges::all_of(bodies, [&](const Json& body) { return column.cell(language, body) == first; });
    if (!is_same) {
      columns.push_back(column);
    } else if (first != "-") {
      said_once += fmt::format("{}{}{}", said_once.empty() ? "" : "   ", word(language, column.label),
                               word(language, Label::Colon)) +
                   escape_for_display(first);
    }
  }
  std::string text = said_once.empty() ? "" : said_once + "\n";
  for (auto begin = bodies.begin(); begin != bodies.end();) {
    const auto end =
        std::find_if(begin, bodies.end(), [&](const Json& body) { return day_of(body) != day_of(*begin); });
    std::vector<std::string> headings;
    for (const Column& column : columns) headings.emplace_back(word(language, column.label));
    Table table(std::move(headings));
    table.fold_last(1);
    table.break_words();
    table.set_width(width);
    for (auto body = begin; body != end; ++body) {
      std::vector<std::string> row;
      for (const Column& column : columns) row.push_back(column.cell(language, *body));
      table.add(std::move(row));
    }
    text += escape_for_display(day_of(*begin)) + " UTC\n" + table.print(Format::Table);
    begin = end;
  }
  return text;
}

std::string record_text(Language language, const Json& body) {
  std::string text = day_of(body) + " " + clock_of(language, body);
  for (const Column& column : std::span(kColumns).subspan(2)) {
    if (const std::string cell = column.cell(language, body); cell != "-") text += "  " + cell;
  }
  return escape_for_display(text) + "\n";
}

std::string record_line(const Record& record, Json body) {
  body.set("prev", record.prev.to_string());
  body.set("hash", record.hash.to_string());
  return write_json(body) + "\n";
}

}  // namespace yett
