#pragma once

#include <csignal>

#include "base/error.h"
#include "os/file_descriptor.h"

namespace yett {

/// Makes this process the one to which the kernel gives what its children leave behind when they end, at any depth
/// (PR_SET_CHILD_SUBREAPER, prctl(2)): a program that a server has started stays below us, whatever sessions and
/// parents it leaves, and ancestry() finds us above it. At the end of its life new orphans go elsewhere again; those
/// that are here already stay.
///
/// Blocks SIGCHLD in the calling thread and so in all threads started later. Used by one thread; move-only.
class OrphanWatch {
 public:
  /// Fails with kind System.
  [[nodiscard]] static Result<OrphanWatch> start();

  OrphanWatch(OrphanWatch&&) noexcept = default;
  OrphanWatch& operator=(OrphanWatch&&) = delete;
  OrphanWatch(const OrphanWatch&) = delete;
  ~OrphanWatch();

  /// Readable when there may be something to bury. Stays owned here.
  [[nodiscard]] int descriptor() const { return signals_.get(); }
  /// Takes leave of adopted processes that have ended, which would stay as zombies. Those that spawn() started are left
  /// to their ChildProcess. Never blocks.
  void bury();

 private:
  OrphanWatch(FileDescriptor signals, const sigset_t& former_mask)
      : signals_(std::move(signals)), former_mask_(former_mask) {}

  FileDescriptor signals_;
  sigset_t former_mask_;
};

}  // namespace yett
