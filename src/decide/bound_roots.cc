#include "decide/bound_roots.h"

namespace yett {

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
  return roots;
}

const PathTerms& terms_of(const Tool& tool, PathAccess access) {
  return access == PathAccess::Write ? tool.writes : tool.reads;
}

}  // namespace yett
