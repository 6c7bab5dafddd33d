#include "decide/explain_value.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "decide/resolved_paths.h"

namespace yett {
namespace {

/// No tool of a policy has such a name.
constexpr const char* kToolName = "(value)";
constexpr const char* kArgument = "value";

ArgumentRole role_of(ValueKind kind) {
  switch (kind) {
    case ValueKind::Url:
      return ArgumentRole::Url;
    case ValueKind::Email:
      return ArgumentRole::Email;
    case ValueKind::PathToRead:
      return ArgumentRole::ReadPath;
    case ValueKind::PathToWrite:
      return ArgumentRole::WritePath;
    case ValueKind::Command:
      break;
  }
  return ArgumentRole::Command;
}

/// Whether a rule has anything to do with such a value.
bool concerns(RuleId rule, ValueKind kind) {
  const std::string_view id = to_string(rule);
  if (rule == RuleId::DestinationMissing) return false;
  switch (kind) {
    case ValueKind::Url:
      return id.starts_with("destination.");
    case ValueKind::Email:
      return rule == RuleId::DestinationMalformed || rule == RuleId::DestinationUnlisted;
    case ValueKind::PathToRead:
    case ValueKind::PathToWrite:
      return id.starts_with("path.");
    case ValueKind::Command:
      return true;
  }
  return true;
}

/// A tool that takes nothing but the value, below every root of the policy.
Tool tool_for(ValueKind kind, const Policy& policy) {
  Tool tool;
  tool.effect = Effect::Read;
  tool.sensitivity = Sensitivity::Internal;
  tool.reversibility = Reversibility::Reversible;
  tool.reads.roots.resize(policy.paths.size());
  std::iota(tool.reads.roots.begin(), tool.reads.roots.end(), std::size_t{0});
  tool.writes.roots = tool.reads.roots;
  tool.arguments = {{kArgument, role_of(kind)}};
  return tool;
}

ValueExplanation explain_with(const ValueTerms& terms, ValueKind kind, Tool tool, Json value,
                              const ResolvePath& resolve) {
  ValueExplanation explanation{.kind = kind,
                               .tool = kind == ValueKind::Command ? tool.name : std::string(),
                               .canonical = {},
                               .checks = {},
                               .observed = {}};
  tool.name = kToolName;
  tool.server.clear();
  tool.review = Review::Done;
  tool.lapses_at = TimePoint::max();
  Policy policy = terms.policy;
  (void)policy.tools.insert(std::move(tool));
  const ToolCall call = ToolCall::readable(kToolName, Json::object({{kArgument, std::move(value)}}));
  const SessionState state = SessionState::of_new_run();
  Evidence evidence;
  const Query query{.policy = policy,
                    .session = terms.session,
                    .state = state,
                    .call = call,
                    .evidence = evidence,
                    .now = terms.now,
                    .sealed = terms.sealed};
  const Facts facts = examine_with_paths(terms.engine, query, resolve, evidence);
  explanation.observed = terms.observe(query, facts);
  for (const Rule& rule : terms.engine.rules) {
    if (rule.stage != Stage::Destination || !concerns(rule.id, kind)) continue;
    Findings findings;
    rule.test(query, facts, findings);
    ValueCheck check{.rule = rule.id, .against = {}};
    if (!findings.empty()) {
      findings.front().rule = rule.id;
      findings.front().verdict = rule.verdict;
      check.against = std::move(findings.front());
    }
    explanation.checks.push_back(std::move(check));
  }
  const bool is_refused = explanation.refusal() != nullptr;
  if (kind == ValueKind::Command) {
    if (!is_refused && !facts.commands.empty()) explanation.canonical = write_json(facts.commands.front().canonical);
  } else if (!facts.targets.all().empty()) {
    explanation.canonical = facts.targets.all().front().canonical;
  }
  return explanation;
}

}  // namespace

std::string_view to_string(ValueKind kind) {
  switch (kind) {
    case ValueKind::Url:
      return "url";
    case ValueKind::Email:
      return "email";
    case ValueKind::PathToRead:
      return "path_to_read";
    case ValueKind::PathToWrite:
      return "path_to_write";
    case ValueKind::Command:
      break;
  }
  return "command";
}

const ValueCheck* ValueExplanation::refusal() const {
  const auto found = std::ranges::find_if(checks, [](const ValueCheck& check) { return check.against.has_value(); });
  return found == checks.end() ? nullptr : &*found;
}

ValueExplanation explain_value(const ValueTerms& terms, ValueKind kind, const std::string& text,
                               const ResolvePath& resolve) {
  return explain_with(terms, kind, tool_for(kind, terms.policy), Json(text), resolve);
}

std::vector<ValueExplanation> explain_command_value(const ValueTerms& terms, const Json& words,
                                                    const ResolvePath& resolve) {
  std::vector<ValueExplanation> all;
  for (const Tool& tool : terms.policy.tools.in_order()) {
    if (tool.commands.empty()) continue;
    Tool only = tool_for(ValueKind::Command, terms.policy);
    only.name = tool.name;
    only.where = tool.where;
    only.effect = tool.effect;
    only.commands = tool.commands;
    only.reads = tool.reads;
    only.writes = tool.writes;
    all.push_back(explain_with(terms, ValueKind::Command, std::move(only), words, resolve));
  }
  return all;
}

}  // namespace yett
