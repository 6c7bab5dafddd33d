#include "os/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>

#include "os/linux/own_children.h"
#include "os/linux/system_error.h"

namespace yett {
namespace {

ExitStatus status_from(const siginfo_t& info) {
  if (info.si_code == CLD_EXITED) return {ExitStatus::Kind::Exited, info.si_status};
  return {ExitStatus::Kind::Killed, info.si_status};
}

/// Takes in and forgets what a pipe holds; closes it at its end.
void discard(FileDescriptor& pipe) {
  std::array<char, 16384> bytes;
  for (;;) {
    const auto count = uninterrupted([&] { return ::read(pipe.get(), bytes.data(), bytes.size()); });
    if (count > 0) continue;
    if (count == 0 || errno != EAGAIN) pipe.reset();
    return;
  }
}

}  // namespace

std::string ExitStatus::to_string() const {
  if (kind == Kind::Exited) return fmt::format("exited with code {}", value);
  if (kind == Kind::Unknown) return "ended in an unknown way";
  const char* name = sigdescr_np(value);
  return fmt::format("was killed by signal {} ({})", value, name != nullptr ? name : "unknown");
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, 0)),
      process_(std::move(other.process_)),
      input_(std::move(other.input_)),
      output_(std::move(other.output_)),
      errors_(std::move(other.errors_)),
      status_(std::exchange(other.status_, std::nullopt)) {}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
  if (this == &other) return *this;
  stop();
  pid_ = std::exchange(other.pid_, 0);
  process_ = std::move(other.process_);
  input_ = std::move(other.input_);
  output_ = std::move(other.output_);
  errors_ = std::move(other.errors_);
  status_ = std::exchange(other.status_, std::nullopt);
  return *this;
}

ChildProcess::~ChildProcess() { stop(); }

void ChildProcess::signal_group(int number) const {
  // Nobody else can have this number: until it is reaped the child holds it, running or not.
  if (process_.is_open() && !status_) ::kill(-pid_, number);
}

void ChildProcess::terminate() { signal_group(SIGTERM); }

void ChildProcess::kill() { signal_group(SIGKILL); }

std::optional<ExitStatus> ChildProcess::try_wait() {
  if (status_ || !process_.is_open()) return status_;
  const auto process = static_cast<id_t>(process_.get());
  siginfo_t info{};
  // First without reaping, so that the group's number is still ours when it is killed.
  if (uninterrupted([&] { return ::waitid(P_PIDFD, process, &info, WEXITED | WNOHANG | WNOWAIT); }) == -1) {
    return status_ = ExitStatus{};
  }
  if (info.si_pid == 0) return std::nullopt;
  signal_group(SIGKILL);
  OwnChildren::of_this_process().remove(pid_);
  if (uninterrupted([&] { return ::waitid(P_PIDFD, process, &info, WEXITED); }) == -1) return status_ = ExitStatus{};
  return status_ = status_from(info);
}

std::optional<ExitStatus> ChildProcess::wait_for(std::chrono::milliseconds time) {
  const auto deadline = std::chrono::steady_clock::now() + time;
  for (;;) {
    if (auto status = try_wait()) return status;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0) return std::nullopt;
    // A program that waits for somebody to read its last words would never end.
    std::array<pollfd, 3> waits{{{process_.get(), POLLIN, 0}, {output_.get(), POLLIN, 0}, {errors_.get(), POLLIN, 0}}};
    ::poll(waits.data(), waits.size(), static_cast<int>(left.count()));
    if (waits[1].revents != 0) discard(output_);
    if (waits[2].revents != 0) discard(errors_);
  }
}

ExitStatus ChildProcess::stop() {
  if (!process_.is_open()) return status_.value_or(ExitStatus{});
  close_input();
  if (const auto status = wait_for(kPatience)) return *status;
  signal_group(SIGTERM);
  if (const auto status = wait_for(kPatience)) return *status;
  signal_group(SIGKILL);
  for (;;) {
    if (const auto status = wait_for(kPatience)) return *status;
  }
}

}  // namespace yett
