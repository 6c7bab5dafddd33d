#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "isolate/sandbox_plan.h"
#include "os/environment.h"
#include "policy/policy.h"
#include "text/path.h"

namespace yett {

/// A program that a policy lets run, and what it is run for.
struct ProgramRequest {
  const Policy& policy;
  const SandboxTerms& terms;
  RootBindings bindings;  // of the session
  std::vector<std::string> argv;
  Environment env;                   // exactly what the program gets
  std::optional<std::string> cwd{};  // where it has to start; unset: in `current`, where that is shown, else in "/"
  std::string current = "/";         // our own folder: what relative words are relative to, without `cwd`
  std::string home{};                // of Yett's user
  /// What nobody but Yett sees: sealed_paths().
  std::vector<std::string> sealed{};
  /// Folders of Yett's own that the program reads all the same: its secrets.
  std::vector<std::string> given{};
};

/// What a program may touch, as a sandbox shows it.
struct Profile {
  SandboxPlan plan;
  std::vector<std::string> remarks{};  // what a person may miss inside, a line each
};

/// The sandbox of a program: the system's own programs to be read, an empty /tmp, the mounts of the policy and what
/// belongs to the program to be read and executed, and the roots of [paths] as they are accessed. What of them is
/// Yett's own is hidden, and what others run or obey when they find it in a root that may be changed
/// (is_protected_path()) is shown to be read, as far as it lies right in the root.
/// A root that is not there, or whose template the session does not fill, or that a program could have made a link of,
/// is left out with a remark. Fails with Input for a mount that is not there, a `cwd` that would not be there inside,
/// and a root that may be changed and holds a file of Yett's own.
[[nodiscard]] Result<Profile> make_profile(const ProgramRequest& request);

}  // namespace yett
