#pragma once

#include <sys/types.h>

// A user namespace of one's own (user_namespaces(7)).
// No allocation, no exceptions: it is a part of the small program yett-inside.
namespace yett {

/// Moves this single-threaded process into a new user namespace, and into new ones of the kinds in `more` (CLONE_...),
/// in which who it is outside is `user` and `group` and nobody else exists. It has every capability there until it
/// executes something. False, with errno, when that cannot be; then it must not go on.
[[nodiscard]] bool become_in_own_namespace(uid_t user, gid_t group, int more);

/// Gives up all capabilities, for ever. False, with errno, when that cannot be.
[[nodiscard]] bool drop_capabilities();

}  // namespace yett
