#pragma once

#include <span>
#include <string>
#include <vector>

#include "isolate/sandbox_plan.h"

namespace yett {

/// Where Debian puts bubblewrap. It is not looked up in PATH: whoever writes PATH would choose what confines a program.
inline constexpr const char* kBwrap = "/usr/bin/bwrap";

/// Descriptors that bwrap inherits, by their numbers in it.
struct BwrapDescriptors {
  /// The program that bwrap starts inside. It is executed by its descriptor, so that nothing of ours stands inside.
  int program = -1;
  /// The two that the program gets as its arguments (isolate/inside.h).
  int control = -1;
  int request = -1;
  /// One for each mount of kind Text, in their order, from which bwrap reads the text.
  std::vector<int> texts{};
};

/// Files of /proc that tell about the machine or steer it. bwrap itself makes sys, sysrq-trigger, irq and bus
/// read-only (bubblewrap 0.8, SETUP_MOUNT_PROC).
[[nodiscard]] std::span<const char* const> masked_proc_files();
/// Those of them that this kernel has and lets others than root read or write: a mount on one that is absent fails, and
/// each mount costs time.
[[nodiscard]] std::vector<std::string> masked_proc_files_here();

/// What bwrap is started with.
struct BwrapCommand {
  std::vector<std::string> options;  // for `--args FD`, which takes options alone
  std::vector<std::string> command;  // for the command line, behind "--"
};

/// The arguments by which bwrap 0.8 makes a sandbox of `plan`, checked before. Its options go by `--args FD`: on the
/// command line they could be read inside, in /proc/1/cmdline. The program's own arguments, environment, folder and
/// limits are not among them: the program that is started inside sets those.
///
/// All namespaces are new, no capability is left, no further user namespace can be made, all ends with bwrap and bwrap
/// with us. bwrap keeps its own process 1 inside (no --as-pid-1): the first process of a namespace is spared signals
/// that it has no handler for, and has to reap orphans, neither of which programs expect of themselves.
/// Folders between a folder that may be changed and a mount below it cannot be renamed.
/// `masks` are files to hide under /proc (masked_proc_files_here()).
[[nodiscard]] BwrapCommand bwrap_arguments(const SandboxPlan& plan, const BwrapDescriptors& descriptors,
                                           std::span<const std::string> masks);

/// Each argument followed by a NUL, as `--args` reads them.
[[nodiscard]] std::string nul_separated(std::span<const std::string> arguments);

}  // namespace yett
