#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace yett {

/// What stands at a path.
enum class PathObject : std::uint8_t {
  Unknown,  // nobody could find out
  Absent,
  File,
  Folder,
  Other,  // a device, a pipe, a socket
};

/// Whether a file has names besides the one that was asked for: a hard link may lead to it from anywhere.
enum class OtherNames : std::uint8_t { Possible, None };

/// Whom a file belongs to.
enum class PathOwner : std::uint8_t { Another, Ourselves };

/// What the file system says of a path at the time of a decision. One that nobody filled in is not known.
struct PathEvidence {
  std::string path;      // as it was asked for: absolute and canonical
  std::string resolved;  // where it leads with every symbolic link followed; what does not exist yet stands at its end
  std::string absent;    // the end of it that does not exist
  PathObject object = PathObject::Unknown;
  OtherNames other_names = OtherNames::Possible;
  PathOwner owner = PathOwner::Another;
};

/// What is known of a path among those that were looked at, which are in the order of `path`; nullptr when it was not.
/// O(log n): one call may name a hundred thousand.
[[nodiscard]] inline const PathEvidence* find_evidence(std::span<const PathEvidence> paths, std::string_view path) {
  const auto found = std::ranges::lower_bound(paths, path, {}, &PathEvidence::path);
  return found == paths.end() || found->path != path ? nullptr : &*found;
}

/// Puts what was found among the others, where find_evidence() finds it. O(n), and O(1) for the last of them.
inline void add_evidence(std::vector<PathEvidence>& paths, PathEvidence found) {
  const auto place = std::ranges::upper_bound(paths, found.path, {}, &PathEvidence::path);
  paths.insert(place, std::move(found));
}

/// Asks the file system. The core gets it as a value, since it looks nothing up itself.
using ResolvePath = std::function<PathEvidence(const std::string& path)>;

}  // namespace yett
