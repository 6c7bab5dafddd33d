#pragma once

#include <sys/types.h>

#include <chrono>
#include <csignal>
#include <set>
#include <utility>
#include <vector>

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

  /// Kills what was adopted, and what that leaves behind in turn, until nothing of it is left: it would outlive this
  /// process, and nobody could tell any more where it came from. Spares what spawn() started and what was a child of
  /// this process before start(). Fails with System when something is still there after kPatience, or when /proc does
  /// not tell which children there are (proc(5), "children").
  [[nodiscard]] Result<void> end_all();

  static constexpr std::chrono::milliseconds kPatience{5000};

 private:
  OrphanWatch(FileDescriptor signals, const sigset_t& former_mask, std::set<pid_t> elders)
      : signals_(std::move(signals)), former_mask_(former_mask), elders_(std::move(elders)) {}

  void drain() const;
  [[nodiscard]] Result<std::vector<pid_t>> adopted() const;

  FileDescriptor signals_;
  sigset_t former_mask_;
  std::set<pid_t> elders_;  // children from before start()
};

}  // namespace yett
