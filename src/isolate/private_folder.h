#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "base/error.h"
#include "os/file_descriptor.h"
#include "os/process.h"
#include "os/scratch_folder.h"

namespace yett {

/// A private folder (mode 0700) that a sandbox needs as long as it lives. Move-only. A launcher that is killed leaves
/// it; whoever makes the next one in the same place, as the same user or as root, removes what has no launcher any
/// more.
class PrivateFolder {
 public:
  /// How long one that is not locked is left alone: it is made a moment before.
  static constexpr std::chrono::seconds kYoung{10};

  /// Makes PARENT/yett-sandbox-XXXXXX, which belongs to `user` where root makes it. Fails with System.
  [[nodiscard]] static Result<PrivateFolder> make(const std::string& parent, const std::optional<UserIdentity>& user,
                                                  std::chrono::seconds young = kYoung);

  [[nodiscard]] const std::string& path() const { return folder_.path(); }

 private:
  PrivateFolder(ScratchFolder folder, FileDescriptor lock) : lock_(std::move(lock)), folder_(std::move(folder)) {}

  FileDescriptor lock_;  // held by flock(2) as long as the launcher lives, and until the folder is gone
  ScratchFolder folder_;
};

}  // namespace yett
