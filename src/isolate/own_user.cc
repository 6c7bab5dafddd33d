#include "isolate/own_user.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace yett {
namespace {

bool write_all(const char* path, const char* text) {
  const int file = ::open(path, O_WRONLY | O_CLOEXEC);
  if (file == -1) return false;
  const auto length = static_cast<ssize_t>(std::strlen(text));
  const bool written = ::write(file, text, static_cast<std::size_t>(length)) == length;
  const int why = errno;
  ::close(file);
  errno = why;
  return written;
}

bool write_map(const char* path, unsigned inside, unsigned outside) {
  std::array<char, 64> line;
  std::snprintf(line.data(), line.size(), "%u %u 1\n", inside, outside);
  return write_all(path, line.data());
}

}  // namespace

bool become_in_own_namespace(uid_t user, gid_t group, int more) {
  const uid_t user_outside = ::geteuid();
  const gid_t group_outside = ::getegid();
  return ::unshare(CLONE_NEWUSER | more) == 0 && write_all("/proc/self/setgroups", "deny") &&
         write_map("/proc/self/uid_map", user, user_outside) && write_map("/proc/self/gid_map", group, group_outside);
}

bool drop_capabilities() {
  for (unsigned long number = 0; ::prctl(PR_CAPBSET_READ, number, 0, 0, 0) >= 0; ++number) {
    if (::prctl(PR_CAPBSET_DROP, number, 0, 0, 0) != 0) return false;
  }
  __user_cap_header_struct header{.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
  const std::array<__user_cap_data_struct, 2> none{};
  return ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) == 0 &&
         ::syscall(SYS_capset, &header, none.data()) == 0;
}

}  // namespace yett
