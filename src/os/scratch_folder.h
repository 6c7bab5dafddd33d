#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"

namespace yett {

/// A new private folder (mode 0700) that is removed with all its content at the end of this object's life.
/// For the demo and for tests. Move-only.
class ScratchFolder {
 public:
  /// Makes PARENT/NAME-XXXXXX. Fails with NotFound when `parent` is absent, with System when it cannot be written.
  [[nodiscard]] static Result<ScratchFolder> make(std::string_view parent, std::string_view name);

  ScratchFolder(ScratchFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  ScratchFolder& operator=(ScratchFolder&& other) noexcept {
    std::swap(path_, other.path_);
    return *this;
  }
  /// Removes the folder; what cannot be removed stays, silently. Never follows a link out of the folder.
  ~ScratchFolder();

  /// Absolute and free of links.
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  explicit ScratchFolder(std::string path) : path_(std::move(path)) {}

  std::string path_;
};

}  // namespace yett
