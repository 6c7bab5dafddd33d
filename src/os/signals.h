#pragma once

#include <cstdint>
#include <optional>

#include "base/error.h"
#include "os/signal_queue.h"

namespace yett {

/// The signals that a front end acts on.
enum class Signal : std::uint8_t {
  Terminate,  // SIGTERM, and what else ends a process that has said nothing about it
  Interrupt,  // SIGINT
  HangUp,     // SIGHUP: read the policy again
};

/// Turns SIGTERM, SIGINT and SIGHUP, and SIGQUIT, SIGUSR1, SIGUSR2, SIGXCPU and the timers, which end a process without
/// what it has to put away, into something that poll() sees, instead of handlers that interrupt anything.
/// Blocks them in the calling thread and so in all threads started later: start it before the first one.
/// Used by one thread; move-only. At the end of its life the thread's former signal mask holds again, and a signal that
/// was not taken in takes its default effect.
class SignalWatch {
 public:
  /// Fails with kind System.
  [[nodiscard]] static Result<SignalWatch> start();

  /// Readable when next() has something. Stays owned here.
  [[nodiscard]] int descriptor() const { return queue_.descriptor(); }
  /// The next signal that arrived; nullopt when there is none. Never blocks. Equal signals that arrive together are
  /// one.
  [[nodiscard]] std::optional<Signal> next();

 private:
  explicit SignalWatch(SignalQueue queue) : queue_(std::move(queue)) {}

  SignalQueue queue_;
};

/// Keeps a SIGHUP that comes before there is a SignalWatch for the first one: being asked to read the policy again must
/// not end a process that has only just begun. For the calling thread and all threads started later, to the end of the
/// process.
void defer_hang_ups();

/// Makes writing to a pipe whose reader is gone an error (EPIPE) instead of the end of the process.
/// main() calls it first. Children started by spawn() get the default back.
void ignore_broken_pipes();

/// Whether `descriptor` is a pipe that nobody reads any more: what was written to it is lost by the reader's own wish.
[[nodiscard]] bool is_reader_gone(int descriptor);

}  // namespace yett
