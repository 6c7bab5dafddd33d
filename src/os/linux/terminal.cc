#include "os/terminal.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <utility>

#include "os/linux/system_error.h"

namespace yett {

Result<PseudoTerminal> PseudoTerminal::open(int like) {
  FileDescriptor ours(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK));
  if (!ours.is_open() || ::grantpt(ours.get()) != 0 || ::unlockpt(ours.get()) != 0) {
    return system_failure("cannot make a pseudo terminal", errno);
  }
  // By our own side and not by its name, which is another one in another mount namespace.
  FileDescriptor theirs(::ioctl(ours.get(), TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (!theirs.is_open()) return system_failure("cannot open a pseudo terminal", errno);
  termios settings{};
  if (::tcgetattr(like, &settings) == 0 && ::tcsetattr(theirs.get(), TCSANOW, &settings) != 0) {
    return system_failure("cannot set up a pseudo terminal", errno);
  }
  PseudoTerminal terminal(std::move(ours), std::move(theirs));
  terminal.take_size_of(like);
  return terminal;
}

void PseudoTerminal::take_size_of(int like) const {
  winsize size{};
  if (::ioctl(like, TIOCGWINSZ, &size) == 0) (void)::ioctl(ours_.get(), TIOCSWINSZ, &size);
}

Result<RawMode> RawMode::set(int terminal) {
  termios former{};
  if (::tcgetattr(terminal, &former) != 0) return system_failure("cannot read the settings of a terminal", errno);
  termios raw = former;
  ::cfmakeraw(&raw);
  if (::tcsetattr(terminal, TCSANOW, &raw) != 0) return system_failure("cannot set up a terminal", errno);
  return RawMode(terminal, former);
}

RawMode::RawMode(RawMode&& other) noexcept : terminal_(std::exchange(other.terminal_, -1)), former_(other.former_) {}

RawMode::~RawMode() {
  if (terminal_ != -1) (void)::tcsetattr(terminal_, TCSANOW, &former_);
}

}  // namespace yett
