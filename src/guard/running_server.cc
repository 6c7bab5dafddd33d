#include "guard/running_server.h"

#include <csignal>

namespace yett {

const ChildProcess& RunningServer::process() const {
  const Sandbox* sandbox = std::get_if<Sandbox>(&held_);
  return sandbox == nullptr ? std::get<ChildProcess>(held_) : sandbox->process();
}

ChildProcess& RunningServer::process() {
  Sandbox* sandbox = std::get_if<Sandbox>(&held_);
  return sandbox == nullptr ? std::get<ChildProcess>(held_) : sandbox->process();
}

void RunningServer::terminate() {
  if (Sandbox* sandbox = std::get_if<Sandbox>(&held_)) {
    sandbox->signal(SIGTERM);
  } else {
    std::get<ChildProcess>(held_).terminate();
  }
}

std::optional<std::chrono::steady_clock::time_point> RunningServer::deadline() const {
  const Sandbox* sandbox = std::get_if<Sandbox>(&held_);
  return sandbox == nullptr ? std::nullopt : sandbox->deadline();
}

void RunningServer::keep_time() {
  const auto end = deadline();
  if (end && std::chrono::steady_clock::now() >= *end) (void)std::get<Sandbox>(held_).try_wait();
}

std::string RunningServer::stop() {
  Sandbox* sandbox = std::get_if<Sandbox>(&held_);
  if (sandbox == nullptr) return std::get<ChildProcess>(held_).stop().to_string();
  const SandboxEnd end = sandbox->stop();
  if (end.reason == SandboxEnd::Reason::TimedOut) return "was ended, because its time was over";
  // What starts a program inside ends with the code of one that exited, and with this one for one that was killed.
  constexpr int kKilled = 128;
  if (end.status.kind != ExitStatus::Kind::Exited || end.status.value <= kKilled) return end.status.to_string();
  const ExitStatus killed{.kind = ExitStatus::Kind::Killed, .value = end.status.value - kKilled};
  return killed.to_string() + ", or " + end.status.to_string();
}

}  // namespace yett
