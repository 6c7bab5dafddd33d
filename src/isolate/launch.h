#pragma once

#include <linux/filter.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "isolate/sandbox.h"
#include "isolate/sandbox_plan.h"
#include "isolate/syscall_filter.h"
#include "os/process.h"

namespace yett {

/// What a sandbox is started with beyond its plan: things of this process, which a value cannot hold.
struct SandboxParts {
  /// The program yett-inside; find_inside_program().
  std::string inside_program{};
  /// The system calls that the program may use; empty: no filter, which the confinement then says.
  std::span<const sock_filter> filter = syscall_filter();
  /// Descriptors of ours that the program gets as 3, 4 and so on; ours stay open.
  std::vector<int> handed_over{};
  /// Who the sandbox is outside; unset: who we are, or sandbox_user() for root. Root itself is refused: what root of
  /// this machine opens in /proc/sys is open to it in any namespace.
  std::optional<UserIdentity> user{};
  /// The program's side of a pseudo terminal, which becomes the terminal of its session: its stdin, stdout and stderr
  /// instead of pipes, and of those that are inherited it takes the place of each that is a terminal. Ours stays open.
  /// It must not be a terminal that anybody else reads.
  std::optional<int> terminal{};
};

/// Where yett-inside is: beside the running program, as in a build folder, or in ../libexec/yett from there.
/// Fails with NotFound.
[[nodiscard]] Result<std::string> find_inside_program();

/// Who a sandbox is outside when root starts it: whoever owns the first folder that it may change, so that it can, and
/// nobody (65534) where that is root or there is none.
[[nodiscard]] UserIdentity sandbox_user(const SandboxPlan& plan);

}  // namespace yett
