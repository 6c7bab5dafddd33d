#include "isolate/profile.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <climits>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "isolate/program_files.h"
#include "isolate/runtime_mounts.h"
#include "os/file_descriptor.h"

namespace yett {
namespace {

/// Of /tmp, in memory.
constexpr std::uint64_t kScratchBytes = std::uint64_t{512} << 20;
constexpr const char* kScratch = "/tmp";

bool is_within(std::string_view path, std::string_view folder) {
  return path == folder || (path.starts_with(folder) && path[folder.size()] == '/');
}

bool is_folder(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

FileIdentity identity_in(const struct stat& status) { return {.device = status.st_dev, .inode = status.st_ino}; }

std::optional<FileIdentity> identity_of(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return identity_in(status);
}

/// nullopt for what a link leads to, at its end or before.
std::optional<FileIdentity> identity_without_links(const std::string& path) {
  open_how how{};
  how.flags = O_PATH | O_CLOEXEC | O_NOFOLLOW;
  how.resolve = RESOLVE_NO_SYMLINKS;
  const FileDescriptor place(static_cast<int>(::syscall(SYS_openat2, AT_FDCWD, path.c_str(), &how, sizeof how)));
  struct stat status{};
  if (!place.is_open() || ::fstat(place.get(), &status) != 0 || S_ISLNK(status.st_mode)) return std::nullopt;
  return identity_in(status);
}

std::optional<std::string> real_path(const std::string& path) {
  std::array<char, PATH_MAX> real;
  if (::realpath(path.c_str(), real.data()) == nullptr) return std::nullopt;
  return std::string(real.data());
}

std::uint64_t seconds(Duration duration) {
  return static_cast<std::uint64_t>(std::chrono::ceil<std::chrono::seconds>(duration).count());
}

class ProfileDraft {
 public:
  explicit ProfileDraft(const ProgramRequest& request) : request_(request), system_(debian_runtime_mounts()) {}

  Result<Profile> finish() {
    add_roots();
    if (Result<void> mounted = add_mounts(); !mounted) return std::unexpected(mounted.error());
    if (request_.terms.program_files == ProgramFiles::Found) add_program_files();
    SandboxPlan& plan = profile_.plan;
    plan.argv = request_.argv;
    plan.env = {request_.env.values().begin(), request_.env.values().end()};
    plan.limits.memory_bytes = request_.terms.memory_bytes;
    plan.limits.processes = request_.terms.processes;
    plan.limits.cpu_seconds = seconds(request_.terms.cpu);
    plan.limits.wall_seconds = seconds(request_.terms.wall);
    if (Result<void> apart = require_own_files_apart(); !apart) return std::unexpected(apart.error());
    lay_out();
    if (Result<void> placed = place_program(); !placed) return std::unexpected(placed.error());
    return std::move(profile_);
  }

 private:
  void remark(std::string text) { profile_.remarks.push_back(std::move(text)); }

  /// Shows a place under this name, unless it is shown already, or has just gone.
  void show(Mount::Kind kind, const std::string& path) {
    const auto same = std::ranges::find(shown_, path, &Mount::to);
    const auto identity = identity_of(path);
    if (same != shown_.end() || !identity) return;
    shown_.push_back({.kind = kind, .from = path, .to = path, .identity = *identity});
  }

  /// The same for a place to which no link leads on the way: whoever may change a folder there could make one.
  void show_unlinked(Mount::Kind kind, const std::string& path) {
    const auto identity = identity_without_links(path);
    if (!identity) return;
    show(kind, path);
    const auto shown = std::ranges::find(shown_, path, &Mount::to);
    if (shown != shown_.end()) shown->identity = *identity;
  }

  /// The same under the name that it really has, where links lead to it: what is judged by Yett is named so.
  void show_both(Mount::Kind kind, const std::string& path, const std::string& real) {
    show(kind, path);
    if (real != path) show(kind, real);
  }

  [[nodiscard]] const Mount* innermost_around(std::string_view path) const {
    const Mount* found = nullptr;
    for (const Mount& mount : shown_) {
      if (is_within(path, mount.to) && (found == nullptr || mount.to.size() > found->to.size())) found = &mount;
    }
    return found;
  }

  [[nodiscard]] bool is_system(std::string_view path) const {
    return std::ranges::any_of(
        system_, [&](const Mount& mount) { return mount.kind != Mount::Kind::Text && is_within(path, mount.to); });
  }

  void add_roots() {
    const auto& paths = request_.policy.paths;
    std::vector<std::pair<std::string, const NamedRoot*>> roots;
    const auto add = [&](const NamedRoot& named) {
      const PathRoot root = named.root.filled(request_.bindings);
      if (root.is_template()) {
        return remark(fmt::format("paths.{} is not shown: the session does not fill in {}", named.name, root.text()));
      }
      roots.emplace_back(root.text(), &named);
    };
    if (request_.terms.roots) {
      for (const std::size_t index : *request_.terms.roots) add(paths[index]);
    } else {
      for (const NamedRoot& named : paths) add(named);
    }
    // The outer ones first: whether an inner one may be a link depends on them.
    std::ranges::sort(roots);
    for (const auto& [path, named] : roots) add_root(path, *named);
  }

  void add_root(const std::string& path, const NamedRoot& named) {
    const auto real = real_path(path);
    if (!real) return remark(fmt::format("paths.{} is not shown: there is no {}", named.name, path));
    const Mount* around = innermost_around(path);
    const bool is_within_changed = around != nullptr && around->kind == Mount::Kind::ReadWrite;
    if (is_within_changed && !identity_without_links(path)) {
      return remark(fmt::format("paths.{} is not shown: {} leads elsewhere by a link that a program could have made",
                                named.name, path));
    }
    const bool is_own = std::ranges::any_of(request_.sealed, [&](const std::string& sealed) {
      return is_within(*real, sealed) || is_within(path, sealed);
    });
    if (is_own) return remark(fmt::format("paths.{} is not shown: it is Yett's own", named.name));
    const bool is_changed = named.root.access() == PathAccess::Write;
    const auto kind = is_changed ? Mount::Kind::ReadWrite : Mount::Kind::ReadOnly;
    if (is_within_changed) {
      show_unlinked(kind, path);
    } else {
      show_both(kind, path, *real);
    }
    if (is_changed) protect(*real);
  }

  /// Shows to be read what lies right in a root that may be changed and is run or obeyed by others.
  void protect(const std::string& root) {
    std::error_code error;
    for (std::filesystem::directory_iterator at(root, error), end; !error && at != end; at.increment(error)) {
      const std::string path = at->path().string();
      if (!is_protected_path(path)) continue;
      if (at->path().filename() != ".git") {
        show_unlinked(Mount::Kind::ReadOnly, path);
        continue;
      }
      // Of a repository, what runs programs; the rest changes with every commit.
      for (const auto* part : {"/hooks", "/config"}) show_unlinked(Mount::Kind::ReadOnly, path + part);
    }
  }

  Result<void> add_mounts() {
    for (const std::string& mount : request_.terms.mounts) {
      const auto real = real_path(mount);
      if (!real) {
        return fail(ErrorKind::Input, fmt::format("there is no {} to show to {}", mount, request_.argv.front()),
                    request_.terms.where, "`mounts` names what the program reads");
      }
      show_both(Mount::Kind::ReadOnly, mount, *real);
    }
    return {};
  }

  void add_program_files() {
    const IsShown is_shown = [this](const std::string& path) {
      return is_system(path) || innermost_around(path) != nullptr;
    };
    const ProgramLine line{.argv = request_.argv,
                           .env = request_.env,
                           .cwd = request_.cwd.value_or(request_.current),
                           .home = request_.home};
    for (const std::string& path : program_files(line, is_shown)) show(Mount::Kind::ReadOnly, path);
  }

  /// A file of Yett's own is not hidden in a folder that the program may change: what is mounted over a file goes when
  /// somebody outside puts another one in its place by renaming it, as editors do, and the program could change that.
  [[nodiscard]] Result<void> require_own_files_apart() const {
    for (const std::string& sealed : request_.sealed) {
      const Mount* around = innermost_around(sealed);
      const bool is_changed = around != nullptr && around->kind == Mount::Kind::ReadWrite;
      if (!is_changed || is_folder(sealed) || real_path(sealed) != sealed) continue;
      return fail(ErrorKind::Input,
                  fmt::format("{} lies in {}, which {} may change: it could change what it is held by", sealed,
                              around->to, request_.argv.front()),
                  request_.terms.where,
                  "keep the policy, its lock and session files out of what is read-write in [paths]");
    }
    return {};
  }

  /// All mounts in their order: what stands on another one comes behind it.
  void lay_out() {
    std::vector<Mount>& mounts = profile_.plan.mounts;
    for (Mount& mount : system_) {
      if (innermost_around(mount.to) == nullptr) mounts.push_back(std::move(mount));
    }
    if (innermost_around(kScratch) == nullptr) {
      mounts.push_back({.kind = Mount::Kind::Scratch, .to = kScratch, .bytes = kScratchBytes});
    }
    for (const std::string& given : request_.given) show(Mount::Kind::ReadOnly, given);
    std::ranges::sort(shown_, {}, &Mount::to);
    for (const Mount& mount : shown_) mounts.push_back(mount);
    for (const std::string& sealed : request_.sealed) {
      const Mount* around = innermost_around(sealed);
      // By a name with links in it nothing is covered; its real name is sealed too.
      if (around == nullptr || around->to == sealed || real_path(sealed) != sealed) continue;
      const bool is_given =
          std::ranges::any_of(request_.given, [&](const std::string& given) { return is_within(given, sealed); });
      if (is_given) continue;
      mounts.push_back({.kind = is_folder(sealed) ? Mount::Kind::HiddenFolder : Mount::Kind::HiddenFile, .to = sealed});
    }
  }

  [[nodiscard]] bool is_there(const std::string& folder) const {
    return folder == "/" || std::ranges::any_of(profile_.plan.mounts, [&](const Mount& mount) {
             const bool has_content = mount.kind == Mount::Kind::ReadOnly || mount.kind == Mount::Kind::ReadWrite;
             return is_within(mount.to, folder) || mount.to == folder || (has_content && is_within(folder, mount.to));
           });
  }

  Result<void> place_program() {
    std::string& cwd = profile_.plan.cwd;
    if (!request_.cwd) {
      cwd = is_there(request_.current) ? request_.current : "/";
      return {};
    }
    cwd = *request_.cwd;
    if (is_there(cwd)) return {};
    return fail(ErrorKind::Input,
                fmt::format("{} cannot start in {}: it is shown nothing there", request_.argv.front(), cwd),
                request_.terms.where, "name the folder in [paths] or `mounts`");
  }

  const ProgramRequest& request_;
  std::vector<Mount> system_;
  std::vector<Mount> shown_;
  Profile profile_;
};

}  // namespace

Result<Profile> make_profile(const ProgramRequest& request) {
  if (request.argv.empty()) return fail(ErrorKind::Input, "a sandbox has no program");
  return ProfileDraft(request).finish();
}

}  // namespace yett
