#include "isolate/apart.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "isolate/inside.h"
#include "isolate/own_user.h"

namespace yett {
namespace {

[[noreturn]] void fail_apart(const char* what) {
  const char* why = ::strerrordesc_np(errno);
  ::dprintf(STDERR_FILENO, "yett: cannot %s: %s\n", what, why != nullptr ? why : "unknown error");
  ::_exit(kInsideFailed);
}

}  // namespace

void run_apart(int count, char** arguments) {
  errno = EINVAL;
  if (count < 1) fail_apart("read what to execute");
  if (!become_in_own_namespace(::getuid(), ::getgid(), CLONE_NEWNS)) fail_apart("make a user namespace");
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
      ::mount("none", "/sys/fs/cgroup", "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, "mode=755,size=4k") != 0) {
    fail_apart("cover the control groups");
  }
  // Not root, so execve(2) leaves it without capabilities.
  std::array<char*, 1> nothing{nullptr};
  ::execve(arguments[0], arguments, nothing.data());
  fail_apart("execute a runtime");
}

}  // namespace yett
