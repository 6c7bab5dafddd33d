#include "cli/explanation_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "approval/binding.h"
#include "text/spelling.h"
#include "words/explanation.h"
#include "words/reason.h"

namespace yett {
namespace {

constexpr std::size_t kLineWidth = 100;    // of lists of names
constexpr std::size_t kScreenWidth = 130;  // of a finding: its position takes a line of its own behind that

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
std::vector<std::string> saw_of(const ExplainedCall& told, Stage stage) {
  std::vector<std::string> lines = observations(told.language, stage, told.query, told.explanation);
  if (stage == Stage::Reading && told.line.fault) lines.push_back(told.line.fault->to_string());
  return lines;
}

constexpr std::string_view kIndent = "              ";

/// What a rule has found: the same of several destinations stands once.
void append_findings(std::string& out, const ExplainedCall& told, const RuleReading& reading) {
  std::string place;
  if (reading.rests_on.line != 0) place = fmt::format("  [{}]", reading.rests_on.to_string());
  std::set<std::string> told_before;
  for (const Finding& finding : reading.findings) {
    const std::string text = reason(told.language, finding);
    if (!told_before.insert(text).second) continue;
    const bool decides = &reading == ruling_of(told.explanation) && &finding == &reading.findings.front();
    const std::string line = fmt::format("{}{} {}: {}", decides ? "           -> " : kIndent,
                                         upper(to_string(reading.rule->verdict)), to_string(reading.rule->id), text);
    out += line;
    if (line.size() + place.size() > kScreenWidth) out += fmt::format("\n{}", kIndent);
    out += place + "\n";
  }
}

void append_stage(std::string& out, const ExplainedCall& told, SilentRules silent_rules,
                  std::span<const RuleReading> readings) {
  const Stage stage = readings.front().rule->stage;
  std::string head(stage_word(told.language, stage));
  for (const std::string& line : saw_of(told, stage)) {
    out += fmt::format("{:<12}  {}\n", std::exchange(head, {}), line);
  }
  if (!head.empty()) out += fmt::format("{}\n", head);
  if (stage > Stage::Reading && !is_readable(told.query)) return;
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
  if (silent_rules == SilentRules::Named && !silent.empty()) {
    out += fmt::format("{}{}{}{}\n", kIndent, nothing, word(told.language, Label::Colon), wrapped(silent, kIndent));
  } else if (all_silent) {
    out += fmt::format("{}{}\n", kIndent, nothing);
  }
}

/// The name of a tool that the policy has; any other is the caller's text.
std::string called(const ExplainedCall& told) {
  if (told.explanation.facts.tool != nullptr) return told.explanation.facts.tool->name;
  return told.line.tool ? in_quotes(*told.line.tool) : "-";
}

Json position_json(const SourcePosition& where) { return where.line == 0 ? Json() : Json(where.to_string()); }

Json rule_json(const ExplainedCall& told, const RuleReading& reading) {
  Json::Array findings;
  for (const Finding& finding : reading.findings) {
    findings.push_back(Json::object({{"reason", reason(told.language, finding)},
                                     {"argument", finding.argument.empty() ? Json() : Json(finding.argument)}}));
  }
  return Json::object({{"id", to_string(reading.rule->id)},
                       {"stage", to_string(reading.rule->stage)},
                       {"verdict", reading.findings.empty() ? Json() : Json(to_string(reading.rule->verdict))},
                       {"decides", &reading == ruling_of(told.explanation)},
                       {"findings", std::move(findings)},
                       {"policy", position_json(reading.rests_on)}});
}

Json stages_json(const ExplainedCall& told) {
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

}  // namespace

std::string explanation_text(const ExplainedCall& told, SilentRules silent) {
  const Decision& decision = told.explanation.decision;
  const Tool* tool = told.explanation.facts.tool;
  std::string out;
  const auto head = [&](Label label, std::string_view text) {
    out += fmt::format("{}{}{}\n", word(told.language, label), word(told.language, Label::Colon), text);
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
    append_stage(out, told, silent, std::span(rules).subspan(begin, end - begin));
    begin = end;
  }
  return out;
}

Json explanation_json(const ExplainedCall& told) {
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

}  // namespace yett
