#pragma once

#include <string>

#include "model/path_evidence.h"

namespace yett {

/// Asks the file system where an absolute path leads now, following every link. What does not exist yet stands behind
/// the part that does. Not known are: a link that leads nowhere, a loop of links, a path that goes through a file, a
/// part that this process may not look into, and anything that fails. Opens nothing but O_PATH descriptors, so no
/// device is touched and no pipe waits. A snapshot: the answer is true for the moment in which it is given.
/// Thread-safe.
[[nodiscard]] PathEvidence resolve_path(const std::string& path);

}  // namespace yett
