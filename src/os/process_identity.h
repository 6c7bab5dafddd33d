#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"

namespace yett {

/// One run of one process, and no other that gets the same number later: pids are reused, within a boot and after it.
/// All processes that compare identities see the same process namespace.
struct ProcessIdentity {
  std::string boot_id;  // /proc/sys/kernel/random/boot_id
  std::int64_t pid = 0;
  std::uint64_t start_time = 0;  // clock ticks since boot, field 22 of /proc/PID/stat (proc(5))

  /// "BOOT:PID:START": equal for equal identities alone.
  [[nodiscard]] std::string text() const;
  bool operator==(const ProcessIdentity&) const = default;
};

/// This process. Fails with kind System when /proc does not tell.
[[nodiscard]] Result<ProcessIdentity> own_identity();

/// The process that started this one, or whichever has adopted it since. Fails with kind System when /proc does not
/// tell, and with Input when the parent is outside of our process namespace and so has no number here.
[[nodiscard]] Result<ProcessIdentity> parent_identity();

/// The processes above this one, the nearest first, up to the first process of the namespace. Fails with kind System
/// when /proc does not tell.
[[nodiscard]] Result<std::vector<ProcessIdentity>> ancestry();

/// The namespaces of this process in which processes are counted and named: "pid:[N] user:[N] time:[N]", as
/// namespaces(7) writes them; a kind that the kernel does not have is left out. Fails with System when /proc does not
/// tell.
[[nodiscard]] Result<std::string> own_namespaces();

/// Whether that process was one of this boot. Doubt counts as yes.
[[nodiscard]] bool is_of_this_boot(const ProcessIdentity& process);

/// Whether that very process still runs; one that has ended and only waits to be reaped does not.
/// Doubt counts as alive: only a process that is known to be gone loses what it holds.
[[nodiscard]] bool is_alive(const ProcessIdentity& process);

}  // namespace yett
