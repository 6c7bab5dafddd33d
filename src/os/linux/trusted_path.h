#pragma once

#include <cstdint>
#include <string>

#include "base/error.h"
#include "os/file_descriptor.h"

// Opening what only root and we can have put there. A path is walked from the root by descriptors, one component at a
// time, and every folder and link that is passed is judged by the descriptor that leads on: between look and use
// nothing can be swapped. The rule, docs/policy.md: owned by root or by us; not writable by group or
// others, except for sticky folders, in which nobody can replace what is not theirs.
namespace yett {

/// What to do about folders that do not exist.
enum class Missing : std::uint8_t {
  Refuse,
  MakeFolders,  // mode 0700
};

/// A folder that is held open.
struct TrustedFolder {
  FileDescriptor descriptor;  // O_PATH: for the *at() calls
  std::string path;           // absolute and free of links
};

/// The folder at `path`; only those above it are judged. Fails with Input for what is not trusted or not a folder.
[[nodiscard]] Result<TrustedFolder> open_trusted_folder(const std::string& path, Missing missing);

/// The same, for a folder that must be ours, not writable by anybody else (sticky or not), and writable for us.
[[nodiscard]] Result<TrustedFolder> open_private_folder(const std::string& path, Missing missing);

/// The regular file at `path`, judged, for reading. Never waits for a pipe's other end and never touches a device.
[[nodiscard]] Result<FileDescriptor> open_trusted_file(const std::string& path);

}  // namespace yett
