#include "os/orphan_watch.h"

#include <pthread.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "os/linux/own_children.h"
#include "os/linux/system_error.h"

namespace yett {

OwnChildren& OwnChildren::of_this_process() {
  static OwnChildren children;
  return children;
}

Result<OrphanWatch> OrphanWatch::start() {
  sigset_t child;
  sigset_t former;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  if (const int error_number = ::pthread_sigmask(SIG_BLOCK, &child, &former); error_number != 0) {
    return system_failure("cannot block signals", error_number);
  }
  FileDescriptor signals(::signalfd(-1, &child, SFD_NONBLOCK | SFD_CLOEXEC));
  if (!signals.is_open() || ::prctl(PR_SET_CHILD_SUBREAPER, 1) == -1) {
    const int error_number = errno;
    ::pthread_sigmask(SIG_SETMASK, &former, nullptr);
    return system_failure("cannot adopt what servers leave behind", error_number);
  }
  return OrphanWatch(std::move(signals), former);
}

OrphanWatch::~OrphanWatch() {
  if (!signals_.is_open()) return;
  ::prctl(PR_SET_CHILD_SUBREAPER, 0);
  bury();
  ::pthread_sigmask(SIG_SETMASK, &former_mask_, nullptr);
}

void OrphanWatch::bury() {
  // First, so that the signal of whoever ends meanwhile is not lost.
  signalfd_siginfo ignored{};
  while (uninterrupted([&] { return ::read(signals_.get(), &ignored, sizeof ignored); }) > 0) continue;
  for (;;) {
    siginfo_t ended{};
    // Without reaping: it may be one of spawn()'s, and then its owner will. Behind that one come the others.
    const int found = uninterrupted([&] { return ::waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT); });
    if (found == -1 || ended.si_pid == 0 || OwnChildren::of_this_process().contains(ended.si_pid)) return;
    uninterrupted([&] { return ::waitid(P_PID, static_cast<id_t>(ended.si_pid), &ended, WEXITED | WNOHANG); });
  }
}

}  // namespace yett
