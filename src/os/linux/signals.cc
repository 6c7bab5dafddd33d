#include "os/signals.h"

#include <poll.h>
#include <pthread.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "os/linux/system_error.h"

namespace yett {
namespace {

sigset_t watched_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU}) {
    sigaddset(&signals, number);
  }
  return signals;
}

}  // namespace

Result<SignalWatch> SignalWatch::start() {
  const sigset_t watched = watched_signals();
  sigset_t former;
  if (const int error_number = ::pthread_sigmask(SIG_BLOCK, &watched, &former); error_number != 0) {
    return system_failure("cannot block signals", error_number);
  }
  FileDescriptor signals(::signalfd(-1, &watched, SFD_NONBLOCK | SFD_CLOEXEC));
  if (!signals.is_open()) {
    const int error_number = errno;
    ::pthread_sigmask(SIG_SETMASK, &former, nullptr);
    return system_failure("cannot watch signals", error_number);
  }
  return SignalWatch(std::move(signals), former);
}

SignalWatch::~SignalWatch() {
  if (signals_.is_open()) ::pthread_sigmask(SIG_SETMASK, &former_mask_, nullptr);
}

std::optional<Signal> SignalWatch::next() {
  signalfd_siginfo info{};
  const auto count = uninterrupted([&] { return ::read(signals_.get(), &info, sizeof info); });
  if (count != static_cast<ssize_t>(sizeof info)) return std::nullopt;
  switch (info.ssi_signo) {
    case SIGINT:
      return Signal::Interrupt;
    case SIGHUP:
      return Signal::HangUp;
    default:
      return Signal::Terminate;
  }
}

void defer_hang_ups() {
  sigset_t hang_up;
  sigemptyset(&hang_up);
  sigaddset(&hang_up, SIGHUP);
  (void)::pthread_sigmask(SIG_BLOCK, &hang_up, nullptr);  // fails for an unknown way to change the mask only
}

void ignore_broken_pipes() { (void)::signal(SIGPIPE, SIG_IGN); }

bool is_reader_gone(int descriptor) {
  pollfd pipe{.fd = descriptor, .events = 0, .revents = 0};
  return ::poll(&pipe, 1, 0) == 1 && (pipe.revents & POLLERR) != 0;
}

}  // namespace yett
