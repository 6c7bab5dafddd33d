#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/time.h"
#include "isolate/sandbox_plan.h"

namespace yett {

/// Files that a command has changed and that people or programs outside may run or obey without looking at them.
struct LaterRunFiles {
  std::vector<std::string> paths;  // sorted
  bool is_whole = true;            // false: there was too much to look at, or a folder that could not be
};

/// Looks through what the plan lets a command change for files changed since `since` (by their ctime, which no program
/// sets): those of is_protected_path(), which it can only have made where none was, build files and package manifests,
/// whose scripts others start, and files that are marked executable. Dependencies (node_modules, virtual environments)
/// and what Git keeps in its objects are not looked at. No sandbox keeps a command from writing what its task is to
/// write; this says what to read before the folder is used. Looks at kMostEntries names at most.
[[nodiscard]] LaterRunFiles find_later_run_files(const SandboxPlan& plan, TimePoint since);

inline constexpr std::size_t kMostEntries = 50000;

}  // namespace yett
