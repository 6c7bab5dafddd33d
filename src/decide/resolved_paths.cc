#include "decide/resolved_paths.h"

#include <optional>
#include <set>
#include <string>
#include <utility>

#include "decide/bound_roots.h"
#include "text/path.h"

namespace yett {
namespace {

/// The folder of a root that is the same for everybody.
std::string common_folder(const PathRoot& root) {
  if (!root.is_template()) return root.text();
  return root.text().substr(0, root.text().rfind('/', root.text().find('{')));
}

/// A root as the file system has it, which may itself be reached by a link; nullopt where nobody knows.
std::optional<PathRoot> resolved_root(const Query& query, const PathRoot& root) {
  const std::string folder = common_folder(root);
  const PathEvidence* found = find_evidence(query.evidence.paths, folder);
  if (found == nullptr || found->object == PathObject::Unknown) return std::nullopt;
  auto there = parse_path_root(found->resolved + root.text().substr(folder.size()), root.access());
  if (!there) return std::nullopt;
  return *std::move(there);
}

/// Of the roots that a path may lie in, those that are known. A root of others that nobody knows stays as it is
/// written.
BoundRoots resolved_roots(const Query& query, const BoundRoots& roots) {
  BoundRoots resolved;
  for (const PathRoot& root : roots.filled) {
    if (root.is_template()) continue;
    if (auto there = resolved_root(query, root)) resolved.filled.push_back(*std::move(there));
  }
  for (const PathRoot& root : roots.foreign) resolved.foreign.push_back(resolved_root(query, root).value_or(root));
  return resolved;
}

bool has_paths(const Tool& tool) {
  return tool.has_role(ArgumentRole::ReadPath) || tool.has_role(ArgumentRole::WritePath) || !tool.commands.empty();
}

}  // namespace

FlawSet judge_resolved(const Query& query, const BoundRoots& roots, const PathEvidence& evidence, PathAccess access) {
  if (evidence.object == PathObject::Unknown || evidence.object == PathObject::Other) return {Flaw::PathOutside};
  const bool has_other_names = evidence.object == PathObject::File && evidence.other_names == OtherNames::Possible;
  if (has_other_names && (access == PathAccess::Write || evidence.owner == PathOwner::Another)) {
    return {Flaw::PathOutside};
  }
  const BoundRoots there = resolved_roots(query, roots);
  FlawSet flaws = examine_path(evidence.resolved, there.bounds(query), access, PathText::Word).flaws;
  // Whether the text is well-formed was asked of the text; a name that exists is one.
  flaws.erase(Flaw::PathMalformed);
  return flaws;
}

Facts examine_with_paths(const Engine& engine, const Query& query, const ResolvePath& resolve, Evidence& evidence) {
  evidence.paths.clear();
  Facts facts = examine(engine, query);
  if (facts.tool == nullptr || !has_paths(*facts.tool)) return facts;
  std::set<std::string> asked;
  for (const NamedTarget& target : facts.targets) {
    if (target.channel == Channel::Path && !target.canonical.empty()) asked.insert(target.canonical);
  }
  if (asked.empty()) return facts;
  for (const PathTerms* terms : {&facts.tool->reads, &facts.tool->writes}) {
    const BoundRoots roots = bound_roots(query, *terms);
    for (const PathRoot& root : roots.filled) {
      if (!root.is_template()) asked.insert(root.text());
    }
    for (const PathRoot& root : roots.foreign) asked.insert(common_folder(root));
  }
  for (const std::string& path : asked) {
    PathEvidence found = resolve(path);
    found.path = path;
    add_evidence(evidence.paths, std::move(found));
  }
  return examine(engine, query);
}

}  // namespace yett
