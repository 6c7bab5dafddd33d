#pragma once

#include <sys/types.h>

#include <cerrno>
#include <string_view>

#include "isolate/attempts.h"

// What attempts of several groups are made of. The same rules hold as for them (isolate/attempts.h).
namespace yett {

/// Open when a call that returns -1 on failure has succeeded.
[[nodiscard]] inline EscapeOutcome outcome_of(long result) {
  return result == -1 ? EscapeOutcome::Held : EscapeOutcome::Open;
}

/// "FOLDER/NAME".
[[nodiscard]] AttemptGround::Text path_in(const AttemptGround::Text& folder, const char* name);

/// Whether the file can be opened in this way; it is closed again.
[[nodiscard]] EscapeOutcome opens(const char* path, int flags);

/// Whether anything can be read from the file.
[[nodiscard]] EscapeOutcome reads(const char* path);

/// Whether the canary stands in the first 64 KiB of a file.
[[nodiscard]] bool holds_canary(const char* path, const AttemptGround& ground);

/// Whether names can be put into a folder; what was put there is removed.
[[nodiscard]] EscapeOutcome creates_in(const char* folder);

/// Calls `found` with the number of each process that is neither we nor our parent, until it returns true; whether it
/// ever did.
template <typename Found>
[[nodiscard]] bool any_stranger(Found found);

/// Makes this process root of namespaces of its own, where that is allowed: what takes a capability is tried with it.
/// Nobody else sees what it does there.
void enter_own_namespaces();

/// The next process that is neither we nor our parent, above `after`; 0 at the end.
[[nodiscard]] pid_t next_stranger(pid_t after);

template <typename Found>
bool any_stranger(Found found) {
  for (pid_t process = next_stranger(0); process != 0; process = next_stranger(process)) {
    if (found(process)) return true;
  }
  return false;
}

}  // namespace yett
