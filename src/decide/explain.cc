#include "decide/explain.h"

#include <algorithm>

#include "decide/evaluate.h"
#include "decide/path_place.h"

namespace yett {
namespace {

bool is_written_for(const WrittenList& list, const Query& query, ListIndex wanted) {
  if (list.list != wanted) return false;
  // A list of the tenant's own takes the place of the general one (docs/policy.md, [tenants.NAME]).
  const bool has_own = &query.policy.list_for(wanted, query.session.tenant) != &query.policy.lists[wanted];
  return has_own ? list.tenant == query.session.tenant : !list.tenant;
}

SourcePosition place_of_target(const Query& query, const NamedTarget& target) {
  if (target.entry) return place_of_entry(query, target);
  if (const WrittenList* list = list_for(query, target)) return list->where;
  return {};
}

/// Whether the finding speaks of this very target: one argument may name several.
bool speaks_of(const Finding& finding, const NamedTarget& target) {
  return target.argument->name == finding.argument && target.subject.text == finding.subject.text &&
         target.subject.size == finding.subject.size;
}

/// Of the destination that the first finding speaks of, else of the first one; the tool's line where there is none.
SourcePosition place_of_destination(const Query& query, const Explanation& explanation, const RuleReading& reading) {
  const NamedTarget* chosen = nullptr;
  for (const NamedTarget& target : explanation.facts.targets) {
    if (target.channel == Channel::Path) continue;
    const bool is_meant = !reading.findings.empty() && speaks_of(reading.findings.front(), target);
    if (chosen == nullptr || is_meant) chosen = &target;
    if (is_meant) break;
  }
  if (chosen == nullptr) return explanation.facts.tool == nullptr ? SourcePosition{} : explanation.facts.tool->where;
  return place_of_target(query, *chosen);
}

/// The one root that the path of the first finding is about; the tool's line where that is none or any of several.
SourcePosition place_of_root(const Query& query, const Explanation& explanation, const RuleReading& reading) {
  const Tool* tool = explanation.facts.tool;
  if (tool == nullptr) return {};
  for (const NamedTarget& target : explanation.facts.targets) {
    if (target.channel != Channel::Path) continue;
    if (!reading.findings.empty() && !speaks_of(reading.findings.front(), target)) continue;
    const PathPlace place = place_of_path(query, *tool, target);
    return place.roots.size() == 1 ? query.policy.paths[place.roots.front()].where : tool->where;
  }
  return tool->where;
}

SourcePosition place_of_permissions(const Query& query) {
  const PermissionSet& set = query.session.permissions;
  return set.where.line != 0 ? set.where : query.policy.session.where;
}

SourcePosition place_of_tenant(const Query& query) {
  const TenantTerms* terms = query.session.tenant ? query.policy.tenants.find(*query.session.tenant) : nullptr;
  return terms != nullptr ? terms->where : query.policy.session.where;
}

SourcePosition place_of(const Query& query, const Explanation& explanation, const RuleReading& reading) {
  const Tool* tool = explanation.facts.tool;
  const SourcePosition line = tool == nullptr ? SourcePosition{} : tool->where;
  switch (reading.rule->id) {
    case RuleId::SessionExpired:
      return query.policy.session.where;
    case RuleId::SessionLimit:
      return query.policy.limits_where;
    case RuleId::PermissionTool:
    case RuleId::PermissionCapability:
    case RuleId::PermissionSource:
      return place_of_permissions(query);
    case RuleId::ToolUnregistered:
    case RuleId::ToolChanged:
    case RuleId::ToolReview:
    case RuleId::ArgumentsMalformed:
    case RuleId::ArgumentsSchema:
    case RuleId::DestinationMissing:
    case RuleId::CommandMalformed:
    case RuleId::CommandUnlisted:
    case RuleId::TenancyNoTenant:
    case RuleId::TenancyInArguments:
    case RuleId::ApprovalDangerous:
    case RuleId::ApprovalFixedDestination:
    case RuleId::ApprovalTool:
      return line;
    case RuleId::DestinationPort:
    case RuleId::DestinationPath:
    case RuleId::DestinationUnlisted:
      return place_of_destination(query, explanation, reading);
    case RuleId::PathOutside:
    case RuleId::PathProtected:
      return place_of_root(query, explanation, reading);
    case RuleId::TenancyOutOfScope:
      return place_of_tenant(query);
    case RuleId::FlowPrivateToOutside:
      return query.policy.flow_where;
    case RuleId::ApprovalIrreversibleWrite:
      return query.policy.approval.where;
    default:
      return {};
  }
}

}  // namespace

const WrittenList* list_for(const Query& query, const NamedTarget& target) {
  const auto found = std::ranges::find_if(query.policy.written_lists, [&](const WrittenList& list) {
    return is_written_for(list, query, target.argument->list);
  });
  return found == query.policy.written_lists.end() ? nullptr : &*found;
}

SourcePosition place_of_entry(const Query& query, const NamedTarget& target) {
  if (!target.entry) return {};
  SourcePosition place{.file = query.policy.file, .line = target.entry->line, .column = target.entry->column};
  if (query.policy.bases.empty()) return place;
  // Which of its files the list stands in.
  const auto is_it = [&](const ListEntry& entry) {
    return entry.where.line == place.line && entry.where.column == place.column;
  };
  const WrittenList* found = nullptr;
  for (const WrittenList& list : query.policy.written_lists) {
    if (!std::ranges::any_of(list.entries, is_it)) continue;
    if (found == nullptr || is_written_for(list, query, target.argument->list)) found = &list;
  }
  if (found != nullptr) place.file = found->where.file;
  return place;
}

Explanation explain(const Engine& engine, const Query& query) {
  Explanation explanation;
  explanation.facts = examine(engine, query);
  explanation.decision = evaluate(engine, query, explanation.facts);
  for (const Rule& rule : engine.rules) {
    RuleReading reading{.rule = &rule, .findings = {}, .rests_on = {}};
    rule.test(query, explanation.facts, reading.findings);
    for (Finding& finding : reading.findings) {
      finding.rule = rule.id;
      finding.verdict = rule.verdict;
    }
    reading.rests_on = place_of(query, explanation, reading);
    explanation.rules.push_back(std::move(reading));
  }
  return explanation;
}

}  // namespace yett
