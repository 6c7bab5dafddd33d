#pragma once

#include <sys/types.h>

#include <string>

#include "base/error.h"
#include "os/file_descriptor.h"

// Opening without ever leaving a folder: openat2(2), Linux 5.6, for which the C library of Debian 12 has no function.
// Where the call does not exist nothing is opened: a plain openat() cannot hold a path inside a folder.
namespace yett {

/// Opens `path` below the folder of `folder`; `mode` counts with O_CREAT alone. Always O_CLOEXEC.
/// Fails with EXDEV where the path is absolute, climbs out by ".." or crosses a mount point, and with ELOOP where any
/// part of it is a symbolic link, magic ones of procfs included; with O_PATH | O_NOFOLLOW the last part may be one,
/// which is then opened itself. Interruptions, and renames that race with "..", are tried again, at most 8 times in a
/// row. On failure the descriptor is not open and errno says why.
[[nodiscard]] FileDescriptor open_beneath(int folder, const std::string& path, int flags, mode_t mode = 0);

/// Opens the absolute `path`, no part of which may be a symbolic link: ELOOP. Fails otherwise like open_beneath.
[[nodiscard]] FileDescriptor open_without_links(const std::string& path, int flags);

/// Opens the absolute `path`, following symbolic links but no magic ones of procfs, which lead elsewhere for every
/// process that asks: ELOOP. Fails otherwise like open_beneath.
[[nodiscard]] FileDescriptor open_following_links(const std::string& path, int flags);

/// What an error number of these two means for `path`, and what to do about it.
[[nodiscard]] std::unexpected<Error> open_failure(const std::string& path, int error_number);

}  // namespace yett
