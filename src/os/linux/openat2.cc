#include "os/linux/openat2.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "os/linux/system_error.h"

namespace yett {
namespace {

// RESOLVE_NO_SYMLINKS implies RESOLVE_NO_MAGICLINKS (openat2(2)); it is said because so much hangs on it.
constexpr __u64 kWithoutLinks = RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;

// Whoever renames without pause can make every attempt fail: better a refusal than an endless loop.
constexpr int kMaxAttempts = 8;

FileDescriptor open_resolving(int folder, const std::string& path, int flags, mode_t mode, __u64 resolve) {
  // The kernel would see only the part before a NUL character.
  if (path.find('\0') != std::string::npos) {
    errno = EINVAL;
    return FileDescriptor();
  }
  const open_how how{.flags = static_cast<__u64>(flags | O_CLOEXEC), .mode = mode, .resolve = resolve};
  long number = -1;
  for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
    number = ::syscall(SYS_openat2, folder, path.c_str(), &how, sizeof how);
    if (number != -1 || (errno != EAGAIN && errno != EINTR)) break;
  }
  return FileDescriptor(static_cast<int>(number));
}

}  // namespace

FileDescriptor open_beneath(int folder, const std::string& path, int flags, mode_t mode) {
  return open_resolving(folder, path, flags, mode, kWithoutLinks | RESOLVE_BENEATH | RESOLVE_NO_XDEV);
}

FileDescriptor open_without_links(const std::string& path, int flags) {
  return open_resolving(AT_FDCWD, path, flags, 0, kWithoutLinks);
}

FileDescriptor open_following_links(const std::string& path, int flags) {
  return open_resolving(AT_FDCWD, path, flags, 0, RESOLVE_NO_MAGICLINKS);
}

std::unexpected<Error> open_failure(const std::string& path, int error_number) {
  switch (error_number) {
    case ENOSYS:
      return fail(
          ErrorKind::System,
          fmt::format("cannot open {}: the system call openat2 is missing, and nothing else keeps a path inside "
                      "of its root",
                      path),
          {}, "use Linux 5.6 or later; in a container, let its seccomp profile allow openat2");
    case EXDEV:
      return fail(ErrorKind::Input,
                  fmt::format("cannot open {}: another file system is mounted on the way to it", path), {},
                  "make the folder where it is mounted a root of its own in [paths]");
    case ELOOP:
      return fail(ErrorKind::Input, fmt::format("cannot open {}: a symbolic link appeared on the way to it", path), {},
                  "try again when nothing else changes these folders");
    case EAGAIN:
      return fail(
          ErrorKind::System,
          fmt::format("cannot open {}: its folders are being renamed, or another program holds a lease on it", path),
          {}, "try again when nothing else changes these folders");
    default:
      return system_failure("cannot open " + path, error_number);
  }
}

}  // namespace yett
