#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "approval/binding.h"
#include "cli/commands.h"
#include "cli/engine_option.h"
#include "cli/input_file.h"
#include "cli/language_option.h"
#include "cli/policy_option.h"
#include "cli/session_option.h"
#include "cli/table.h"
#include "cli/time_option.h"
#include "decide/explain.h"
#include "decide/resolved_paths.h"
#include "os/path_resolution.h"
#include "replay/call_line.h"
#include "text/spelling.h"
#include "words/explanation.h"
#include "words/reason.h"

namespace yett {
namespace {

constexpr std::size_t kLineWidth = 100;    // of lists of names
constexpr std::size_t kScreenWidth = 130;  // of a finding: its position takes a line of its own behind that

/// Whether rules that have nothing against a call are named, besides those that do.
enum class SilentRules : std::uint8_t { LeftOut, Named };

/// Everything that is told of one call.
struct Told {
  const CallLine& line;
  const Query& query;
  const Explanation& explanation;
  const RuleReading* ruling;  // the one that decides; nullptr when nothing speaks against the call
  Language language;
  SilentRules silent;
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

/// What a stage had before it; at the first, also why a call cannot be read.
std::vector<std::string> saw_of(const Told& told, Stage stage) {
  std::vector<std::string> lines = observations(told.language, stage, told.query, told.explanation);
  if (stage == Stage::Reading && told.line.fault) lines.push_back(told.line.fault->to_string());
  return lines;
}

constexpr std::string_view kIndent = "              ";

/// What a rule has found: the same of several destinations stands once.
void append_findings(std::string& out, const Told& told, const RuleReading& reading) {
  std::string place;
  if (reading.rests_on.line != 0) place = fmt::format("  [{}]", reading.rests_on.to_string());
  std::set<std::string> told_before;
  for (const Finding& finding : reading.findings) {
    const std::string text = reason(told.language, finding);
    if (!told_before.insert(text).second) continue;
    const bool decides = &reading == told.ruling && &finding == &reading.findings.front();
    const std::string line = fmt::format("{}{} {}: {}", decides ? "           -> " : kIndent,
                                         upper(to_string(reading.rule->verdict)), to_string(reading.rule->id), text);
    out += line;
    if (line.size() + place.size() > kScreenWidth) out += fmt::format("\n{}", kIndent);
    out += place + "\n";
  }
}

void append_stage(std::string& out, const Told& told, std::span<const RuleReading> readings) {
  const Stage stage = readings.front().rule->stage;
  std::string head(to_string(stage));
  for (const std::string& line : saw_of(told, stage)) {
    out += fmt::format("{:<12}  {}\n", std::exchange(head, {}), line);
  }
  if (!head.empty()) out += fmt::format("{}\n", head);
  bool all_silent = true;
  std::vector<std::string> silent;
  for (const RuleReading& reading : readings) {
    if (reading.findings.empty()) {
      if (std::ranges::find(silent, short_name(*reading.rule)) == silent.end()) {
        silent.emplace_back(short_name(*reading.rule));
      }
      continue;
    }
    all_silent = false;
    append_findings(out, told, reading);
  }
  const std::string_view nothing = word(told.language, Label::NothingAgainst);
  if (told.silent == SilentRules::Named && !silent.empty()) {
    out += fmt::format("{}{}: {}\n", kIndent, nothing, wrapped(silent, kIndent));
  } else if (all_silent) {
    out += fmt::format("{}{}\n", kIndent, nothing);
  }
}

/// The name of a tool that the policy has; any other is the caller's text.
std::string called(const Told& told) {
  if (told.explanation.facts.tool != nullptr) return told.explanation.facts.tool->name;
  return told.line.tool ? in_quotes(*told.line.tool) : "-";
}

std::string explanation_text(const Told& told) {
  const Decision& decision = told.explanation.decision;
  const Tool* tool = told.explanation.facts.tool;
  std::string out;
  const auto head = [&](Label label, std::string_view text) {
    out += fmt::format("{}: {}\n", word(told.language, label), text);
  };
  head(Label::Call, called(told));
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
    const std::vector<std::string> saw = saw_of(told, last->stage);
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
  const SessionState state = line.after(SessionState::of_new_run());
  Evidence evidence;
  const Query query{
      .policy = **policy, .session = *session, .state = state, .call = line.call, .evidence = evidence, .now = *now};
  (void)examine_with_paths(*engine, query, resolve_path, evidence);
  const Explanation explanation = explain(*engine, query);
  const Told told{.line = line,
                  .query = query,
                  .explanation = explanation,
                  .ruling = ruling_of(explanation),
                  .language = *language,
                  .silent = invocation.has("--all") ? SilentRules::Named : SilentRules::LeftOut};
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
                  {"--all", OptionKind::Flag, "", "Also name the rules that have nothing against the call"},
                  kNowOption,
                  kWithoutOption},
      .trailing = Trailing::Refused,
      .example = R"(echo '{"tool":"send_email","arguments":{"to":"x@attacker.example"}}' | yett explain -p yett.toml)",
      .run = run_explain};
}

}  // namespace yett
