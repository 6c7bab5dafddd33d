#include "os/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <optional>

#include "os/linux/file_system.h"
#include "os/linux/system_error.h"
#include "os/linux/trusted_path.h"

namespace yett {
namespace {

constexpr std::size_t kReadBytes = std::size_t{64} * 1024;

/// A path with a NUL inside would name another file to the system than to whoever reads the message.
Result<void> require_path(const std::string& path) {
  if (path.empty()) return fail(ErrorKind::Input, "a path is empty");
  if (path.find('\0') != std::string::npos) return fail(ErrorKind::Input, "a path contains a NUL character");
  return {};
}

/// The type of the file system, or nothing.
std::optional<std::uint32_t> file_system_type(const std::string& path) {
  struct statfs status{};
  if (!require_path(path) || ::statfs(path.c_str(), &status) == -1) return std::nullopt;
  return static_cast<std::uint32_t>(status.f_type);
}

Result<void> write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const auto written = uninterrupted([&] { return ::write(descriptor, text.data(), text.size()); });
    if (written == -1) return system_failure("", errno);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

/// A folder for what stays in memory, as runtime_folder promises it.
Result<std::string> folder_in_memory(const std::string& path) {
  const std::string parent = path.substr(0, path.rfind('/'));
  if (!is_tmpfs(parent)) return fail(ErrorKind::Input, parent + " does not lie in memory (tmpfs)");
  auto folder = open_private_folder(path, Missing::MakeFolders);
  if (!folder) return std::unexpected(folder.error());
  struct statfs file_system{};
  struct stat status{};
  if (::fstatfs(folder->descriptor.get(), &file_system) == -1 || ::fstat(folder->descriptor.get(), &status) == -1) {
    return system_failure("cannot examine " + path, errno);
  }
  // It may be a link, or something may be mounted on it.
  if (static_cast<std::uint32_t>(file_system.f_type) != kTmpfs) {
    return fail(ErrorKind::Input, path + " does not lie in memory (tmpfs)");
  }
  if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    return fail(ErrorKind::Input,
                fmt::format("the folder {} can be read by others (mode {:04o})", path, status.st_mode & 07777), {},
                "chmod 700 " + shell_word(path));
  }
  return std::move(folder->path);
}

}  // namespace

Result<std::string> read_file_descriptor(int descriptor, std::string_view name, std::size_t max_bytes) {
  struct stat status{};
  if (::fstat(descriptor, &status) == -1) return system_failure(fmt::format("cannot read {}", name), errno);
  if (S_ISDIR(status.st_mode)) return fail(ErrorKind::Input, fmt::format("{} is a directory, not a file", name));

  std::string text;
  if (S_ISREG(status.st_mode)) text.reserve(std::min(static_cast<std::size_t>(status.st_size), max_bytes) + 1);
  for (;;) {
    // One byte more than allowed is enough to know that there are too many.
    const std::size_t room = std::min(max_bytes - text.size(), kReadBytes - 1) + 1;
    ssize_t count = 0;
    int error_number = 0;
    const std::size_t old_size = text.size();
    // The second argument may be larger than asked for with this library, so nothing counts from it.
    text.resize_and_overwrite(old_size + room, [&](char* data, std::size_t) {
      count = uninterrupted([&] { return ::read(descriptor, data + old_size, room); });
      error_number = errno;
      return old_size + static_cast<std::size_t>(std::max<ssize_t>(count, 0));
    });
    if (count == -1) return system_failure(fmt::format("cannot read {}", name), error_number);
    if (count == 0) return text;
    if (text.size() > max_bytes) {
      return fail(ErrorKind::Input, fmt::format("{} is larger than {} bytes", name, max_bytes));
    }
  }
}

Result<std::string> read_file(const std::string& path, std::size_t max_bytes) {
  if (auto checked = require_path(path); !checked) return std::unexpected(checked.error());
  const FileDescriptor file(uninterrupted([&] { return ::open(path.c_str(), O_RDONLY | O_NOCTTY | O_CLOEXEC); }));
  if (!file.is_open()) return system_failure("cannot open " + path, errno);
  return read_file_descriptor(file.get(), path, max_bytes);
}

