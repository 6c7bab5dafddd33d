#include "os/path_resolution.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/limits.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <optional>
#include <utility>

#include "os/file_descriptor.h"
#include "os/linux/openat2.h"

namespace yett {
namespace {

/// The name by which the kernel knows an open descriptor; nullopt for what was removed meanwhile.
std::optional<std::string> name_of(int descriptor) {
  std::array<char, PATH_MAX> name{};
  const std::string link = fmt::format("/proc/self/fd/{}", descriptor);
  const ssize_t length = ::readlink(link.c_str(), name.data(), name.size());
  if (length <= 0 || static_cast<std::size_t>(length) == name.size() || name[0] != '/') return std::nullopt;
  std::string text(name.data(), static_cast<std::size_t>(length));
  if (text.ends_with(" (deleted)")) return std::nullopt;
  return text;
}

PathObject object_of(const struct stat& status) {
  if (S_ISREG(status.st_mode)) return PathObject::File;
  if (S_ISDIR(status.st_mode)) return PathObject::Folder;
  return PathObject::Other;
}

/// What procfs shows is another thing for each process that looks. Doubt counts as procfs.
bool is_on_procfs(int descriptor) {
  struct statfs status{};
  return ::fstatfs(descriptor, &status) != 0 || status.f_type == PROC_SUPER_MAGIC;
}

bool is_link(const std::string& path) {
  struct stat status{};
  return ::lstat(path.c_str(), &status) == 0 && S_ISLNK(status.st_mode);
}

/// Takes the last component off `path` and puts it in front of `absent`.
void shorten(std::string& path, std::string& absent) {
  const std::size_t slash = path.rfind('/');
  absent.insert(0, path.substr(slash));
  path.resize(slash == 0 ? 1 : slash);
}

}  // namespace

PathEvidence resolve_path(const std::string& path) {
  PathEvidence evidence;
  evidence.path = path;
  if (!path.starts_with('/') || path.find('\0') != std::string::npos) return evidence;
  std::string existing = path;
  std::string absent;
  FileDescriptor descriptor;
  while (true) {
    descriptor = open_following_links(existing, O_PATH);
    if (descriptor.is_open()) break;
    // A link that leads nowhere is made by whoever may write where it leads.
    if (errno != ENOENT || existing == "/" || is_link(existing)) return evidence;
    shorten(existing, absent);
  }
  if (is_on_procfs(descriptor.get())) return evidence;
  struct stat status{};
  const std::optional<std::string> name = name_of(descriptor.get());
  if (!name || ::fstat(descriptor.get(), &status) != 0) return evidence;
  const PathObject object = object_of(status);
  if (absent.empty()) {
    evidence.object = object;
    evidence.other_names = status.st_nlink > 1 ? OtherNames::Possible : OtherNames::None;
    evidence.owner = status.st_uid == ::geteuid() ? PathOwner::Ourselves : PathOwner::Another;
    evidence.resolved = *name;
  } else if (object == PathObject::Folder) {
    evidence.object = PathObject::Absent;
    evidence.resolved = *name == "/" ? absent : *name + absent;
    evidence.absent = std::move(absent);
  }
  return evidence;
}

}  // namespace yett
