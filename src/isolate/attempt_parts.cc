#include "isolate/attempt_parts.h"

#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace yett {
namespace {

void write_text(const char* path, const char* text) {
  const int file = ::open(path, O_WRONLY | O_CLOEXEC);
  if (file == -1) return;
  [[maybe_unused]] const auto written = ::write(file, text, std::strlen(text));
  ::close(file);
}

}  // namespace

AttemptGround::Text path_in(const AttemptGround::Text& folder, const char* name) {
  AttemptGround::Text path{};
  std::snprintf(path.data(), path.size(), "%.255s/%.200s", folder.data(), name);
  return path;
}

EscapeOutcome opens(const char* path, int flags) {
  const int file = ::open(path, flags | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (file != -1) ::close(file);
  return outcome_of(file);
}

EscapeOutcome reads(const char* path) {
  const int file = ::open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file == -1) return EscapeOutcome::Held;
  char byte = 0;
  const auto count = ::read(file, &byte, 1);
  ::close(file);
  return count == 1 ? EscapeOutcome::Open : EscapeOutcome::Held;
}

bool holds_canary(const char* path, const AttemptGround& ground) {
  static std::array<char, 65536> bytes;
  const int file = ::open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file == -1) return false;
  std::size_t size = 0;
  for (ssize_t count = 1; count > 0 && size < bytes.size();) {
    count = ::read(file, bytes.data() + size, bytes.size() - size);
    if (count > 0) size += static_cast<std::size_t>(count);
  }
  ::close(file);
  return ::memmem(bytes.data(), size, ground.canary.data(), std::strlen(ground.canary.data())) != nullptr;
}

EscapeOutcome creates_in(const char* folder) {
  AttemptGround::Text path{};
  std::snprintf(path.data(), path.size(), "%.400s/yett-attempt-%d", folder, static_cast<int>(::getpid()));
  const int file = ::open(path.data(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file == -1) return EscapeOutcome::Held;
  ::close(file);
  ::unlink(path.data());
  return EscapeOutcome::Open;
}

pid_t next_stranger(pid_t after) {
  DIR* processes = ::opendir("/proc");
  if (processes == nullptr) return 0;
  pid_t next = 0;
  while (const dirent* entry = ::readdir(processes)) {
    const auto number = static_cast<pid_t>(std::strtol(entry->d_name, nullptr, 10));
    if (number <= after || number == ::getpid() || number == ::getppid()) continue;
    if (next == 0 || number < next) next = number;
  }
  ::closedir(processes);
  return next;
}

void enter_own_namespaces() {
  const auto user = ::geteuid();
  if (::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) {
    // Whoever may do without a user namespace keeps what follows from the machine all the same.
    if (::unshare(CLONE_NEWNS) == 0) ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr);
    return;
  }
  std::array<char, 64> map{};
  std::snprintf(map.data(), map.size(), "0 %u 1\n", user);
  write_text("/proc/self/uid_map", map.data());
  ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr);
}

}  // namespace yett
