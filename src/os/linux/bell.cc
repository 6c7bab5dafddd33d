#include "os/bell.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>

#include "os/linux/system_error.h"

namespace yett {

Result<Bell> Bell::open(const std::string& folder) {
  std::string path = folder + "/bell";
  constexpr int kFlags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC;
  FileDescriptor file(uninterrupted([&] { return ::open(path.c_str(), kFlags, 0600); }));
  if (!file.is_open()) return system_failure("cannot open " + path, errno);
  return Bell(std::move(file), std::move(path));
}

Result<void> Bell::ring() {
  // Always the same byte at the same place: the event counts, the content never grows.
  if (uninterrupted([&] { return ::pwrite(file_.get(), "!", 1, 0); }) == 1) return {};
  return system_failure("cannot write " + path_, errno);
}

Result<BellListener> Bell::listen() const {
  FileDescriptor watch(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
  if (!watch.is_open() || ::inotify_add_watch(watch.get(), path_.c_str(), IN_MODIFY | IN_DONT_FOLLOW) == -1) {
    return system_failure("cannot watch " + path_, errno);
  }
  return BellListener(std::move(watch));
}

void BellListener::drain() {
  alignas(inotify_event) std::array<char, 4096> events;
  while (uninterrupted([&] { return ::read(watch_.get(), events.data(), events.size()); }) > 0) {
  }
}

void BellListener::wait(Duration longest) const {
  pollfd rung{.fd = watch_.get(), .events = POLLIN, .revents = 0};
  const auto milliseconds = std::chrono::ceil<std::chrono::milliseconds>(longest).count();
  (void)::poll(&rung, 1, static_cast<int>(std::clamp<std::int64_t>(milliseconds, 0, 60'000)));
}

}  // namespace yett
