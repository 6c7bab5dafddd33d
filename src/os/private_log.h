#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "os/file_descriptor.h"

namespace yett {

/// A file of lines that only its owner reads, and that grows. Move-only; used by one thread, but several processes may
/// append lines to the same file.
class PrivateLog {
 public:
  /// Makes the file with mode 0600, or takes it as it is when it is a regular file of ours that nobody else may read or
  /// write. A link is refused. Fails with Input when it is something else, naming the command that mends it; else
  /// System.
  [[nodiscard]] static Result<PrivateLog> open(const std::string& path);

  /// Adds the line and its end in one piece. Blocks as long as the disk does. Not synced. Fails with System.
  [[nodiscard]] Result<void> append(std::string_view line);

 private:
  explicit PrivateLog(FileDescriptor file) : file_(std::move(file)) {}

  FileDescriptor file_;
};

}  // namespace yett
