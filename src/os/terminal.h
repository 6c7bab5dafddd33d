#pragma once

#include <termios.h>

#include <optional>

#include "base/error.h"
#include "os/file_descriptor.h"

namespace yett {

/// A pseudo terminal (pty(7)): what a program writes to its side we read from ours, and the other way round. It is
/// nobody's terminal yet, so that a program can make it that of its session without reaching another one.
class PseudoTerminal {
 public:
  /// With the settings and the size of the terminal `like`, where that is one. Fails with System.
  [[nodiscard]] static Result<PseudoTerminal> open(int like);

  /// Our side, non-blocking. Reading fails with EIO once nobody has the other side open.
  [[nodiscard]] int ours() const { return ours_.get(); }
  /// The program's side; closed by close_theirs(), once the program has it.
  [[nodiscard]] int theirs() const { return theirs_.get(); }
  void close_theirs() { theirs_.reset(); }
  /// Takes over the size of the terminal `like`; the program is told of it (SIGWINCH). Nothing when that is none.
  void take_size_of(int like) const;

 private:
  PseudoTerminal(FileDescriptor ours, FileDescriptor theirs) : ours_(std::move(ours)), theirs_(std::move(theirs)) {}

  FileDescriptor ours_;
  FileDescriptor theirs_;
};

/// While this object lives, a terminal hands over each key as it is (cfmakeraw(3)): what a key means is the business of
/// the terminal behind. Move-only.
class RawMode {
 public:
  /// Fails with System when `terminal` is none.
  [[nodiscard]] static Result<RawMode> set(int terminal);

  RawMode(RawMode&& other) noexcept;
  RawMode& operator=(RawMode&&) = delete;
  RawMode(const RawMode&) = delete;
  ~RawMode();

 private:
  RawMode(int terminal, const termios& former) : terminal_(terminal), former_(former) {}

  int terminal_ = -1;
  termios former_{};
};

}  // namespace yett
