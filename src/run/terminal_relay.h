#pragma once

#include <poll.h>

#include <array>
#include <chrono>
#include <optional>
#include <span>
#include <string>

#include "base/error.h"
#include "os/file_descriptor.h"
#include "os/terminal.h"

namespace yett {

/// Carries bytes between our terminal and a pseudo terminal of a program's own. The program never gets ours: what it
/// pushed into that, our shell would read as typed. Our terminal is raw while this object lives, where our input is
/// one. Used by one thread; move-only.
class TerminalRelay {
 public:
  /// nullopt when none of our stdin, stdout and stderr is a terminal: then there is nothing to carry. Fails with
  /// System.
  [[nodiscard]] static Result<std::optional<TerminalRelay>> start();

  /// The program's side, for SandboxParts::terminal.
  [[nodiscard]] int theirs() const { return pty_.theirs(); }
  /// The program has its side: from now on its end is seen here.
  void close_theirs() { pty_.close_theirs(); }
  void take_size() const { pty_.take_size_of(terminal_); }

  static constexpr std::size_t kWatched = 3;
  /// What to wait for: our input, the pseudo terminal, and our terminal while it takes no more. A terminal that nobody
  /// reads holds up the program, and not us.
  [[nodiscard]] std::array<pollfd, kWatched> watched() const;
  /// Carries what is there, by what poll() said of watched().
  void carry(std::span<const pollfd> ready);
  /// Carries what the program has written before its end, as far as our terminal takes it within kFarewell.
  void carry_rest();

  static constexpr std::chrono::milliseconds kFarewell{1000};

 private:
  TerminalRelay(PseudoTerminal pty, std::optional<RawMode> raw, int terminal, FileDescriptor output)
      : pty_(std::move(pty)),
        raw_(std::move(raw)),
        terminal_(terminal),
        output_(std::move(output)),
        reads_input_(raw_.has_value()) {}

  /// False when there was nothing.
  bool carry_output();
  void write_shown();
  void carry_input();

  PseudoTerminal pty_;
  std::optional<RawMode> raw_;
  int terminal_ = -1;      // ours
  FileDescriptor output_;  // the same, opened once more: what others have open of it must not become non-blocking
  bool reads_input_ = false;
  std::string pending_;  // typed and not yet taken by the pseudo terminal
  std::string shown_;    // written by the program and not yet taken by our terminal
};

}  // namespace yett
