#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "approval/binding.h"
#include "cli/commands.h"
#include "cli/engine_option.h"
#include "cli/input_file.h"
#include "cli/options.h"
#include "cli/setting.h"
#include "cli/table.h"
#include "decide/explain.h"
#include "replay/call_line.h"
#include "words/explanation.h"
#include "words/reason.h"

namespace yett {
namespace {

constexpr std::size_t kMaxCallBytes = 64u << 20;  // of one message, as everywhere
constexpr std::size_t kLineWidth = 100;           // of lists of names
constexpr std::size_t kScreenWidth = 130;         // of a finding: its position takes a line of its own behind that

/// Everything that is told of one call.
struct Told {
  const CallLine& line;
  const Query& query;
  const Explanation& explanation;
  const RuleReading* ruling;  // the one that decides; nullptr when nothing speaks against the call
  Language language;
};

/// "unlisted" of destination.unlisted: beside its stage the rest is enough.
std::string_view short_name(const Rule& rule) {
  const std::string_view id = to_string(rule.id);
  const std::string_view stage = to_string(rule.stage);
  return id.starts_with(stage) ? id.substr(stage.size() + 1) : id;
}

/// Several rows of the table can have one id and speak at once: the first decides.
const RuleReading* ruling_of(const Explanation& explanation) {
  const Decision& decision = explanation.decision;
  const auto found = std::ranges::find_if(explanation.rules, [&](const RuleReading& reading) {
    return !reading.findings.empty() && decision.rule() == reading.rule->id &&
           decision.verdict() == reading.rule->verdict;
  });
  return found == explanation.rules.end() ? nullptr : &*found;
}

std::string upper(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  return out;
}

/// The texts with ", " between them, in lines of at most kLineWidth behind `indent`.
std::string wrapped(const std::vector<std::string>& texts, std::string_view indent) {
  std::string out;
  std::size_t width = 0;
  for (const std::string& text : texts) {
    if (width != 0 && indent.size() + width + text.size() + 2 > kLineWidth) {
      out += fmt::format(",\n{}", indent);
      width = 0;
    } else if (width != 0) {
      out += ", ";
    }
    out += text;
    width += text.size() + 2;
  }
  return out;
}

constexpr std::string_view kIndent = "              ";

void append_finding(std::string& out, const Told& told, const RuleReading& reading, const Finding& finding) {
  const bool decides = &reading == told.ruling && &finding == &reading.findings.front();
  const std::string line =
      fmt::format("{}{} {}: {}", decides ? "           -> " : kIndent, upper(to_string(reading.rule->verdict)),
                  to_string(reading.rule->id), reason(told.language, finding));
  out += line;
  if (reading.rests_on.line != 0) {
    const std::string place = fmt::format("  [{}]", reading.rests_on.to_string());
    if (line.size() + place.size() > kScreenWidth) out += fmt::format("\n{}", kIndent);
    out += place;
  }
  out += '\n';
}

void append_stage(std::string& out, const Told& told, std::span<const RuleReading> readings) {
  const Stage stage = readings.front().rule->stage;
  std::string head(to_string(stage));
  for (const std::string& line : observations(told.language, stage, told.query, told.explanation)) {
    out += fmt::format("{:<12}  {}\n", std::exchange(head, {}), line);
  }
  if (!head.empty()) out += fmt::format("{}\n", head);
  std::vector<std::string> silent;
  for (const RuleReading& reading : readings) {
    if (reading.findings.empty()) {
      if (std::ranges::find(silent, short_name(*reading.rule)) == silent.end()) {
        silent.emplace_back(short_name(*reading.rule));
      }
      continue;
    }
    for (const Finding& finding : reading.findings) append_finding(out, told, reading, finding);
  }
  if (!silent.empty()) {
    out += fmt::format("{}{}: {}\n", kIndent, word(told.language, Label::NothingAgainst), wrapped(silent, kIndent));
  }
}

std::string explanation_text(const Told& told) {
  const Decision& decision = told.explanation.decision;
  const Tool* tool = told.explanation.facts.tool;
  std::string out;
  const auto head = [&](Label label, std::string_view text) {
    out += fmt::format("{}: {}\n", word(told.language, label), text);
  };
  head(Label::Call, tool == nullptr ? "-" : tool->name);
  if (tool != nullptr) head(Label::Tier, tier_derivation(told.language, tool));
  head(Label::Decision, fmt::format("{} {}: {}", upper(to_string(decision.verdict())), to_string(decision.rule()),
                                    reason(told.language, decision.deciding)));
  out += '\n';
  const std::vector<RuleReading>& rules = told.explanation.rules;
  for (std::size_t begin = 0; begin < rules.size();) {
    std::size_t end = begin;
    while (end < rules.size() && rules[end].rule->stage == rules[begin].rule->stage) ++end;
    append_stage(out, told, std::span(rules).subspan(begin, end - begin));
    begin = end;
  }
  return out;
}

Json position_json(const SourcePosition& where) { return where.line == 0 ? Json() : Json(where.to_string()); }

Json rule_json(const Told& told, const RuleReading& reading) {
  Json::Array findings;
  for (const Finding& finding : reading.findings) {
    findings.push_back(Json::object({{"reason", reason(told.language, finding)},
                                     {"argument", finding.argument.empty() ? Json() : Json(finding.argument)}}));
  }
  return Json::object({{"id", to_string(reading.rule->id)},
                       {"stage", to_string(reading.rule->stage)},
                       {"verdict", reading.findings.empty() ? Json() : Json(to_string(reading.rule->verdict))},
                       {"decides", &reading == told.ruling},
                       {"findings", std::move(findings)},
                       {"policy", position_json(reading.rests_on)}});
}

Json stages_json(const Told& told) {
  Json::Array stages;
  const Rule* last = nullptr;
  for (const RuleReading& reading : told.explanation.rules) {
    if (last != nullptr && last->stage == reading.rule->stage) continue;
    last = reading.rule;
    const std::vector<std::string> saw = observations(told.language, last->stage, told.query, told.explanation);
    stages.push_back(Json::object({{"stage", to_string(last->stage)}, {"saw", Json::Array(saw.begin(), saw.end())}}));
  }
  return stages;
}

Json explanation_json(const Told& told) {
  const Decision& decision = told.explanation.decision;
  const Tool* tool = told.explanation.facts.tool;
  Json::Array rules;
  for (const RuleReading& reading : told.explanation.rules) rules.push_back(rule_json(told, reading));
  Json tier;
  if (tool != nullptr) {
    tier = Json::object({{"tier", to_string(tool->tier())},
                         {"effect", to_string(tool->effect)},
                         {"reversible", tool->reversibility == Reversibility::Reversible},
                         {"sensitivity", to_string(tool->sensitivity)},
                         {"policy", position_json(tool->where)}});
  }
  const bool readable = told.line.call.readability == Readability::Readable;
  return Json::object(
      {{"id", told.line.id ? Json(*told.line.id) : Json()},
       {"tool", told.line.tool ? Json(*told.line.tool) : Json()},
       {"decision", to_string(decision.verdict())},
       {"rule", to_string(decision.rule())},
       {"reason", reason(told.language, decision.deciding)},
       {"tier", std::move(tier)},
       {"stages", stages_json(told)},
       {"rules", std::move(rules)},
       {"call", readable ? Json(call_digest(told.line.call.tool, told.line.call.arguments).to_string()) : Json()},
       {"policy", told.query.policy.digest.to_string()}});
}

Exit run_explain(const Invocation& invocation, const Console& console) {
  const Result<Language> language = find_language(invocation, console);
  if (!language) return console.refuse(language.error());
  const std::string format = invocation.value("--format").value_or("table");
  if (format != "table" && format != "json") return console.refuse({ErrorKind::Input, "--format takes table or json"});
  const Result<TimePoint> now = find_now(invocation, console);
  if (!now) return console.refuse(now.error());
  const Result<Engine> engine = find_engine(invocation);
  if (!engine) return console.refuse(engine.error());
  const Result<PolicyRef> policy = load_policy(invocation, console);
  if (!policy) return console.refuse(policy.error());
  const Result<Session> session = find_session(invocation, **policy, "explain", *now);
  if (!session) return console.refuse(session.error());
  const Result<InputFile> file = InputFile::open(invocation.positional("FILE"));
  if (!file) return console.refuse(file.error());
  const Result<std::string> text = file->read_all(kMaxCallBytes);
  if (!text) return console.refuse(text.error());

  const CallLine line = read_call_line(*text);
  const SessionState state = line.after({});
  const Evidence evidence;
  const Query query{
      .policy = **policy, .session = *session, .state = state, .call = line.call, .evidence = evidence, .now = *now};
  const Explanation explanation = explain(*engine, query);
  const Told told{.line = line,
                  .query = query,
                  .explanation = explanation,
                  .ruling = ruling_of(explanation),
                  .language = *language};
  console.print(format == "json" ? write_json(explanation_json(told)) + "\n" : explanation_text(told));
  return Exit::Done;
}

}  // namespace

CommandSpec explain_command() {
  return {
      .name = "explain",
      .summary = "Show for one call what every stage saw and what every rule says; nothing is executed",
      .positionals = {{"FILE", "A file with one call as a JSON object; - or absent: standard input"}},
      .options = {kPolicyOption,
                  kPolicyDigestOption,
                  kSessionOption,
                  kRunOption,
                  kUserOption,
                  kTenantOption,
                  kAllowTenantOption,
                  kPermissionsOption,
                  kExpiresOption,
                  {"--format", OptionKind::Value, "table|json", "For a person, or for a program"},
                  kLangOption,
                  {"--now", OptionKind::Value, "TIME", "Judge as if it were this time"},
                  kWithoutOption},
      .trailing = Trailing::Refused,
      .example = R"(echo '{"tool":"send_email","arguments":{"to":"x@attacker.example"}}' | yett explain -p yett.toml)",
      .run = run_explain};
}

}  // namespace yett
