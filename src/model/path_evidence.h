#pragma once

#include <cstdint>
#include <functional>
#include <string>

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

/// Asks the file system. The core gets it as a value, since it looks nothing up itself.
using ResolvePath = std::function<PathEvidence(const std::string& path)>;

}  // namespace yett
