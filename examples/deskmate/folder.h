#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"

namespace deskmate {

/// A folder that is held open. Every name is one path component, opened relative to the folder and never through
/// a symbolic link, so that no call can reach a file outside. Owns its descriptor; move-only.
/// All functions fail with kind System (or NotFound) and a message that names the file, not its folder.
class Folder {
 public:
  /// Opens a folder, creating it and its parents where they are absent; this path may contain links.
  [[nodiscard]] static yett::Result<Folder> open(const std::filesystem::path& path);
  /// Opens a folder inside this one, creating it (mode 0700) where it is absent.
  [[nodiscard]] yett::Result<Folder> subfolder(std::string_view name) const;

  Folder(Folder&& other) noexcept : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}
  Folder& operator=(Folder&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~Folder();

  /// Absolute and free of links at the time of opening.
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] yett::Result<bool> is_empty() const;

  /// The whole content of a regular file of at most `max_bytes`.
  [[nodiscard]] yett::Result<std::string> read(std::string_view name, std::size_t max_bytes) const;
  /// Writes a file (mode 0600) that must not exist yet, down to the disk.
  [[nodiscard]] yett::Result<void> write_new(std::string_view name, std::string_view bytes) const;
  /// Puts a file in place of another at once: a reader sees the old content or the new, never a part.
  [[nodiscard]] yett::Result<void> replace(std::string_view name, std::string_view bytes) const;
  /// Appends to a file, creating it where it is absent.
  [[nodiscard]] yett::Result<void> append(std::string_view name, std::string_view bytes) const;
  /// Moves a file into another folder of the same file system, under the same name.
  [[nodiscard]] yett::Result<void> move(std::string_view name, const Folder& target) const;

 private:
  Folder(std::filesystem::path path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}

  std::filesystem::path path_;
  int descriptor_ = -1;
};

}  // namespace deskmate
