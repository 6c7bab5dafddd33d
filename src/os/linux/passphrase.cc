#include "os/passphrase.h"

#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

#include "os/file_descriptor.h"
#include "os/linux/system_error.h"

namespace yett {
namespace {

constexpr std::size_t kMaxPassphrase = 1024;

volatile std::sig_atomic_t noted_signal = 0;
void note_signal(int number) { noted_signal = number; }

/// A terminal that shows nothing of what is typed, for as long as this lives. A signal that would end the program is
/// put off until the terminal shows again.
class SilentTerminal {
 public:
  explicit SilentTerminal(int terminal) : terminal_(terminal) {
    if (tcgetattr(terminal_, &before_) != 0) return;
    noted_signal = 0;
    struct sigaction note{};
    note.sa_handler = note_signal;  // without SA_RESTART, so that the read ends
    for (std::size_t i = 0; i < kSignals.size(); ++i) (void)sigaction(kSignals[i], &note, &actions_[i]);
    termios silent = before_;
    silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    silent.c_lflag |= ICANON | ISIG;
    is_silent_ = tcsetattr(terminal_, TCSAFLUSH, &silent) == 0;
    if (!is_silent_) restore_actions();
  }
  SilentTerminal(const SilentTerminal&) = delete;
  SilentTerminal& operator=(const SilentTerminal&) = delete;
  ~SilentTerminal() {
    if (!is_silent_) return;
    (void)tcsetattr(terminal_, TCSAFLUSH, &before_);
    restore_actions();
    if (noted_signal != 0) (void)raise(noted_signal);
  }
  [[nodiscard]] bool is_silent() const { return is_silent_; }

 private:
  static constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

  void restore_actions() {
    for (std::size_t i = 0; i < kSignals.size(); ++i) (void)sigaction(kSignals[i], &actions_[i], nullptr);
  }

  int terminal_;
  termios before_{};
  std::array<struct sigaction, kSignals.size()> actions_{};
  bool is_silent_ = false;
};

void show(int terminal, std::string_view text) { (void)!write(terminal, text.data(), text.size()); }

}  // namespace

Result<std::string> ask_passphrase(std::string_view prompt) {
  const FileDescriptor terminal(open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY));
  if (!terminal.is_open()) {
    return fail(ErrorKind::System, "there is no terminal to ask for a passphrase", {}, "--passphrase-file FILE");
  }
  show(terminal.get(), prompt);
  std::string line;
  {
    const SilentTerminal silent(terminal.get());
    if (!silent.is_silent()) return system_failure("cannot keep the terminal from showing a passphrase", errno);
    char letter = 0;
    while (line.size() < kMaxPassphrase && noted_signal == 0) {
      const ssize_t count = read(terminal.get(), &letter, 1);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0 || letter == '\n') break;
      line += letter;
    }
  }
  show(terminal.get(), "\n");
  if (line.empty()) return fail(ErrorKind::Input, "the passphrase is empty");
  return line;
}

}  // namespace yett
