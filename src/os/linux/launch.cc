#include "os/linux/launch.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <climits>
#include <csignal>
#include <cstddef>
#include <vector>

#include "os/linux/own_children.h"
#include "os/linux/system_error.h"

// The child runs in the parent's memory, in which the C library and the sanitizers keep their books of the parent
// alone. So it talks to the kernel directly, and no sanitizer looks at it.
#define YETT_IN_CHILD __attribute__((no_sanitize("address", "thread", "undefined"), noinline))

#if defined(__SANITIZE_THREAD__)
// ThreadSanitizer wraps clone() as if it were fork() and would count the parent's other threads as gone. This is the
// C library's second name for the same function, without the wrapper.
extern "C" int __clone(int (*function)(void*), void* stack, int flags, void* argument, ...);
#define YETT_CLONE ::__clone
#else
#define YETT_CLONE ::clone
#endif

namespace yett {
namespace {

constexpr std::size_t kStackBytes = std::size_t{64} * 1024;
constexpr std::size_t kSignalSetBytes = (_NSIG - 1) / 8;  // the kernel's sigset_t, smaller than the C library's

YETT_IN_CHILD bool die_with(pid_t parent) {
  // The parent may have died before the kernel was told; then nobody would ever send the signal.
  return ::syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL) == 0 && ::syscall(SYS_getppid) == parent;
}

YETT_IN_CHILD bool connect_pipes(const Launch& launch) {
  return ::syscall(SYS_dup3, launch.input, STDIN_FILENO, 0) != -1 &&
         ::syscall(SYS_dup3, launch.output, STDOUT_FILENO, 0) != -1 &&
         ::syscall(SYS_dup3, launch.errors, STDERR_FILENO, 0) != -1;
}

/// First all of them out of the way of where they go, so that none is written over before it has moved.
YETT_IN_CHILD bool hand_over(const Launch& launch) {
  const long first = STDERR_FILENO + 1;
  const long beyond = first + static_cast<long>(launch.handed_over.size());
  int* numbers = launch.handed_over.data();
  for (std::size_t index = 0; index < launch.handed_over.size(); ++index) {
    const long moved = ::syscall(SYS_fcntl, numbers[index], F_DUPFD_CLOEXEC, beyond);
    if (moved == -1) return false;
    numbers[index] = static_cast<int>(moved);
  }
  for (std::size_t index = 0; index < launch.handed_over.size(); ++index) {
    if (::syscall(SYS_dup3, numbers[index], first + static_cast<long>(index), 0) == -1) return false;
  }
  return true;
}

/// The kernel's calls change this process alone; the C library's would change every thread of the parent.
YETT_IN_CHILD bool become(const UserIdentity* user) {
  if (user == nullptr) return true;
  return ::syscall(SYS_setgroups, 0, nullptr) == 0 &&
         ::syscall(SYS_setresgid, user->group, user->group, user->group) == 0 &&
         ::syscall(SYS_setresuid, user->user, user->user, user->user) == 0;
}

/// Handlers end with execve(2) by themselves, ignored and blocked signals do not.
YETT_IN_CHILD bool reset_signals() {
  // The kernel's struct sigaction: SIG_DFL, which is 0, no flags, no restorer, no mask.
  constexpr std::array<unsigned long, 4> kByDefault{};
  // Fails for SIGKILL and SIGSTOP, which nobody can have changed.
  for (int number = 1; number < _NSIG; ++number) {
    ::syscall(SYS_rt_sigaction, number, kByDefault.data(), nullptr, kSignalSetBytes);
  }
  constexpr std::uint64_t kNoSignals = 0;
  return ::syscall(SYS_rt_sigprocmask, SIG_SETMASK, &kNoSignals, nullptr, kSignalSetBytes) == 0;
}

YETT_IN_CHILD bool take(Launch& launch, Launch::Step step) {
  launch.step = step;
  switch (step) {
    case Launch::Step::LeaveSession:
      return ::syscall(SYS_setsid) != -1;
    case Launch::Step::BecomeUser:
      return become(launch.become);
    case Launch::Step::DieWithParent:
      return die_with(launch.parent);
    case Launch::Step::EnterFolder:
      return launch.folder == nullptr || ::syscall(SYS_chdir, launch.folder) == 0;
    case Launch::Step::ConnectPipes:
      return connect_pipes(launch);
    case Launch::Step::HandOver:
      return hand_over(launch);
    case Launch::Step::CloseRest:
      return ::syscall(SYS_close_range, STDERR_FILENO + 1 + launch.handed_over.size(), UINT_MAX, 0) == 0;
    case Launch::Step::ResetSignals:
      return reset_signals();
    case Launch::Step::Execute:
      return ::syscall(SYS_execve, launch.program, launch.arguments, launch.environment) == 0;
  }
  return false;
}

/// The whole life of the child before its program.
YETT_IN_CHILD int child(void* argument) {
  using enum Launch::Step;
  Launch& launch = *static_cast<Launch*>(argument);
  // The user before the signal at our death: the kernel forgets it when the user changes.
  for (const auto step : {LeaveSession, BecomeUser, DieWithParent, EnterFolder, ConnectPipes, HandOver, CloseRest,
                          ResetSignals, Execute}) {
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
  int error_number = 0;
  const pid_t pid = OwnChildren::of_this_process().add([&] {
    constexpr int kFlags = CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD;
    const pid_t born = YETT_CLONE(child, stack.data() + stack.size(), kFlags, &launch, &process);
    error_number = errno;
    return born;
  });
  ::pthread_sigmask(SIG_SETMASK, &former, nullptr);
  if (pid == -1) return system_failure("cannot start a process", error_number);

  Launched launched{pid, FileDescriptor(process)};
  if (launch.error_number != 0) {
    siginfo_t ignored;
    OwnChildren::of_this_process().remove(pid);
    uninterrupted([&] { return ::waitid(P_PID, static_cast<id_t>(pid), &ignored, WEXITED); });
  }
  return launched;
}

}  // namespace yett
