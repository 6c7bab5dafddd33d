#pragma once

#include <string>

#include "model/path_evidence.h"

namespace yett {

/// Asks the file system where an absolute path leads now, following every link, with the rights of this process.
/// Returns `path` as it was asked for, `resolved` as the kernel names it (/proc/self/fd, so /proc must be mounted), and
/// what stands there. What does not exist yet stands behind the part that does, and in `absent`; its other names and
/// its owner are not known then, and stay Possible and Another.
/// Has no errors: what is not known is PathObject::Unknown, without a resolved path. Not known are a relative path and
/// one with a NUL, a link that leads nowhere, a loop of links, a way through a magic link of procfs or a place on it
/// (another one for each process that looks), a path that goes through a file, a part that this
/// process may not look into, what is removed meanwhile or has a name that ends in " (deleted)", and anything that
/// fails.
/// Opens nothing but O_PATH descriptors, so no device is touched and no pipe waits; it blocks for as long as the file
/// system does. A snapshot: the answer is true for the moment in which it is given. Thread-safe. At most as many opens
/// as the path has components.
[[nodiscard]] PathEvidence resolve_path(const std::string& path);

}  // namespace yett
