#include "isolate/stage.h"

#include <fcntl.h>
#include <grp.h>
#include <linux/sched.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "isolate/inside.h"

namespace yett {
namespace {

[[noreturn]] void fail_stage(const char* what) {
  const char* why = ::strerrordesc_np(errno);
  ::dprintf(STDERR_FILENO, "yett: cannot %s: %s\n", what, why != nullptr ? why : "unknown error");
  ::_exit(kInsideFailed);
}

unsigned number(const char* text) { return static_cast<unsigned>(std::strtoul(text, nullptr, 10)); }

/// Root and `other` in each other's place, everybody else as they are.
void write_map(pid_t process, const char* name, unsigned other) {
  std::array<char, 64> path;
  std::snprintf(path.data(), path.size(), "/proc/%d/%s", process, name);
  std::array<char, 256> map;
  const unsigned others_begin = other + 1;
  const int length = other == 1 ? std::snprintf(map.data(), map.size(), "0 1 1\n1 0 1\n2 2 %u\n", UINT_MAX - 2)
                                : std::snprintf(map.data(), map.size(), "0 %u 1\n1 1 %u\n%u 0 1\n%u %u %u\n", other,
                                                other - 1, other, others_begin, others_begin, UINT_MAX - others_begin);
  const int file = ::open(path.data(), O_WRONLY | O_CLOEXEC);
  if (file == -1 || ::write(file, map.data(), static_cast<std::size_t>(length)) != length) fail_stage("map users");
  ::close(file);
}

/// A user namespace that nobody lives in; mounts are mapped by it.
int mapping(unsigned user, unsigned group) {
  clone_args wanted{};
  wanted.flags = CLONE_NEWUSER;
  wanted.exit_signal = SIGCHLD;
  const auto child = static_cast<pid_t>(::syscall(SYS_clone3, &wanted, sizeof wanted));
  if (child == -1) fail_stage("make a user namespace");
  if (child == 0) {
    for (;;) ::pause();
  }
  write_map(child, "uid_map", user);
  write_map(child, "gid_map", group);
  std::array<char, 64> path;
  std::snprintf(path.data(), path.size(), "/proc/%d/ns/user", child);
  const int space = ::open(path.data(), O_RDONLY | O_CLOEXEC);
  if (space == -1) fail_stage("open a user namespace");
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  return space;
}

void put_on_stage(int tree, unsigned index, int space) {
  struct stat status{};
  if (::fstat(tree, &status) != 0) fail_stage("look at a mount");
  if (status.st_uid == 0) {
    mount_attr attributes{};
    attributes.attr_set = MOUNT_ATTR_IDMAP;
    attributes.userns_fd = static_cast<__u64>(space);
    if (::mount_setattr(tree, "", AT_EMPTY_PATH | AT_RECURSIVE, &attributes, sizeof attributes) != 0) {
      fail_stage("map root's files of a mount to the user of the sandbox");
    }
  }
  std::array<char, 64> path;
  std::snprintf(path.data(), path.size(), "%s/%u", kStage, index);
  const bool is_folder = S_ISDIR(status.st_mode);
  const int place = is_folder ? ::mkdir(path.data(), 0755) : ::creat(path.data(), 0644);
  if (place == -1 || ::move_mount(tree, "", AT_FDCWD, path.data(), MOVE_MOUNT_F_EMPTY_PATH) != 0) {
    fail_stage("put up a mount");
  }
  if (!is_folder) ::close(place);
  ::close(tree);
}

void become(unsigned user, unsigned group, pid_t parent) {
  if (::setgroups(0, nullptr) != 0 || ::setresgid(group, group, group) != 0 || ::setresuid(user, user, user) != 0) {
    fail_stage("become the user of the sandbox");
  }
  // The kernel has forgotten this with the change of the user; whoever has died meanwhile would not be noticed.
  if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || ::getppid() != parent) fail_stage("die with the launcher");
}

}  // namespace

void run_stage(int count, char** arguments) {
  constexpr int kFixed = 4;
  errno = EINVAL;
  if (count <= kFixed) fail_stage("read what to put up");
  const auto user = number(arguments[0]);
  const auto group = number(arguments[1]);
  const auto first = number(arguments[2]);
  const auto trees = number(arguments[3]);
  if (user == 0 || group == 0) fail_stage("leave a sandbox to root");
  const pid_t parent = ::getppid();

  if (::unshare(CLONE_NEWNS) != 0 || ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
      ::mount("stage", kStage, "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=1m") != 0) {
    fail_stage("make a mount namespace");
  }
  const int space = mapping(user, group);
  for (unsigned index = 0; index < trees; ++index) put_on_stage(static_cast<int>(first + index), index, space);
  ::close(space);
  become(user, group, parent);
  // Exactly nothing, as a backend is started in any case: what it has stays readable inside.
  std::array<char*, 1> nothing{nullptr};
  ::execve(arguments[kFixed], arguments + kFixed, nothing.data());
  fail_stage("execute what makes the sandbox");
}

}  // namespace yett
