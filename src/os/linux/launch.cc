#include "os/linux/launch.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <climits>
#include <cstddef>
#include <vector>

#include "os/linux/system_error.h"

// What runs in the child shares the parent's memory, in which a sanitizer keeps its books of the parent alone.
#define YETT_IN_CHILD __attribute__((no_sanitize("address", "thread", "undefined"), noinline))

namespace yett {
namespace {

constexpr std::size_t kStackBytes = std::size_t{64} * 1024;

YETT_IN_CHILD bool die_with(pid_t parent) {
  // The parent may have died before the kernel was told; then nobody would ever send the signal.
  return ::prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && ::getppid() == parent;
}

YETT_IN_CHILD bool connect_pipes(const Launch& launch) {
  return ::dup2(launch.input, STDIN_FILENO) != -1 && ::dup2(launch.output, STDOUT_FILENO) != -1 &&
         ::dup2(launch.errors, STDERR_FILENO) != -1;
}

/// Handlers end with execve(2) by themselves, ignored and blocked signals do not.
YETT_IN_CHILD bool reset_signals() {
  struct sigaction by_default{};
  by_default.sa_handler = SIG_DFL;
  // Fails for SIGKILL, SIGSTOP and the C library's own, which nobody can have changed.
  for (int number = 1; number < NSIG; ++number) ::sigaction(number, &by_default, nullptr);
  sigset_t none;
  sigemptyset(&none);
  return ::sigprocmask(SIG_SETMASK, &none, nullptr) == 0;
}

YETT_IN_CHILD bool take(Launch& launch, Launch::Step step) {
  launch.step = step;
  switch (step) {
    case Launch::Step::LeaveSession:
      return ::setsid() != -1;
    case Launch::Step::DieWithParent:
      return die_with(launch.parent);
    case Launch::Step::EnterFolder:
      return launch.folder == nullptr || ::chdir(launch.folder) == 0;
    case Launch::Step::ConnectPipes:
      return connect_pipes(launch);
    case Launch::Step::CloseRest:
      return ::close_range(STDERR_FILENO + 1, UINT_MAX, 0) == 0;
    case Launch::Step::ResetSignals:
      return reset_signals();
    case Launch::Step::Execute:
      return ::execve(launch.program, launch.arguments, launch.environment) == 0;
  }
  return false;
}

/// The whole life of the child before its program.
YETT_IN_CHILD int child(void* argument) {
  using enum Launch::Step;
  Launch& launch = *static_cast<Launch*>(argument);
  for (const auto step : {LeaveSession, DieWithParent, EnterFolder, ConnectPipes, CloseRest, ResetSignals, Execute}) {
    errno = 0;
    if (take(launch, step)) continue;
    launch.error_number = errno != 0 ? errno : ECANCELED;
    break;
  }
  ::_exit(127);
}

}  // namespace

Result<Launched> start_child(Launch& launch) {
  launch.parent = ::getpid();
  std::vector<std::max_align_t> stack(kStackBytes / sizeof(std::max_align_t));

  // In the child a handler of ours would run on our memory.
  sigset_t all;
  sigset_t former;
  sigfillset(&all);
  if (const int error_number = ::pthread_sigmask(SIG_SETMASK, &all, &former); error_number != 0) {
    return system_failure("cannot block signals", error_number);
  }
  // As posix_spawn(3) does it: no copy of our memory, and we stand still until the child has left it. Beyond that it
  // gives a descriptor of the process, and a place to ask for the signal at our death.
  int process = -1;
  const pid_t pid =
      ::clone(child, stack.data() + stack.size(), CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD, &launch, &process);
  const int error_number = errno;
  ::pthread_sigmask(SIG_SETMASK, &former, nullptr);
  if (pid == -1) return system_failure("cannot start a process", error_number);

  Launched launched{pid, FileDescriptor(process)};
  if (launch.error_number != 0) {
    siginfo_t ignored;
    uninterrupted([&] { return ::waitid(P_PID, static_cast<id_t>(pid), &ignored, WEXITED); });
  }
  return launched;
}

}  // namespace yett
