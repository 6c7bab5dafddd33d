#include "store/writer_lock.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace yett {
namespace {

std::unexpected<Error> lock_failure(const std::string& path, int error_number) {
  return fail(ErrorKind::Store, "cannot lock " + path + ": " + std::strerror(error_number));
}

/// A lock that a child inherited would be held until the child ends, so it closes on exec.
constexpr int kFlags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY;

}  // namespace

Result<WriterLock> WriterLock::open(const std::string& path) {
  FileDescriptor file(::open(path.c_str(), kFlags, 0600));
  if (!file.is_open()) return lock_failure(path, errno);
  return WriterLock(std::move(file), path);
}

Result<HeldWriterLock> WriterLock::acquire() {
  int locked = -1;
  do {
    locked = ::flock(file_.get(), LOCK_EX);
  } while (locked == -1 && errno == EINTR);
  if (locked == -1) return lock_failure(path_, errno);
  return HeldWriterLock(file_.get());
}

void HeldWriterLock::release() noexcept {
  if (const int descriptor = std::exchange(descriptor_, -1); descriptor >= 0) ::flock(descriptor, LOCK_UN);
}

}  // namespace yett
