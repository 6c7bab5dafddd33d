#include "run/terminal_relay.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>

#include "os/linux/system_error.h"

namespace yett {
namespace {

constexpr std::size_t kChunk = 16384;

}  // namespace

Result<std::optional<TerminalRelay>> TerminalRelay::start() {
  int terminal = -1;
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO, STDIN_FILENO}) {
    if (terminal == -1 && ::isatty(descriptor) == 1) terminal = descriptor;
  }
  if (terminal == -1) return std::nullopt;
  Result<PseudoTerminal> pty = PseudoTerminal::open(terminal);
  if (!pty) return std::unexpected(pty.error());
  FileDescriptor output(
      ::open(fmt::format("/proc/self/fd/{}", terminal).c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!output.is_open()) return system_failure("cannot open the terminal", errno);
  std::optional<RawMode> raw;
  if (::isatty(STDIN_FILENO) == 1) {
    Result<RawMode> set = RawMode::set(STDIN_FILENO);
    if (!set) return std::unexpected(set.error());
    raw.emplace(std::move(*set));
  }
  return std::optional(TerminalRelay(std::move(*pty), std::move(raw), terminal, std::move(output)));
}

std::array<pollfd, TerminalRelay::kWatched> TerminalRelay::watched() const {
  const bool takes_input = reads_input_ && pending_.empty();
  const int of_pty = (shown_.empty() ? POLLIN : 0) | (pending_.empty() ? 0 : POLLOUT);
  return {pollfd{.fd = takes_input ? STDIN_FILENO : -1, .events = POLLIN, .revents = 0},
          pollfd{.fd = of_pty == 0 ? -1 : pty_.ours(), .events = static_cast<short>(of_pty), .revents = 0},
          pollfd{.fd = shown_.empty() ? -1 : output_.get(), .events = POLLOUT, .revents = 0}};
}

void TerminalRelay::carry(std::span<const pollfd> ready) {
  if (ready[0].revents != 0) carry_input();
  if (!pending_.empty() && (ready[1].revents & POLLOUT) != 0) {
    const auto count = ::write(pty_.ours(), pending_.data(), pending_.size());
    if (count > 0) pending_.erase(0, static_cast<std::size_t>(count));
  }
  if (ready[2].revents != 0) write_shown();
  if (shown_.empty() && (ready[1].revents & (POLLIN | POLLHUP)) != 0) (void)carry_output();
}

void TerminalRelay::write_shown() {
  const auto count = ::write(output_.get(), shown_.data(), shown_.size());
  if (count > 0) {
    shown_.erase(0, static_cast<std::size_t>(count));
  } else if (count == -1 && errno != EAGAIN && errno != EINTR) {
    shown_.clear();  // the terminal is gone, and whoever read it
  }
}

void TerminalRelay::carry_input() {
  std::array<char, kChunk> bytes;
  const auto count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
  if (count > 0) {
    pending_.append(bytes.data(), static_cast<std::size_t>(count));
    const auto written = ::write(pty_.ours(), pending_.data(), pending_.size());
    if (written > 0) pending_.erase(0, static_cast<std::size_t>(written));
  } else if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
    reads_input_ = false;
  }
}

bool TerminalRelay::carry_output() {
  std::array<char, kChunk> bytes;
  const auto count = ::read(pty_.ours(), bytes.data(), bytes.size());
  if (count <= 0) return false;
  shown_.append(bytes.data(), static_cast<std::size_t>(count));
  write_shown();
  return true;
}

void TerminalRelay::carry_rest() {
  auto until = std::chrono::steady_clock::now() + kFarewell;
  while (!shown_.empty() || carry_output()) {
    if (shown_.empty()) continue;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    pollfd writable{.fd = output_.get(), .events = POLLOUT, .revents = 0};
    if (left.count() <= 0 || ::poll(&writable, 1, static_cast<int>(left.count())) <= 0) return;
    const auto before = shown_.size();
    write_shown();
    if (shown_.size() < before) until = std::chrono::steady_clock::now() + kFarewell;
  }
}

}  // namespace yett
