#include "isolate/private_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ctime>
#include <filesystem>
#include <system_error>

#include "os/linux/system_error.h"

namespace yett {
namespace {

constexpr const char* kName = "yett-sandbox";

FileDescriptor open_folder(const std::string& path) {
  return FileDescriptor(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

/// Removes what launchers have left that were killed. Others' folders are left alone, and so is what cannot be removed.
void remove_abandoned(const std::string& parent, std::chrono::seconds young) {
  std::error_code error;
  for (std::filesystem::directory_iterator entry(parent, error), end; !error && entry != end; entry.increment(error)) {
    if (!entry->path().filename().string().starts_with(std::string(kName) + "-")) continue;
    const auto folder = open_folder(entry->path());
    struct stat status{};
    if (!folder.is_open() || ::fstat(folder.get(), &status) != 0) continue;
    const bool ours = ::geteuid() == 0 || status.st_uid == ::geteuid();
    if (!ours || std::time(nullptr) - status.st_ctime < young.count()) continue;
    if (::flock(folder.get(), LOCK_EX | LOCK_NB) != 0) continue;
    std::error_code ignored;
    std::filesystem::remove_all(entry->path(), ignored);
  }
}

}  // namespace

Result<PrivateFolder> PrivateFolder::make(const std::string& parent, const std::optional<UserIdentity>& user,
                                          std::chrono::seconds young) {
  remove_abandoned(parent, young);
  auto folder = ScratchFolder::make(parent, kName);
  if (!folder) return std::unexpected(folder.error());
  auto lock = open_folder(folder->path());
  if (!lock.is_open() || ::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    return system_failure("cannot lock " + folder->path(), errno);
  }
  if (user && ::geteuid() == 0 && ::fchown(lock.get(), user->user, user->group) != 0) {
    return system_failure("cannot give away " + folder->path(), errno);
  }
  return PrivateFolder(*std::move(folder), std::move(lock));
}

}  // namespace yett
