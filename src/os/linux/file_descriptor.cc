#include "os/file_descriptor.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "os/linux/system_error.h"

namespace yett {

void FileDescriptor::reset() noexcept {
  // Linux has freed the number even when close() says EINTR; a second try could close somebody else's.
  if (is_open()) ::close(release());
}

Result<NonBlockingMode> NonBlockingMode::set(int descriptor) {
  const int flags = ::fcntl(descriptor, F_GETFL);
  if (flags == -1 || ::fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == -1) {
    return system_failure(fmt::format("cannot make descriptor {} non-blocking", descriptor), errno);
  }
  return NonBlockingMode(descriptor, flags);
}

NonBlockingMode::~NonBlockingMode() {
  if (descriptor_ >= 0) ::fcntl(descriptor_, F_SETFL, former_flags_);
}

}  // namespace yett
