#include "os/signals.h"

#include <poll.h>
#include <pthread.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>

#include "os/linux/system_error.h"

namespace yett {
namespace {

constexpr std::array kWatched = {SIGTERM, SIGINT,  SIGHUP,    SIGQUIT, SIGUSR1,
                                 SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU};

}  // namespace

Result<SignalQueue> SignalQueue::start(std::span<const int> numbers) {
  sigset_t watched;
  sigemptyset(&watched);
  for (const int number : numbers) sigaddset(&watched, number);
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
  return SignalQueue(std::move(signals), former);
}

SignalQueue::~SignalQueue() {
  if (signals_.is_open()) ::pthread_sigmask(SIG_SETMASK, &former_mask_, nullptr);
}

std::optional<int> SignalQueue::next() {
  signalfd_siginfo info{};
  const auto count = uninterrupted([&] { return ::read(signals_.get(), &info, sizeof info); });
  if (count != static_cast<ssize_t>(sizeof info)) return std::nullopt;
  return static_cast<int>(info.ssi_signo);
}

Result<SignalWatch> SignalWatch::start() {
  Result<SignalQueue> queue = SignalQueue::start(kWatched);
  if (!queue) return std::unexpected(queue.error());
  return SignalWatch(std::move(*queue));
}

std::optional<Signal> SignalWatch::next() {
  const std::optional<int> number = queue_.next();
  if (!number) return std::nullopt;
  if (*number == SIGINT) return Signal::Interrupt;
  return *number == SIGHUP ? Signal::HangUp : Signal::Terminate;
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
