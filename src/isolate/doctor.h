#pragma once

#include <linux/filter.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "isolate/isolation_backend.h"
#include "model/escape.h"

// Whether a sandbox holds, here and now, found out by trying to get out of it.
namespace yett {

/// What came of one way out (isolate/attempts.h), and of the same outside of any sandbox, by the same user on the same
/// ground: what fails there too proves nothing.
struct EscapeFinding {
  std::string_view attempt{};  // its id; lives as long as the program
  EscapeGroup group = EscapeGroup::Files;
  EscapeOutcome outside = EscapeOutcome::Unknown;
  EscapeOutcome inside = EscapeOutcome::Unknown;

  [[nodiscard]] EscapeVerdict verdict() const;
};

/// What was found about one backend.
struct Examination {
  std::vector<EscapeFinding> findings{};  // one for each attempt, in the order of their groups
  Confinement confinement{};

  [[nodiscard]] std::size_t count(EscapeVerdict verdict) const;
  /// Whether every way out is held or impossible.
  [[nodiscard]] bool holds() const;
};

/// What an examination takes.
struct DoctorParts {
  std::string inside_program{};    // find_inside_program()
  std::string attempts_program{};  // find_attempts_program()
};

/// Tries everything outside and then in a sandbox of `backend` like those that programs run in, with limits that are
/// reached soon. Takes seconds. Root has it done by an unprivileged user, as it has sandboxes. Nothing is changed on
/// this machine but a folder in /tmp, which is removed again. For a process with one thread: while the sandbox starts,
/// the secret stands in our own environment and in a descriptor that is inherited, as a launcher has them. It ignores
/// broken pipes (ignore_broken_pipes()). Fails as the backend's hold() and release() do, and with System when the
/// attempts cannot be started outside.
[[nodiscard]] Result<Examination> examine(const IsolationBackend& backend, const DoctorParts& parts);

/// Where yett-attempts is: beside yett-inside. Fails with NotFound.
[[nodiscard]] Result<std::string> find_attempts_program();

}  // namespace yett
