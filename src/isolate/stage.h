#pragma once

// What root has to prepare for a sandbox that belongs to an unprivileged user: folders below ones that the user may not
// enter, and folders of root that the sandbox may change. They come as detached mounts; in a mount namespace of our own
// they are put where the user reaches them, and root's files in them are mapped to that user and back
// (mount_setattr(2), MOUNT_ATTR_IDMAP): the machine sees files of root, the sandbox its own.
// No allocation, no exceptions: it is a part of the small program yett-inside.
namespace yett {

/// The folder, in that namespace alone, below which the mounts stand as "0", "1" and so on. It covers a part of
/// /sys, of which no sandbox shows anything; runtimes of containers look for control groups in another part.
inline constexpr const char* kStage = "/sys/kernel";

/// `arguments`: USER GROUP FIRST COUNT COMMAND ARGUMENTS... The mounts are the descriptors from FIRST on, each a
/// detached tree of open_tree(2). Becomes that user, without groups, and then executes the command, which makes the
/// sandbox. Ends with kInsideFailed and one line on stderr when something of it cannot be.
[[noreturn]] void run_stage(int count, char** arguments);

}  // namespace yett
