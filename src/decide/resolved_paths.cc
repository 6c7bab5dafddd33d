#include "decide/resolved_paths.h"

#include <algorithm>
#include <string>
#include <vector>

#include "decide/bound_roots.h"
#include "text/path.h"

namespace yett {
namespace {

/// The roots as the file system has them: a root may itself be reached by a link.
std::vector<PathRoot> resolved_roots(const Query& query, std::span<const PathRoot> roots) {
  std::vector<PathRoot> resolved;
  for (const PathRoot& root : roots) {
    const auto found = std::ranges::find(query.evidence.paths, root.text(), &PathEvidence::path);
    const bool is_known = found != query.evidence.paths.end() && found->object != PathObject::Unknown;
    if (!is_known) continue;
    if (auto there = parse_path_root(found->resolved, root.access())) resolved.push_back(*std::move(there));
  }
  return resolved;
}

bool has_paths(const Tool& tool) {
  return tool.has_role(ArgumentRole::ReadPath) || tool.has_role(ArgumentRole::WritePath) || !tool.commands.empty();
}

}  // namespace

FlawSet judge_resolved(const Query& query, std::span<const PathRoot> roots, const PathEvidence& evidence,
                       PathAccess access) {
  if (evidence.object == PathObject::Unknown || evidence.object == PathObject::Other) return {Flaw::PathOutside};
  const bool has_other_names = evidence.object == PathObject::File && evidence.other_names == OtherNames::Possible;
  if (has_other_names && (access == PathAccess::Write || evidence.owner == PathOwner::Another)) {
    return {Flaw::PathOutside};
  }
  FlawSet flaws =
      examine_path(evidence.resolved, resolved_roots(query, roots), {}, access, query.sealed, PathText::Word).flaws;
  // Whether the text is well-formed was asked of the text; a name that exists is one.
  flaws.erase(Flaw::PathMalformed);
  return flaws;
}

Facts examine_with_paths(const Engine& engine, const Query& query, const ResolvePath& resolve, Evidence& evidence) {
  evidence.paths.clear();
  Facts facts = examine(engine, query);
  if (facts.tool == nullptr || !has_paths(*facts.tool)) return facts;
  std::vector<std::string> asked;
  const auto ask = [&](const std::string& path) {
    if (std::ranges::find(asked, path) == asked.end()) asked.push_back(path);
  };
  for (const NamedTarget& target : facts.targets) {
    if (target.channel == Channel::Path && !target.canonical.empty()) ask(target.canonical);
  }
  if (asked.empty()) return facts;
  for (const PathTerms* terms : {&facts.tool->reads, &facts.tool->writes}) {
    for (const PathRoot& root : bound_roots(query, *terms).filled) {
      if (!root.is_template()) ask(root.text());
    }
  }
  for (const std::string& path : asked) {
    PathEvidence found = resolve(path);
    found.path = path;
    evidence.paths.push_back(std::move(found));
  }
  return examine(engine, query);
}

}  // namespace yett
