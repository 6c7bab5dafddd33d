#include "decide/bound_roots.h"

#include <algorithm>
#include <utility>

namespace yett {

namespace {

/// A template, and what it is for others of one's own tenant, and for oneself at others.
void add_templates(const PathRoot& root, const RootBindings& bindings, std::vector<PathRoot>& foreign) {
  foreign.push_back(root);
  for (const RootBindings& half :
       {RootBindings{.tenant = bindings.tenant, .user = {}}, RootBindings{.tenant = {}, .user = bindings.user}}) {
    PathRoot filled = root.filled(half);
    if (filled.is_template() && filled.text() != root.text()) foreign.push_back(std::move(filled));
  }
}

}  // namespace

BoundRoots bound_roots(const Query& query, const PathTerms& terms) {
  const RootBindings bindings{
      .tenant = query.session.tenant ? std::optional<std::string_view>(*query.session.tenant) : std::nullopt,
      .user = query.session.user};
  BoundRoots roots;
  roots.filled.reserve(terms.roots.size());
  roots.indices.reserve(terms.roots.size());
  for (const std::size_t root : terms.roots) {
    if (root >= query.policy.paths.size()) continue;
    if (terms.base == root) roots.base = roots.filled.size();
    roots.filled.push_back(query.policy.paths[root].root.filled(bindings));
    roots.indices.push_back(root);
  }
  for (std::size_t i = 0; i < query.policy.paths.size(); ++i) {
    const PathRoot& root = query.policy.paths[i].root;
    if (root.is_template()) add_templates(root, bindings, roots.foreign);
    if (std::ranges::find(terms.roots, i) != terms.roots.end()) continue;
    PathRoot filled = root.filled(bindings);
    if (!filled.is_template()) roots.foreign.push_back(std::move(filled));
  }
  return roots;
}

const PathTerms& terms_of(const Tool& tool, PathAccess access) {
  return access == PathAccess::Write ? tool.writes : tool.reads;
}

}  // namespace yett
