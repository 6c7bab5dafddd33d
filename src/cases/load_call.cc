#include "cases/load_call.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "policy/field_json.h"
#include "policy/format_words.h"
#include "policy/load_names.h"
#include "policy/table_reader.h"
#include "redact/kind.h"
#include "text/spelling.h"

namespace yett {
namespace {

constexpr std::string_view kCallKeys[] = {"server",      "tool",      "arguments", "definition", "times",
                                          "after",       "harm",      "expect",    "leaks",      "approver",
                                          "approved_by", "meanwhile", "outcome",   "result",     "says",
                                          "logs",        "redirects", "readable",  "bytes"};
constexpr std::string_view kExpectKeys[] = {"decision", "rule"};
constexpr std::string_view kMeanwhileKeys[] = {"passes", "arguments", "source", "read_private", "then"};

constexpr Choice<Observation> kDefinitions[] = {{"as pinned", Observation::Offered},
                                                {"changed", Observation::Changed},
                                                {"absent", Observation::Absent},
                                                {"unpinned", Observation::Unpinned}};
constexpr Choice<Verdict> kVerdicts[] = {
    {"allow", Verdict::Allow}, {"confirm", Verdict::Confirm}, {"deny", Verdict::Deny}};
constexpr Choice<ScriptedOutcome> kOutcomes[] = {{"executed", ScriptedOutcome::Executed},
                                                 {"failed", ScriptedOutcome::Failed},
                                                 {"unknown", ScriptedOutcome::Unknown}};

/// What may happen between an answer and its use, beside what has a key of its own.
enum class Event : std::uint8_t { Suspended, Cancelled, Again };
constexpr Choice<Event> kEvents[] = {
    {"suspended", Event::Suspended}, {"cancelled", Event::Cancelled}, {"again", Event::Again}};

/// Enough to reach every limit of a run that anybody tests with scripted calls.
constexpr std::int64_t kMostTimes = 10'000;
constexpr Duration kLongestWait = std::chrono::days(3650);

Json load_arguments(const Field& field) {
  if (field.value().as_table() == nullptr) {
    field.refuse_expected("a table of arguments", "arguments = { to = \"risk@deskmate.internal\" }");
    return Json(Json::Object{});
  }
  return field_json(field, "a call");
}

RuleId load_rule(const Field& field) {
  const auto name = field.text();
  if (!name) return RuleId::SystemInternal;
  const auto rule = parse_rule_id(*name);
  if (!rule) {
    field.refuse(fmt::format("there is no rule {}", in_quotes(*name)), "`yett rules` lists them");
  }
  return rule.value_or(RuleId::SystemInternal);
}

Expectation load_expectation(const Field& field) {
  Expectation expectation{.decision = {}, .rule = {}, .where = field.where()};
  const TableReader table(
      field, {.accepted = kExpectKeys, .example = R"({ decision = "deny", rule = "destination.unlisted" })"});
  if (const auto decision = table.find("decision")) expectation.decision = decision->choice(kVerdicts);
  if (const auto rule = table.find("rule")) expectation.rule = load_rule(*rule);
  if (const Toml::Table* written = field.value().as_table(); written != nullptr && written->empty()) {
    field.refuse("nothing is expected", R"(expect = { decision = "deny" })");
  }
  return expectation;
}

Meanwhile load_meanwhile(const Field& field) {
  Meanwhile meanwhile;
  const TableReader table(field, {.accepted = kMeanwhileKeys, .example = R"({ passes = "11m" })"});
  if (const auto passes = table.find("passes")) meanwhile.passes = passes->duration(kLongestWait).value_or(Duration{});
  if (const auto arguments = table.find("arguments")) meanwhile.arguments = load_arguments(*arguments);
  if (const auto source = table.find("source")) meanwhile.takes_in = load_taken_in(*source);
  if (const auto read = table.find("read_private")) meanwhile.reads_private = read->flag().value_or(false);
  if (const auto then = table.find("then")) {
    const auto event = then->choice(kEvents);
    meanwhile.suspends = event == Event::Suspended;
    meanwhile.cancels = event == Event::Cancelled;
    meanwhile.comes_again = event == Event::Again;
  }
  return meanwhile;
}

std::vector<std::string> load_texts(const Field& list) {
  return load_names(list, [](const Field&, const std::string&) {});
}

/// Attacks may name tools that nobody has registered; work that they do cannot be done.
void check_tool(const Field& field, const CaseCall& call, CaseKind kind, const Policy& policy) {
  if (kind == CaseKind::Attack) return;
  const Tool* tool = call.server.empty() ? policy.tools.find(call.tool) : policy.tools.find_at(call.server, call.tool);
  if (tool != nullptr) return;
  field.refuse(fmt::format("the policy has no tool {}, and a task needs it", in_quotes(call.tool)),
               nearest_name(field, call.tool, policy.tools.in_order(), &Tool::name));
}

/// `{secret:NAME}` and `{sample:KIND}` that stand for nothing would be searched for in vain.
void check_marks(const Field& field, std::string_view text, const Policy& policy) {
  const auto check = [&](std::string_view begin, const auto& is_known) {
    for (std::size_t at = text.find(begin); at != std::string_view::npos; at = text.find(begin, at + 1)) {
      const std::size_t end = text.find('}', at);
      const std::string_view name =
          text.substr(at + begin.size(), end == std::string_view::npos ? end : end - at - begin.size());
      if (end == std::string_view::npos || !is_known(std::string(name))) {
        field.refuse(fmt::format("{} stands for nothing",
                                 in_quotes(text.substr(at, end == std::string_view::npos ? end : end - at + 1))),
                     "{secret:NAME} of [secrets], {sample:KIND} of a built-in kind of redaction");
      }
    }
  };
  check("{secret:", [&](const std::string& name) { return policy.find_secret(name) != nullptr; });
  check("{sample:", [](const std::string& name) { return find_redaction_kind(name).has_value(); });
}

/// A text that nobody says cannot leak.
bool is_said(const CaseCall& call) {
  std::string all = call.says + "\n" + call.logs + "\n" + write_json(call.arguments);
  if (call.result) all += write_json(*call.result);
  std::string escaped;
  append_json_string(escaped, call.leaks);
  return all.find(call.leaks) != std::string::npos ||
         all.find(std::string_view(escaped).substr(1, escaped.size() - 2)) != std::string::npos;
}

void load_result(const TableReader& table, CaseCall& call) {
  if (const auto outcome = table.find("outcome")) {
    call.outcome = outcome->choice(kOutcomes).value_or(ScriptedOutcome::Executed);
  }
  if (const auto result = table.find("result")) call.result = field_json(*result, "a result");
  if (const auto bytes = table.find("bytes")) call.result_bytes = bytes->byte_count().value_or(0);
  if (const auto says = table.find("says")) call.says = says->text().value_or("");
  if (const auto logs = table.find("logs")) call.logs = logs->text().value_or("");
  if (const auto redirects = table.find("redirects")) call.redirects = load_texts(*redirects);
}

}  // namespace

SourceSet load_taken_in(const Field& field) {
  SourceSet sources;
  if (field.value().as_array() == nullptr) {
    if (const auto kind = field.choice(kSources)) sources.insert(*kind);
    return sources;
  }
  for (const SourceKind kind : load_words(field, kSources)) sources.insert(kind);
  return sources;
}

CaseCall load_case_call(const Field& field, CaseKind kind, const Policy& policy) {
  CaseCall call;
  call.where = field.where();
  const TableReader table(field, {.accepted = kCallKeys, .example = "[[case.call]] with a tool and its arguments"});
  if (const auto server = table.find("server")) {
    call.server = server->text().value_or("");
    if (!call.server.empty() && policy.find_server(call.server) == nullptr) {
      server->refuse(fmt::format("the policy has no server {}", in_quotes(call.server)),
                     nearest_name(*server, call.server, policy.servers, &ServerSpec::name));
    }
  }
  if (const auto tool = table.require("tool", "tool = \"NAME\"")) {
    call.tool = tool->text().value_or("");
    if (!call.tool.empty()) check_tool(*tool, call, kind, policy);
  }
  if (const auto arguments = table.find("arguments")) call.arguments = load_arguments(*arguments);
  if (const auto readable = table.find("readable"); readable && !readable->flag().value_or(true)) {
    call.readability = Readability::Unreadable;
  }
  if (const auto seen = table.find("definition")) call.seen = seen->choice(kDefinitions).value_or(call.seen);
  if (const auto times = table.find("times")) {
    call.times = static_cast<std::uint32_t>(times->integer(1, kMostTimes).value_or(1));
  }
  if (const auto after = table.find("after")) call.after = after->duration(kLongestWait).value_or(Duration{});
  if (const auto harm = table.find("harm"); harm && harm->flag().value_or(false)) {
    call.harm = Harm::WhenItRuns;
    if (kind == CaseKind::Task) harm->refuse("a task does no harm", "kind = \"attack\"");
  }
  if (const auto expect = table.find("expect")) call.expect = load_expectation(*expect);
  if (const auto leaks = table.find("leaks")) call.leaks = leaks->text().value_or("");
  if (const auto approver = table.find("approver")) call.approver = approver->choice(kAnswers);
  if (const auto by = table.find("approved_by")) call.approved_by = load_texts(*by);
  if (const auto meanwhile = table.find("meanwhile")) call.meanwhile = load_meanwhile(*meanwhile);
  load_result(table, call);
  const std::size_t before = field.refusals().count();
  for (const std::string_view key : {"arguments", "result", "says", "logs", "leaks"}) {
    const auto part = table.find(key);
    if (!part) continue;
    const std::string* text = part->value().as_string();
    check_marks(*part, text != nullptr ? *text : write_json(field_json(*part, "a call")), policy);
  }
  if (!call.leaks.empty() && field.refusals().count() == before && !is_said(call)) {
    table.find("leaks")->refuse("nothing of the call says it, so it cannot leak", "says, logs, result or arguments");
  }
  return call;
}

}  // namespace yett
