#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "decide/facts.h"
#include "text/path.h"

namespace yett {

/// The roots that a tool's paths may lie in, filled in from the session, and which of them is the base.
struct BoundRoots {
  std::vector<PathRoot> filled;
  std::vector<std::size_t> indices;  // of each in Policy::paths
  std::optional<std::size_t> base;   // in `filled`
  /// The policy's other roots, and every template, which stands for the folders of others.
  std::vector<PathRoot> foreign;

  [[nodiscard]] PathBounds bounds(const Query& query) const {
    return {.roots = filled, .base = base, .foreign = foreign, .sealed = query.sealed};
  }
};

/// A root whose names the session cannot fill in stays a template, and nothing is inside it. O(roots).
[[nodiscard]] BoundRoots bound_roots(const Query& query, const PathTerms& terms);

/// The terms that hold for the paths which a tool reads, or writes.
[[nodiscard]] const PathTerms& terms_of(const Tool& tool, PathAccess access);

}  // namespace yett
