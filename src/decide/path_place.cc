#include "decide/path_place.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "decide/bound_roots.h"
#include "text/path.h"

namespace yett {
namespace {

/// Whether a path would be below the root for somebody: compares as many folders as the root has.
bool could_be_below(std::string_view path, std::string_view root) {
  while (!root.empty()) {
    if (path.empty()) return false;
    const std::string_view folder = path.substr(0, path.find('/'));
    const std::string_view pattern = root.substr(0, root.find('/'));
    if (!fits_pattern(folder, pattern)) return false;
    path.remove_prefix(std::min(folder.size() + 1, path.size()));
    root.remove_prefix(std::min(pattern.size() + 1, root.size()));
  }
  return true;
}

/// What keeps the session from a root that is for one tenant or user; nullopt where it is for anybody.
std::optional<PathStanding> barrier_of(const Query& query, std::string_view root, std::string_view path) {
  const bool is_tenants = root.find("{tenant}") != std::string_view::npos;
  if (!is_tenants && root.find("{user}") == std::string_view::npos) return std::nullopt;
  if (!is_tenants) return PathStanding::OfOtherUser;
  if (!query.session.tenant) return PathStanding::NeedsTenant;
  std::string of_this_tenant(root);
  const std::size_t at = of_this_tenant.find("{tenant}");
  of_this_tenant.replace(at, std::string_view("{tenant}").size(), *query.session.tenant);
  return could_be_below(path, of_this_tenant) ? PathStanding::OfOtherUser : PathStanding::OfOtherTenant;
}

/// Of a path whose text is below a root; `by_text` is what is found of it without asking where it leads.
PathStanding standing_below(const PathRoot& root, const NamedTarget& target, const PathExamination& by_text) {
  if (!target.flaws.contains(Flaw::PathOutside)) return PathStanding::Inside;
  const bool is_only_read = target.access == PathAccess::Write && root.access() == PathAccess::Read;
  if (is_only_read) return PathStanding::ReadOnly;
  return by_text.flaws.contains(Flaw::PathOutside) ? PathStanding::OfOthers : PathStanding::LeadsOut;
}

PathPlace place_of_relative(const Query& query, const BoundRoots& roots) {
  std::optional<std::size_t> base = roots.base;
  if (!base && roots.filled.size() == 1) base = 0;
  if (!base) return {PathStanding::NoBase, roots.indices};
  const std::size_t root = roots.indices[*base];
  if (!roots.filled[*base].is_template()) return {PathStanding::ClimbsOut, {root}};
  const std::string& text = query.policy.paths[root].root.text();
  return {barrier_of(query, text, text).value_or(PathStanding::Outside), {root}};
}

PathPlace place_of_absolute(const Query& query, const BoundRoots& roots, const std::string& path) {
  for (std::size_t i = 0; i < roots.filled.size(); ++i) {
    if (!roots.filled[i].is_template() && could_be_below(path, roots.filled[i].text())) {
      return {PathStanding::ClimbsOut, {roots.indices[i]}};
    }
  }
  for (const std::size_t root : roots.indices) {
    const std::string& text = query.policy.paths[root].root.text();
    if (!could_be_below(path, text)) continue;
    if (const std::optional<PathStanding> barrier = barrier_of(query, text, path)) return {*barrier, {root}};
  }
  return {PathStanding::Outside, roots.indices};
}

}  // namespace

PathPlace place_of_path(const Query& query, const Tool& tool, const NamedTarget& target) {
  const bool is_word = target.value == nullptr;
  const std::string* text = is_word ? &target.word : target.value->as_string();
  if (text == nullptr || target.flaws.contains(Flaw::PathMalformed)) return {PathStanding::Malformed, {}};
  const BoundRoots roots = bound_roots(query, terms_of(tool, target.access));
  const PathText kind = is_word ? PathText::Word : PathText::Argument;
  const PathExamination as_read = examine_path(
      *text, {.roots = roots.filled, .base = roots.base, .foreign = {}, .sealed = {}}, PathAccess::Read, kind);
  if (as_read.root) {
    const PathExamination by_text = examine_path(*text, roots.bounds(query), target.access, kind);
    return {standing_below(roots.filled[*as_read.root], target, by_text), {roots.indices[*as_read.root]}};
  }
  if (is_expanded_by_others(*text)) return {PathStanding::Expanded, {}};
  return text->starts_with('/') ? place_of_absolute(query, roots, *text) : place_of_relative(query, roots);
}

}  // namespace yett