Result<std::string> read_trusted_file(const std::string& path, std::size_t max_bytes) {
  const auto file = open_trusted_file(path);
  if (!file) return std::unexpected(file.error());
  return read_file_descriptor(file->get(), path, max_bytes);
}

Result<void> write_private_file(const std::string& path, std::string_view text) {
  const auto slash = path.rfind('/');
  const std::string name = slash == std::string::npos ? path : path.substr(slash + 1);
  if (name.empty() || name == "." || name == ".." || !require_path(name)) {
    return fail(ErrorKind::Input, fmt::format("{} names no file", path));
  }
  const std::string parent = slash == std::string::npos ? "." : path.substr(0, std::max<std::size_t>(slash, 1));
  const auto folder = open_private_folder(parent, Missing::Refuse);
  if (!folder) return std::unexpected(folder.error());

  const int here = folder->descriptor.get();
  constexpr int kFlags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  const FileDescriptor file(uninterrupted([&] { return ::openat(here, name.c_str(), kFlags, 0600); }));
  if (!file.is_open()) return system_failure("cannot make the file " + path, errno);
  auto written = write_all(file.get(), text);
  if (written) return written;
  ::unlinkat(here, name.c_str(), 0);
  written.error().message.insert(0, "cannot write " + path);
  return written;
}

Result<void> write_new_file(const std::string& path, std::string_view text) {
  if (auto checked = require_path(path); !checked) return checked;
  constexpr mode_t kReadableByAll = 0644;
  constexpr int kFlags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  const FileDescriptor file(uninterrupted([&] { return ::open(path.c_str(), kFlags, kReadableByAll); }));
  if (!file.is_open()) {
    if (errno == EEXIST) return fail(ErrorKind::Input, path + " exists already", {}, "name another file");
    return system_failure("cannot make the file " + path, errno);
  }
  // The umask may have taken rights away.
  auto written = ::fchmod(file.get(), kReadableByAll) == 0 ? write_all(file.get(), text) : system_failure("", errno);
  if (written) return written;
  ::unlink(path.c_str());
  written.error().message.insert(0, "cannot write " + path);
  return written;
}

Result<void> replace_file(const std::string& path, std::string_view text) {
  if (auto checked = require_path(path); !checked) return checked;
  const std::string draft = fmt::format("{}.{}.new", path, ::getpid());
  // What a process of this number has left behind is nobody's any more.
  ::unlink(draft.c_str());
  if (auto written = write_new_file(draft, text); !written) return written;
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  const auto sync = [](const std::string& name) {
    const FileDescriptor file(uninterrupted([&] { return ::open(name.c_str(), O_RDONLY | O_CLOEXEC); }));
    return file.is_open() && ::fsync(file.get()) == 0;
  };
  if (sync(draft) && ::rename(draft.c_str(), path.c_str()) == 0) {
    (void)sync(folder);
    return {};
  }
  const int error = errno;
  ::unlink(draft.c_str());
  return system_failure("cannot write " + path, error);
}

Result<void> make_private_folder(const std::string& path) {
  const auto folder = open_private_folder(path, Missing::MakeFolders);
  if (!folder) return std::unexpected(folder.error());
  return {};
}

Result<void> remove_file(const std::string& path) {
  if (auto checked = require_path(path); !checked) return checked;
  if (::unlink(path.c_str()) == 0) return {};
  return system_failure("cannot remove " + path, errno);
}

bool is_tmpfs(const std::string& path) { return file_system_type(path) == kTmpfs; }

bool is_network_file_system(const std::string& path) {
  const auto type = file_system_type(path);
  return !type || is_network_type(*type);
}

std::vector<std::string> runtime_folder_places(std::string_view xdg_runtime_dir) {
  std::vector<std::string> places;
  // The XDG Base Directory Specification has relative values ignored.
  if (xdg_runtime_dir.starts_with('/')) places.push_back(fmt::format("{}/yett", xdg_runtime_dir));
  places.push_back(fmt::format("/dev/shm/yett-{}", geteuid()));
  return places;
}

Result<std::string> runtime_folder(std::string_view xdg_runtime_dir) {
  Result<std::string> folder = fail(ErrorKind::Input, "there is no folder in memory");
  for (const std::string& place : runtime_folder_places(xdg_runtime_dir)) {
    folder = folder_in_memory(place);
    if (folder) return folder;
  }
  return folder;
}

}  // namespace yett
