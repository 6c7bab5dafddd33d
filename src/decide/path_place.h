#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "decide/facts.h"

namespace yett {

/// How a path stands to the roots that its tool may use: for people. Judging asks examine_path() alone.
enum class PathStanding : std::uint8_t {
  Outside,        // below none of them
  Malformed,      // no path: it stands nowhere
  Expanded,       // another program makes something else of its beginning
  NoBase,         // relative, and nothing says to which of several roots
  ClimbsOut,      // its ".." leave the root
  NeedsTenant,    // below a root for one tenant, and the session has none
  OfOtherTenant,  // below such a root, in the folder of another tenant
  OfOtherUser,    // the same of a user
  ReadOnly,       // a write below a root that is only read
  OfOthers,       // below a root, and in another that is not the tool's; or a write that would move such a root
  LeadsOut,       // below a root by its text; where it leads is below none, not to be written or nothing to open
  Inside,
};

struct PathPlace {
  PathStanding standing = PathStanding::Outside;
  /// The roots, in Policy::paths, that this is about: the one that the path is below or begins at; those that were
  /// tried where it is below none or relative to none.
  std::vector<std::size_t> roots;
};

/// Where a path of the call lies. `target` is one of `tool` with Channel::Path. O(length x roots).
[[nodiscard]] PathPlace place_of_path(const Query& query, const Tool& tool, const NamedTarget& target);

}  // namespace yett
