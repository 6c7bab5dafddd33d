#pragma once

// For a runtime that an unprivileged user starts on a machine whose control groups it refuses: crun does where both
// versions are mounted ("hybrid"), although it is to use none. It gets a mount namespace in which they are covered.
// No allocation, no exceptions: it is a part of the small program yett-inside.
namespace yett {

/// Where both versions are: the second one is mounted here, below the first.
inline constexpr const char* kHybridGroups = "/sys/fs/cgroup/unified";

/// `arguments`: COMMAND ARGUMENTS... Executes it with an empty environment as the same user, without capabilities, in a
/// user and mount namespace of its own. Ends with kInsideFailed and one line on stderr when that cannot be.
[[noreturn]] void run_apart(int count, char** arguments);

}  // namespace yett
