#include "run/terminal_relay.h"

#include <unistd.h>

#include <cerrno>
#include <string_view>

namespace yett {
namespace {

constexpr std::size_t kChunk = 16384;

void write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto count = ::write(descriptor, bytes.data(), bytes.size());
    if (count > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(count));
    } else if (count == -1 && errno == EAGAIN) {
      pollfd writable{.fd = descriptor, .events = POLLOUT, .revents = 0};
      (void)::poll(&writable, 1, -1);
    } else if (errno != EINTR) {
      return;  // the terminal is gone, and whoever read it
    }
  }
}

}  // namespace

Result<std::optional<TerminalRelay>> TerminalRelay::start() {
  int terminal = -1;
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO, STDIN_FILENO}) {
    if (terminal == -1 && ::isatty(descriptor) == 1) terminal = descriptor;
  }
  if (terminal == -1) return std::nullopt;
  Result<PseudoTerminal> pty = PseudoTerminal::open(terminal);
  if (!pty) return std::unexpected(pty.error());
  std::optional<RawMode> raw;
  if (::isatty(STDIN_FILENO) == 1) {
    Result<RawMode> set = RawMode::set(STDIN_FILENO);
    if (!set) return std::unexpected(set.error());
    raw.emplace(std::move(*set));
  }
  return std::optional(TerminalRelay(std::move(*pty), std::move(raw), terminal));
}

std::array<pollfd, TerminalRelay::kWatched> TerminalRelay::watched() const {
  const bool takes_input = reads_input_ && pending_.empty();
  return {
      pollfd{.fd = takes_input ? STDIN_FILENO : -1, .events = POLLIN, .revents = 0},
      pollfd{
          .fd = pty_.ours(), .events = static_cast<short>(pending_.empty() ? POLLIN : POLLIN | POLLOUT), .revents = 0}};
}

void TerminalRelay::carry(std::span<const pollfd> ready) {
  if (ready[0].revents != 0) carry_input();
  if (!pending_.empty() && (ready[1].revents & POLLOUT) != 0) {
    const auto count = ::write(pty_.ours(), pending_.data(), pending_.size());
    if (count > 0) pending_.erase(0, static_cast<std::size_t>(count));
  }
  if ((ready[1].revents & (POLLIN | POLLHUP)) != 0) (void)carry_output();
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
  write_all(terminal_, {bytes.data(), static_cast<std::size_t>(count)});
  return true;
}

void TerminalRelay::carry_rest() {
  while (carry_output()) {
  }
}

}  // namespace yett
