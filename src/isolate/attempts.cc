#include "isolate/attempts.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace yett {
namespace {

constexpr int kForkRounds = 200;
constexpr useconds_t kForkPause = 10000;  // in all two seconds

constexpr unsigned kPatience = 10;  // seconds for one attempt; none takes a tenth of one on an idle machine
constexpr int kFirstCode = 64;      // an attempt's process says its outcome by the exit code from here on

/// "NAME=VALUE\n" into the ground. Unknown names are left alone.
void take_line(AttemptGround& ground, const char* line) {
  const char* equals = std::strchr(line, '=');
  if (equals == nullptr) return;
  const auto is = [&](const char* name) {
    return std::strlen(name) == static_cast<std::size_t>(equals - line) &&
           std::strncmp(line, name, std::strlen(name)) == 0;
  };
  const auto text = [&](AttemptGround::Text& to) {
    std::snprintf(to.data(), to.size(), "%.*s", static_cast<int>(std::strcspn(equals + 1, "\n")), equals + 1);
  };
  const auto number = [&] { return std::strtol(equals + 1, nullptr, 10); };
  if (is("work")) text(ground.work);
  if (is("kept")) text(ground.kept);
  if (is("home")) text(ground.home);
  if (is("canary")) text(ground.canary);
  if (is("abstract")) text(ground.abstract);
  if (is("port")) ground.port = static_cast<std::uint16_t>(number());
  if (is("bystander")) ground.bystander = static_cast<pid_t>(number());
  if (is("segment")) ground.segment = static_cast<int>(number());
}

EscapeOutcome outcome_of_end(int status) {
  if (WIFSIGNALED(status)) {
    const int number = WTERMSIG(status);
    return number == SIGSYS || number == SIGKILL ? EscapeOutcome::Held : EscapeOutcome::Unknown;
  }
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) - kFirstCode : -1;
  const bool is_outcome = code >= 0 && code <= static_cast<int>(EscapeOutcome::NotTried);
  return is_outcome ? static_cast<EscapeOutcome>(code) : EscapeOutcome::Unknown;
}

}  // namespace

std::span<const Attempt> attempts(EscapeGroup group) {
  switch (group) {
    case EscapeGroup::Files:
      return file_attempts();
    case EscapeGroup::Processes:
      return process_attempts();
    case EscapeGroup::Network:
      return network_attempts();
    case EscapeGroup::Kernel:
      return kernel_attempts();
    case EscapeGroup::Terminal:
      return terminal_attempts();
    case EscapeGroup::Limits:
      return limit_attempts();
  }
  return {};
}

const char* outcome_name(EscapeOutcome outcome) {
  switch (outcome) {
    case EscapeOutcome::Unknown:
      return "unknown";
    case EscapeOutcome::Open:
      return "open";
    case EscapeOutcome::Held:
      return "held";
    case EscapeOutcome::Unsupported:
      return "unsupported";
    case EscapeOutcome::NotTried:
      return "not-tried";
  }
  return "unknown";
}

EscapeOutcome try_attempt(const Attempt& attempt, const AttemptGround& ground, unsigned seconds) {
  // Its end is waited for by its signal: not every kernel that a sandbox brings has descriptors of processes.
  sigset_t ended{};
  sigset_t before{};
  ::sigemptyset(&ended);
  ::sigaddset(&ended, SIGCHLD);
  ::sigprocmask(SIG_BLOCK, &ended, &before);
  pid_t child = ::fork();
  // Where a limit counts all processes of a user, those of an attempt before this one may not all be gone yet.
  for (int round = 0; child == -1 && errno == EAGAIN && round < kForkRounds; ++round) {
    ::usleep(kForkPause);
    child = ::fork();
  }
  if (child == 0) {
    ::sigprocmask(SIG_SETMASK, &before, nullptr);
    ::_exit(kFirstCode + static_cast<int>(attempt.run(ground)));
  }
  int status = 0;
  pid_t reaped = 0;
  const auto now = [] {
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec;
  };
  const auto deadline = now() + static_cast<time_t>(seconds);
  while (child != -1 && (reaped = ::waitpid(child, &status, WNOHANG)) == 0 && now() <= deadline) {
    constexpr timespec kAWhile{.tv_sec = 1, .tv_nsec = 0};
    ::sigtimedwait(&ended, nullptr, &kAWhile);
  }
  if (child != -1 && reaped == 0) {
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
  }
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
  return reaped == child && child != -1 ? outcome_of_end(status) : EscapeOutcome::Unknown;
}

int run_attempts(AttemptPlace place) {
  // A number of a process outside may be one of ours inside; what is sent there must not end us. A file that grows too
  // large is to be refused, not to end the attempt.
  std::signal(SIGUSR1, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  // Where the kernel keeps processes from looking into their parents, it would do so outside too.
  if (place == AttemptPlace::Outside) ::prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
  static AttemptGround ground;
  char line[AttemptGround::kLongest + 32];
  while (std::fgets(line, sizeof line, stdin) != nullptr) take_line(ground, line);
  if (ground.canary[0] == '\0') return 1;
  for (const auto group : kEscapeGroups) {
    for (const auto& attempt : attempts(group)) {
      const bool is_left_out = place == AttemptPlace::Outside && attempt.control == Attempt::Control::NotTried;
      const auto outcome = is_left_out ? EscapeOutcome::NotTried : try_attempt(attempt, ground, kPatience);
      std::printf("%s %s\n", attempt.id, outcome_name(outcome));
      std::fflush(stdout);
    }
  }
  return 0;
}

}  // namespace yett
