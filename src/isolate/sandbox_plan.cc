#include "isolate/sandbox_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace yett {
namespace {

bool has_nul(std::string_view text) { return text.find('\0') != std::string_view::npos; }

/// "/a/b": absolute, and the only spelling of the place.
bool is_plain(std::string_view path) {
  if (path.empty() || path.front() != '/' || has_nul(path)) return false;
  if (path == "/") return true;
  for (std::size_t begin = 1; begin <= path.size();) {
    const auto end = std::min(path.find('/', begin), path.size());
    const auto part = path.substr(begin, end - begin);
    if (part.empty() || part == "." || part == "..") return false;
    begin = end + 1;
  }
  return true;
}

bool is_below(std::string_view path, std::string_view top) {
  return path.size() > top.size() && path.starts_with(top) && path[top.size()] == '/';
}

/// The process table of the sandbox and its devices: a mount there would put something of ours in their place. What
/// lies below its empty /dev/shm stands in for nothing: where there is no other folder in memory, Yett's secrets do.
bool is_made_by_sandbox(std::string_view path) {
  constexpr std::array<std::string_view, 3> kMade{"/proc", "/dev", "/sys"};
  if (is_below(path, "/dev/shm")) return false;
  return path == "/" || std::ranges::any_of(kMade, [&](auto top) { return path == top || is_below(path, top); });
}

/// A file or link made there would be made in a folder of this machine.
bool is_in_shown_folder(const Mount& mount, const std::vector<Mount>& mounts) {
  return std::ranges::any_of(mounts, [&](const Mount& other) {
    const bool shown = other.kind == Mount::Kind::ReadOnly || other.kind == Mount::Kind::ReadWrite;
    return shown && is_below(mount.to, other.to);
  });
}

Result<void> check_mount(const Mount& mount, const std::vector<Mount>& mounts) {
  const auto wrong = [&](std::string_view why) {
    return fail(ErrorKind::Input, fmt::format("a sandbox cannot have {}: {}", mount.to, why));
  };
  if (!is_plain(mount.to)) return wrong("not an absolute path in its plain spelling");
  if (is_made_by_sandbox(mount.to)) return wrong("the sandbox makes that place itself");
  switch (mount.kind) {
    case Mount::Kind::ReadOnly:
    case Mount::Kind::ReadWrite:
      if (!is_plain(mount.from)) return wrong("what it shows is not an absolute path in its plain spelling");
      break;
    case Mount::Kind::Scratch:
      if (mount.bytes == 0) return wrong("a scratch folder needs a size");
      break;
    case Mount::Kind::Text:
      if (is_in_shown_folder(mount, mounts)) return wrong("it would be made in a folder of this machine");
      break;
    case Mount::Kind::Link:
      if (is_in_shown_folder(mount, mounts)) return wrong("it would be made in a folder of this machine");
      if (mount.from.empty() || has_nul(mount.from)) return wrong("a link needs a target");
      break;
    case Mount::Kind::HiddenFile:
    case Mount::Kind::HiddenFolder:
      if (!is_in_shown_folder(mount, mounts)) return wrong("it would be hidden where nothing is shown");
      break;
  }
  return {};
}

}  // namespace

std::vector<Mount> with_pinned_folders(std::span<const Mount> mounts) {
  std::vector<Mount> pinned;
  const auto innermost_around = [&](std::string_view path) {
    const Mount* found = nullptr;
    for (const Mount& mount : pinned) {
      const bool is_around = path == mount.to || is_below(path, mount.to);
      if (is_around && (found == nullptr || mount.to.size() >= found->to.size())) found = &mount;
    }
    return found;
  };
  for (const Mount& mount : mounts) {
    for (auto end = mount.to.find('/', 1); end != std::string::npos; end = mount.to.find('/', end + 1)) {
      const std::string folder = mount.to.substr(0, end);
      const Mount* around = innermost_around(folder);
      if (around == nullptr || around->kind != Mount::Kind::ReadWrite || around->to == folder) continue;
      pinned.push_back(
          {.kind = Mount::Kind::ReadWrite, .from = around->from + folder.substr(around->to.size()), .to = folder});
    }
    pinned.push_back(mount);
  }
  return pinned;
}

Result<void> check_plan(const SandboxPlan& plan) {
  if (plan.argv.empty() || plan.argv.front().empty()) return fail(ErrorKind::Input, "a sandbox has no program");
  if (std::ranges::any_of(plan.argv, has_nul)) return fail(ErrorKind::Input, "an argument contains a NUL character");
  for (const auto& [name, value] : plan.env) {
    if (name.empty() || name.find('=') != std::string::npos || has_nul(name) || has_nul(value)) {
      return fail(ErrorKind::Input, fmt::format("not an environment variable that a program can get: {}", name));
    }
  }
  if (!is_plain(plan.cwd)) return fail(ErrorKind::Input, fmt::format("not a folder inside a sandbox: {}", plan.cwd));
  if (plan.host_name.empty() || has_nul(plan.host_name)) return fail(ErrorKind::Input, "a sandbox has no host name");
  for (const auto& mount : plan.mounts) {
    if (auto checked = check_mount(mount, plan.mounts); !checked) return checked;
  }
  return {};
}

}  // namespace yett
