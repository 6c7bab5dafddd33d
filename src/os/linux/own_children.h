#pragma once

#include <sys/types.h>

#include <mutex>
#include <set>

namespace yett {

/// The processes that spawn() has started and that were not waited for yet: what else is a child of ours was adopted.
/// May be used by any thread.
class OwnChildren {
 public:
  static OwnChildren& of_this_process();

  /// Adds the child that `start` returns the pid of; none for -1. Nobody finds it in between.
  template <typename Start>
  pid_t add(Start start) {
    const std::lock_guard lock(mutex_);
    const pid_t pid = start();
    if (pid > 0) pids_.insert(pid);
    return pid;
  }
  /// To be called before it is waited for: behind that the number may be another's.
  void remove(pid_t pid) {
    const std::lock_guard lock(mutex_);
    pids_.erase(pid);
  }
  [[nodiscard]] bool contains(pid_t pid) {
    const std::lock_guard lock(mutex_);
    return pids_.contains(pid);
  }

 private:
  std::mutex mutex_;
  std::set<pid_t> pids_;
};

}  // namespace yett
