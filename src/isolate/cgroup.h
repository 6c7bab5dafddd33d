#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "isolate/sandbox_plan.h"
#include "os/file_descriptor.h"

namespace yett {

/// Where the kernel shows control groups; others for tests.
struct CgroupPlaces {
  std::string own = "/proc/self/cgroup";
  std::string hierarchies = "/sys/fs/cgroup";
};

/// Control groups of one sandbox, by which memory and processes are limited for all of it together. One below each
/// hierarchy that we may divide: of version 2, or of version 1 for memory and for processes (docs of Linux,
/// cgroup-v2.rst and cgroup-v1). A group that others made is theirs to divide: ours is the root of a hierarchy, as a
/// container has it, and a folder of an ordinary user's own. Move-only, used by one thread.
class Cgroup {
 public:
  /// nullopt where none can be had. Removes what killed launchers have left beside. Fails with System when one could
  /// be made and not be limited; then it is gone again.
  [[nodiscard]] static Result<std::optional<Cgroup>> make(const Limits& limits, const CgroupPlaces& places = {});

  Cgroup(Cgroup&& other) noexcept;
  Cgroup& operator=(Cgroup&&) = delete;
  /// Removes the groups; what still runs in them is killed first.
  ~Cgroup();

  /// Moves a process in, and what it starts from then on. It takes ten milliseconds and more where the kernel has to
  /// wait for all its processors. Fails with System.
  [[nodiscard]] Result<void> take(pid_t process) const;
  /// Kills all that is in it.
  void kill() const;

  [[nodiscard]] bool limits_memory() const { return memory_; }
  [[nodiscard]] bool limits_processes() const { return processes_; }
  [[nodiscard]] const std::vector<std::string>& folders() const { return folders_; }

 private:
  Cgroup() = default;

  std::vector<std::string> folders_;
  std::vector<FileDescriptor> locks_;  // held by flock(2) as long as the launcher lives
  bool memory_ = false;
  bool processes_ = false;
};

}  // namespace yett
