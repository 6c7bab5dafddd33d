#include "folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <system_error>

namespace deskmate {

using yett::ErrorKind;
using yett::fail;
using yett::Result;

namespace {

constexpr mode_t kPrivateFile = 0600;
constexpr mode_t kPrivateFolder = 0700;

std::unexpected<yett::Error> refused(std::string_view doing, std::string_view name, int error) {
  const ErrorKind kind = error == ENOENT ? ErrorKind::NotFound : ErrorKind::System;
  return fail(kind, fmt::format("cannot {} {}: {}", doing, name, std::generic_category().message(error)));
}

bool is_one_component(std::string_view name) {
  return !name.empty() && name != "." && name != ".." && !name.contains('/') && !name.contains('\0');
}

/// Closes its descriptor on every way out.
class OpenFile {
 public:
  OpenFile(int folder, std::string_view name, int flags)
      : descriptor_(is_one_component(name)
                        ? openat(folder, std::string(name).c_str(),
                                 flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, kPrivateFile)
                        : (errno = EINVAL, -1)) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

/// False with errno set when not everything could be written.
bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

Result<void> write_file(int folder, std::string_view name, std::string_view bytes, int flags) {
  const OpenFile file(folder, name, O_WRONLY | O_CREAT | flags);
  if (file.descriptor() < 0) return refused("create", name, errno);
  if (!write_all(file.descriptor(), bytes) || fsync(file.descriptor()) != 0) return refused("write", name, errno);
  return {};
}

}  // namespace

Result<Folder> Folder::open(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    std::filesystem::create_directories(path, error);
    if (!error) std::filesystem::permissions(path, std::filesystem::perms::owner_all, error);
  }
  std::filesystem::path real;
  if (!error) real = std::filesystem::canonical(path, error);
  if (error) return refused("open the folder", path.native(), error.value());
  const int descriptor = ::open(real.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return refused("open the folder", path.native(), errno);
  return Folder(std::move(real), descriptor);
}

Result<Folder> Folder::subfolder(std::string_view name) const {
  const std::string text(name);
  if (!is_one_component(name)) return refused("open the folder", name, EINVAL);
  if (mkdirat(descriptor_, text.c_str(), kPrivateFolder) != 0 && errno != EEXIST) {
    return refused("create the folder", name, errno);
  }
  const int descriptor = openat(descriptor_, text.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) return refused("open the folder", name, errno);
  return Folder(path_ / text, descriptor);
}

Folder::~Folder() {
  if (descriptor_ >= 0) close(descriptor_);
}

Result<bool> Folder::is_empty() const {
  std::error_code error;
  const bool empty = std::filesystem::is_empty(path_, error);
  if (error) return refused("list", path_.native(), error.value());
  return empty;
}

Result<std::string> Folder::read(std::string_view name, std::size_t max_bytes) const {
  const OpenFile file(descriptor_, name, O_RDONLY);
  if (file.descriptor() < 0) return refused("open", name, errno);
  struct stat status{};
  if (fstat(file.descriptor(), &status) != 0) return refused("read", name, errno);
  if (!S_ISREG(status.st_mode)) return refused("read", name, EINVAL);
  if (static_cast<std::uintmax_t>(status.st_size) > max_bytes) return refused("read", name, EFBIG);

  std::string bytes(static_cast<std::size_t>(status.st_size), '\0');
  std::size_t filled = 0;
  while (filled < bytes.size()) {
    const ssize_t got = ::read(file.descriptor(), bytes.data() + filled, bytes.size() - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return refused("read", name, errno);
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
  }
  bytes.resize(filled);
  return bytes;
}

Result<void> Folder::write_new(std::string_view name, std::string_view bytes) const {
  return write_file(descriptor_, name, bytes, O_EXCL);
}

Result<void> Folder::replace(std::string_view name, std::string_view bytes) const {
  const std::string beside = fmt::format(".{}.{}", name, getpid());
  unlinkat(descriptor_, beside.c_str(), 0);  // left behind by a crashed process of the same number
  if (auto written = write_new(beside, bytes); !written) return written;
  if (renameat(descriptor_, beside.c_str(), descriptor_, std::string(name).c_str()) != 0) {
    return refused("replace", name, errno);
  }
  return {};
}

Result<void> Folder::append(std::string_view name, std::string_view bytes) const {
  return write_file(descriptor_, name, bytes, O_APPEND);
}

Result<void> Folder::move(std::string_view name, const Folder& target) const {
  if (!is_one_component(name)) return refused("move", name, EINVAL);
  const std::string text(name);
  if (renameat(descriptor_, text.c_str(), target.descriptor_, text.c_str()) != 0) return refused("move", name, errno);
  return {};
}

}  // namespace deskmate
