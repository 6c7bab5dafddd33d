#pragma once

#include <csignal>
#include <optional>
#include <span>

#include "base/error.h"
#include "os/file_descriptor.h"

namespace yett {

/// Signals as something that poll() sees, by their numbers: for who passes them on. Blocks them in the calling thread
/// and so in all threads started later; spawn() gives children an empty mask. Used by one thread; move-only. At the end
/// of its life the thread's former mask holds again.
class SignalQueue {
 public:
  /// Fails with System.
  [[nodiscard]] static Result<SignalQueue> start(std::span<const int> numbers);

  SignalQueue(SignalQueue&&) noexcept = default;
  SignalQueue& operator=(SignalQueue&&) = delete;
  SignalQueue(const SignalQueue&) = delete;
  ~SignalQueue();

  /// Readable when next() has something. Stays owned here.
  [[nodiscard]] int descriptor() const { return signals_.get(); }
  /// The number of the next signal that arrived; nullopt when there is none. Never blocks. Equal signals that arrive
  /// together are one.
  [[nodiscard]] std::optional<int> next();

 private:
  SignalQueue(FileDescriptor signals, const sigset_t& former_mask)
      : signals_(std::move(signals)), former_mask_(former_mask) {}

  FileDescriptor signals_;
  sigset_t former_mask_;
};

}  // namespace yett
