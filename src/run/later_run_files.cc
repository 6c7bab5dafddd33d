#include "run/later_run_files.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <string_view>

#include "text/path.h"

namespace yett {
namespace {

namespace fs = std::filesystem;

/// Started by tools that find them by their names.
constexpr std::array<std::string_view, 22> kStartedByName = {
    "Makefile",     "makefile",    "GNUmakefile", "CMakeLists.txt", "meson.build",  "build.ninja",
    "package.json", "setup.py",    "setup.cfg",   "pyproject.toml", "conftest.py",  "tox.ini",
    "noxfile.py",   "Justfile",    "justfile",    "Rakefile",       "build.gradle", "pom.xml",
    "Dockerfile",   "Jenkinsfile", "build.rs",    "Cargo.toml"};

constexpr std::array<std::string_view, 5> kNotLookedAt = {"node_modules", "objects", "__pycache__", "site-packages",
                                                          ".venv"};

constexpr std::chrono::milliseconds kTick{20};

bool is_started_by_name(std::string_view name) {
  return std::ranges::find(kStartedByName, name) != kStartedByName.end();
}

TimePoint change_time(const struct stat& status) {
  const auto since_epoch =
      std::chrono::seconds(status.st_ctim.tv_sec) + std::chrono::nanoseconds(status.st_ctim.tv_nsec);
  return TimePoint(std::chrono::duration_cast<TimePoint::duration>(since_epoch));
}

void look_through(const std::string& root, TimePoint since, std::size_t& looked_at, LaterRunFiles& found) {
  std::error_code error;
  fs::recursive_directory_iterator at(root, error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    if (++looked_at > kMostEntries) {
      found.is_whole = false;
      return;
    }
    const std::string path = at->path().string();
    const std::string_view name = last_component(path);
    struct stat status{};
    if (::lstat(path.c_str(), &status) != 0) continue;
    if (S_ISDIR(status.st_mode)) {
      if (std::ranges::find(kNotLookedAt, name) != kNotLookedAt.end()) at.disable_recursion_pending();
      continue;
    }
    if (change_time(status) < since) continue;
    // Within a repository, what runs programs.
    const bool is_of_git = path.contains("/.git/");
    const bool is_obeyed =
        is_of_git ? path.contains("/hooks/") || path.ends_with("/.git/config") : is_protected_path(path);
    const bool is_executable = S_ISREG(status.st_mode) && (status.st_mode & S_IXUSR) != 0 && !is_of_git;
    if (is_obeyed || is_executable || is_started_by_name(name)) found.paths.push_back(path);
  }
  if (error) found.is_whole = false;
}

}  // namespace

LaterRunFiles find_later_run_files(const SandboxPlan& plan, TimePoint since) {
  LaterRunFiles found;
  // File systems keep time by the tick of the kernel, which may be a little behind.
  since -= kTick;
  std::size_t looked_at = 0;
  for (const Mount& mount : plan.mounts) {
    if (mount.kind == Mount::Kind::ReadWrite) look_through(mount.from, since, looked_at, found);
  }
  std::ranges::sort(found.paths);
  const auto repeated = std::ranges::unique(found.paths);
  found.paths.erase(repeated.begin(), repeated.end());
  return found;
}

}  // namespace yett
