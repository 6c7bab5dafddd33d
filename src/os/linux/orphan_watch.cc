#include "os/orphan_watch.h"

#include <fmt/format.h>
#include <poll.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <charconv>
#include <filesystem>
#include <string>
#include <system_error>

#include "os/files.h"
#include "os/linux/own_children.h"
#include "os/linux/system_error.h"

namespace yett {
namespace {

constexpr std::size_t kMostBytes = std::size_t{4} << 20;

/// The children of all threads of this process. One that ends while this reads may hide another, never the last one.
Result<std::vector<pid_t>> all_children() {
  std::vector<pid_t> all;
  std::error_code unreadable;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task", unreadable)) {
    const Result<std::string> text = read_file(thread.path().string() + "/children", kMostBytes);
    if (!text) return std::unexpected(text.error());
    const char* const end = text->data() + text->size();
    pid_t child = 0;
    for (const char* at = text->data(); at < end; ++at) {
      const auto [behind, error] = std::from_chars(at, end, child);
      if (error == std::errc{}) all.push_back(child);
      at = behind;
    }
  }
  if (unreadable) return system_failure("cannot read /proc/self/task", unreadable.value());
  return all;
}

}  // namespace

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
  // Where /proc does not tell, end_all() does nothing and says so.
  const Result<std::vector<pid_t>> elders = all_children();
  return OrphanWatch(std::move(signals), former,
                     elders ? std::set<pid_t>(elders->begin(), elders->end()) : std::set<pid_t>());
}

OrphanWatch::~OrphanWatch() {
  if (!signals_.is_open()) return;
  ::prctl(PR_SET_CHILD_SUBREAPER, 0);
  bury();
  ::pthread_sigmask(SIG_SETMASK, &former_mask_, nullptr);
}

void OrphanWatch::drain() const {
  signalfd_siginfo ignored{};
  while (uninterrupted([&] { return ::read(signals_.get(), &ignored, sizeof ignored); }) > 0) continue;
}

void OrphanWatch::bury() {
  // First, so that the signal of whoever ends meanwhile is not lost.
  drain();
  for (;;) {
    siginfo_t ended{};
    // Without reaping: it may be one of spawn()'s, and then its owner will. Behind that one come the others.
    const int found = uninterrupted([&] { return ::waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT); });
    if (found == -1 || ended.si_pid == 0 || OwnChildren::of_this_process().contains(ended.si_pid)) return;
    elders_.erase(ended.si_pid);  // its number may be another's from here on
    uninterrupted([&] { return ::waitid(P_PID, static_cast<id_t>(ended.si_pid), &ended, WEXITED | WNOHANG); });
  }
}

Result<std::vector<pid_t>> OrphanWatch::adopted() const {
  Result<std::vector<pid_t>> children = all_children();
  if (!children) return children;
  std::erase_if(*children, [this](pid_t child) {
    return elders_.contains(child) || OwnChildren::of_this_process().contains(child);
  });
  return children;
}

Result<void> OrphanWatch::end_all() {
  const auto until = std::chrono::steady_clock::now() + kPatience;
  for (;;) {
    const Result<std::vector<pid_t>> left = adopted();
    if (!left) return std::unexpected(left.error());
    if (left->empty()) return {};
    // Whoever is killed leaves its own children to us, and they are the next.
    for (const pid_t child : *left) ::kill(child, SIGKILL);
    drain();
    bool is_waiting = true;
    for (const pid_t child : *left) {
      siginfo_t ended{};
      uninterrupted([&] { return ::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOHANG); });
      if (ended.si_pid != 0) is_waiting = false;
    }
    if (std::chrono::steady_clock::now() >= until) {
      return fail(ErrorKind::System, fmt::format("what servers have left behind cannot be ended: process {}{}",
                                                 left->front(), left->size() > 1 ? " and others" : ""));
    }
    pollfd somebody_ended{signals_.get(), POLLIN, 0};
    if (is_waiting) ::poll(&somebody_ended, 1, 10);
  }
}

}  // namespace yett
