#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "isolate/attempt_parts.h"

namespace yett {
namespace {

/// A pseudo terminal of our own as the terminal of a session of our own; -1 where there is none to be had.
int own_terminal() {
  ::setsid();
  const int master = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  int number = 0;
  int locked = 0;
  if (master == -1 || ::ioctl(master, TIOCSPTLCK, &locked) != 0 || ::ioctl(master, TIOCGPTN, &number) != 0) return -1;
  char path[32];
  std::snprintf(path, sizeof path, "/dev/pts/%d", number);
  const int slave = ::open(path, O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (slave != -1) ::ioctl(slave, TIOCSCTTY, 0);
  return slave;
}

/// Without a terminal there is nothing to type into.
EscapeOutcome asks(unsigned long request, void* argument) {
  const int terminal = own_terminal();
  return terminal == -1 ? EscapeOutcome::Held : outcome_of(::syscall(SYS_ioctl, terminal, request, argument));
}

EscapeOutcome typed(const AttemptGround& /*ground*/) {
  char letter = 'x';
  return asks(TIOCSTI, &letter);
}

/// The kernel reads 32 bits of the request, so a filter that compares 64 lets this one through.
EscapeOutcome typed_by_high_bits(const AttemptGround& /*ground*/) {
  char letter = 'x';
  return asks((1UL << 32) | TIOCSTI, &letter);
}

/// Asks a console for the state of its shift keys; the same request pastes into it.
EscapeOutcome console_request(const AttemptGround& /*ground*/) {
  char shift_state = 6;
  return asks(TIOCLINUX, &shift_state);
}

/// The ordinary one; others are modules of the kernel.
EscapeOutcome line_discipline(const AttemptGround& /*ground*/) {
  int ordinary = 0;
  return asks(TIOCSETD, &ordinary);
}

EscapeOutcome operators_terminal(const AttemptGround& /*ground*/) {
  if (::isatty(STDIN_FILENO) == 1 || ::isatty(STDOUT_FILENO) == 1 || ::isatty(STDERR_FILENO) == 1) {
    return EscapeOutcome::Open;
  }
  return opens("/dev/tty", O_RDWR);
}

EscapeOutcome console_device(const AttemptGround& /*ground*/) { return opens("/dev/console", O_RDWR); }

constexpr Attempt kAttempts[] = {
    {.id = "terminal-input", .run = typed},
    {.id = "terminal-input-high-bits", .run = typed_by_high_bits},
    {.id = "console-request", .run = console_request},
    {.id = "line-discipline", .run = line_discipline},
    {.id = "operators-terminal", .run = operators_terminal},
    {.id = "console-device", .run = console_device},
};

}  // namespace

std::span<const Attempt> terminal_attempts() { return kAttempts; }

}  // namespace yett
