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

#include "draft/command_reading.h"
#include "isolate/changeable_folders.h"
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
  explicit ProfileDraft(const ProgramRequest& request)
      : request_(request), changeable_(request.policy, request.bindings), system_(debian_runtime_mounts()) {}

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
    if (fetches_what_it_runs(request_.argv.front())) {
      remark(fmt::format(
          "{} fetches its program from the network, which a sandbox has not: install the program and name it",
          last_component(request_.argv.front())));
    }
    lay_out();
    if (Result<void> pinned = pin_folders(); !pinned) return std::unexpected(pinned.error());
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

  /// Shows a place by the name that it really has; where it is named by way of links, one leads there inside too. Not
  /// twice: what is hidden and protected in it is so under one name.
  void show_named(Mount::Kind kind, const std::string& path, const std::string& real) {
    show(kind, real);
    if (real != path) links_.push_back({.kind = Mount::Kind::Link, .from = real, .to = path});
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
    // Behind all of them: a root of its own opens what is protected.
    for (const std::string& root : changed_roots_) {
      if (!is_protected_path(root)) protect(root);
    }
  }

  void add_root(const std::string& path, const NamedRoot& named) {
    const auto real = real_path(path);
    if (!real) return remark(fmt::format("paths.{} is not shown: there is no {}", named.name, path));
    if (changeable_.are_passed_by(path)) {
      return remark(fmt::format("paths.{} is not shown: {} leads elsewhere by a link that a program could have made",
                                named.name, path));
    }
    const bool is_own = std::ranges::any_of(request_.sealed, [&](const std::string& sealed) {
      return is_within(*real, sealed) || is_within(path, sealed);
    });
    if (is_own) return remark(fmt::format("paths.{} is not shown: it is Yett's own", named.name));
    const bool is_changed = named.root.access() == PathAccess::Write;
    show_named(is_changed ? Mount::Kind::ReadWrite : Mount::Kind::ReadOnly, path, *real);
    if (is_changed) changed_roots_.push_back(*real);
  }

  /// Shows to be read what lies right in a root that may be changed and is run or obeyed by others: all of `.git` too,
  /// since what a repository runs can be said in many of its files.
  void protect(const std::string& root) {
    std::error_code error;
    for (std::filesystem::directory_iterator at(root, error), end; !error && at != end; at.increment(error)) {
      const std::string path = at->path().string();
      if (is_protected_path(path)) show_unlinked(Mount::Kind::ReadOnly, path);
    }
  }

  Result<void> add_mounts() {
    for (const std::string& mount : request_.terms.mounts) {
      if (changeable_.are_passed_by(mount)) {
        return fail(ErrorKind::Input, fmt::format("{} leads elsewhere by a link that a program could have made", mount),
                    request_.terms.where, "name the place itself in `mounts`");
      }
      const auto real = real_path(mount);
      if (!real) {
        return fail(ErrorKind::Input, fmt::format("there is no {} to show to {}", mount, request_.argv.front()),
                    request_.terms.where, "`mounts` names what the program reads");
      }
      show_named(Mount::Kind::ReadOnly, mount, *real);
    }
    return {};
  }

  void add_program_files() {
    const ProgramSurroundings around{
        .is_shown = [this](const std::string& path) { return is_system(path) || innermost_around(path) != nullptr; },
        .is_changeable = [this](const std::string& path) { return changeable_.decide_about(path); }};
    const ProgramLine line{.argv = request_.argv,
                           .env = request_.env,
                           .cwd = request_.cwd.value_or(request_.current),
                           .home = request_.home};
    for (const std::string& path : program_files(line, around)) {
      const bool is_own = std::ranges::any_of(request_.sealed, [&](const std::string& sealed) {
        return is_within(path, sealed) || is_within(sealed, path);
      });
      if (is_own) {
        remark(fmt::format("{} is not shown: it is Yett's own, or holds that", path));
      } else {
        show(Mount::Kind::ReadOnly, path);
      }
    }
  }

  /// A file of Yett's own is not hidden in a folder that the program may change: what is mounted over a file goes when
  /// somebody outside puts another one in its place by renaming it, as editors do, and the program could change that.
  /// Neither is it named by a link there.
  [[nodiscard]] Result<void> require_own_files_apart() const {
    std::vector<std::string> own = request_.sealed;
    if (const auto program = real_path("/proc/self/exe")) own.push_back(*program);
    for (const std::string& sealed : own) {
      const Mount* around = innermost_around(sealed);
      const bool is_changed = around != nullptr && around->kind == Mount::Kind::ReadWrite && !is_folder(sealed);
      if (!is_changed && !changeable_.are_passed_by(sealed)) continue;
      return fail(
          ErrorKind::Input,
          fmt::format("{} lies in what a program may change, or is named by a link there: it could change what it "
                      "is held by",
                      sealed),
          request_.terms.where,
          "keep Yett, the policy, its lock, session files and the state out of what is read-write in [paths]");
    }
    return {};
  }

  /// All mounts in their order: what stands on another one comes behind it.
  void lay_out() {
    std::vector<Mount>& mounts = profile_.plan.mounts;
    for (const Mount& mount : system_) {
      if (innermost_around(mount.to) == nullptr) mounts.push_back(mount);
    }
    if (innermost_around(kScratch) == nullptr) {
      mounts.push_back({.kind = Mount::Kind::Scratch, .to = kScratch, .bytes = kScratchBytes});
    }
    for (const std::string& given : request_.given) show(Mount::Kind::ReadOnly, given);
    std::ranges::sort(shown_, {}, &Mount::to);
    for (const Mount& mount : links_) {
      const bool is_by_another = std::ranges::any_of(
          links_, [&](const Mount& other) { return other.to != mount.to && is_within(mount.to, other.to); });
      // In a folder that is shown it stands by itself.
      if (innermost_around(mount.to) == nullptr && !is_system(mount.to) && !is_by_another) mounts.push_back(mount);
    }
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

  /// What is mounted in a folder that may be changed keeps its way there, and that way is the one that was looked at.
  [[nodiscard]] Result<void> pin_folders() {
    std::vector<Mount> pinned = with_pinned_folders(profile_.plan.mounts);
    for (Mount& mount : pinned) {
      if (mount.kind != Mount::Kind::ReadWrite || mount.identity.inode != 0) continue;
      const auto identity = identity_without_links(mount.from);
      if (!identity) {
        return fail(ErrorKind::Input, fmt::format("{} is a link, or was changed just now", mount.from),
                    request_.terms.where);
      }
      mount.identity = *identity;
    }
    profile_.plan.mounts = std::move(pinned);
    return {};
  }

  [[nodiscard]] bool is_there(const std::string& folder) const {
    return folder == "/" || std::ranges::any_of(profile_.plan.mounts, [&](const Mount& mount) {
             const bool has_content = mount.kind == Mount::Kind::ReadOnly || mount.kind == Mount::Kind::ReadWrite ||
                                      mount.kind == Mount::Kind::Link;
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
  ChangeableFolders changeable_;
  std::vector<Mount> system_;
  std::vector<Mount> shown_;
  std::vector<std::string> changed_roots_;
  std::vector<Mount> links_;  // names of what is shown under another one
  Profile profile_;
};

}  // namespace

Result<Profile> make_profile(const ProgramRequest& request) {
  if (request.argv.empty()) return fail(ErrorKind::Input, "a sandbox has no program");
  return ProfileDraft(request).finish();
}

}  // namespace yett
