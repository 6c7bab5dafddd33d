#include "isolate/keeper.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "isolate/inside.h"
#include "isolate/inside_request.h"
#include "isolate/landlock.h"
#include "isolate/own_user.h"

namespace yett {
namespace {

constexpr int kSignalled = 128;

[[noreturn]] void fail_keeping(const char* what) {
  const char* why = ::strerrordesc_np(errno);
  ::dprintf(STDERR_FILENO, "yett: cannot %s: %s\n", what, why != nullptr ? why : "unknown error");
  ::_exit(kInsideFailed);
}

/// Without a namespace of processes: whoever is killed by us has to be ours.
void take_in_orphans() {
  // The launcher's death is seen by `life`; killed by it at once, we would leave all the others.
  if (::prctl(PR_SET_PDEATHSIG, 0) != 0 || ::prctl(PR_SET_CHILD_SUBREAPER, 1) != 0) fail_keeping("take in orphans");
  const auto scoped = scope_signals();
  errno = scoped.error_number;
  if (scoped.failed != LandlockOutcome::Step::Done) fail_keeping("keep signals in by Landlock");
  // Not believed but tried: were the launcher in reach, so would be all that its user runs.
  if (::kill(::getppid(), 0) == 0 || errno != EPERM) fail_keeping("keep signals in");
}

/// Closes all but these.
void let_go(std::array<int, 3> kept) {
  std::ranges::sort(kept);
  int first = 0;
  for (const int number : kept) {
    if (number > first) ::close_range(static_cast<unsigned>(first), static_cast<unsigned>(number) - 1, 0);
    if (number >= first) first = number + 1;
  }
  ::close_range(static_cast<unsigned>(first), INT_MAX, 0);
}

[[noreturn]] void end_all(int code, bool is_first) {
  if (!is_first) {
    do {
      ::kill(-1, SIGKILL);
    } while (::waitpid(-1, nullptr, 0) > 0 || errno == EINTR);
  }
  ::_exit(code);
}

/// The exit code of `program` once it has ended, -1 before.
int bury(pid_t program) {
  int code = -1;
  for (;;) {
    int status = 0;
    const pid_t ended = ::waitpid(-1, &status, WNOHANG);
    if (ended <= 0) return code;
    if (ended == program) code = WIFEXITED(status) ? WEXITSTATUS(status) : kSignalled + WTERMSIG(status);
  }
}

}  // namespace

void keep(int life, int reports) {
  const bool is_first = ::getpid() == 1;
  if (!is_first) take_in_orphans();
  sigset_t all;
  ::sigfillset(&all);
  ::sigprocmask(SIG_BLOCK, &all, nullptr);
  const pid_t keeper = ::getpid();
  // The other end closes when the program is executed, or is not and its process ends.
  std::array<int, 2> executing{-1, -1};
  if (::pipe2(executing.data(), O_CLOEXEC) != 0) fail_keeping("make a pipe");
  const pid_t program = ::fork();
  if (program == -1) fail_keeping("start a process");
  if (program == 0) {
    if (!is_first && (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || ::getppid() != keeper)) ::_exit(kInsideFailed);
    ::sigemptyset(&all);
    ::sigprocmask(SIG_SETMASK, &all, nullptr);
    return;
  }
  let_go({life, reports, executing[0]});
  // What a runtime has given for one step of the child's; capabilities that cannot be dropped were never held.
  [[maybe_unused]] const bool dropped = drop_capabilities();
  sigset_t children;
  ::sigemptyset(&children);
  ::sigaddset(&children, SIGCHLD);
  const int ended = ::signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK);
  if (ended == -1) end_all(kInsideFailed, is_first);
  for (;;) {
    if (const int code = bury(program); code != -1) end_all(code, is_first);
    std::array<pollfd, 3> wait{pollfd{.fd = ended, .events = POLLIN, .revents = 0},
                               pollfd{.fd = life, .events = 0, .revents = 0},
                               pollfd{.fd = executing[0], .events = 0, .revents = 0}};
    ::poll(wait.data(), wait.size(), -1);
    if (wait[1].revents != 0) end_all(kSignalled + SIGKILL, is_first);
    if (wait[2].revents != 0) {
      // Behind a failure that the child has told already, nobody reads it.
      const InsideReport executed{.kind = InsideReport::Kind::Executed};
      if (reports != -1) ::send(reports, &executed, sizeof executed, MSG_NOSIGNAL | MSG_DONTWAIT);
      ::close(executing[0]);
      ::close(reports);
      executing[0] = -1;
    }
    signalfd_siginfo told;
    while (::read(ended, &told, sizeof told) > 0) {
    }
  }
}

}  // namespace yett
