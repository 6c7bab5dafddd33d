#include "isolate/oci_bundle.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <system_error>

#include "os/files.h"
#include "os/linux/system_error.h"

namespace yett {
namespace {

/// No root of a policy is or holds it (check_plan()): who could write here would say what another container is.
constexpr const char* kParentOfBundles = "/dev/shm";

}  // namespace

Result<OciBundle> OciBundle::make(const SandboxPlan& plan) {
  auto folder = PrivateFolder::make(kParentOfBundles, {});
  if (!folder) return std::unexpected(folder.error());
  OciBundle bundle(*std::move(folder));
  for (const auto* name : {"rootfs", "state"}) {
    if (auto made = bundle.add_folder(name); !made) return std::unexpected(made.error());
  }
  // The sandbox's user is not the one who enters it there.
  if (::chmod(bundle.path("rootfs").c_str(), 0755) != 0) return system_failure("cannot make a root folder", errno);
  for (const auto& mount : plan.mounts) {
    if (mount.kind == Mount::Kind::Link) {
      if (auto made = bundle.add_link(mount); !made) return std::unexpected(made.error());
    }
    if (mount.kind != Mount::Kind::Text) continue;
    const auto name = fmt::format("text-{}", bundle.texts_.size());
    if (auto written = bundle.add_file(name, mount.text); !written) return std::unexpected(written.error());
    if (::chmod(bundle.path(name).c_str(), 0444) != 0) return system_failure("cannot make a text readable", errno);
    bundle.texts_.push_back(bundle.path(name));
  }
  return bundle;
}

Result<void> OciBundle::give_to(const UserIdentity& user) const {
  const auto give = [&](const std::string& path) { return ::lchown(path.c_str(), user.user, user.group) == 0; };
  std::error_code error;
  for (std::filesystem::recursive_directory_iterator entry(folder_.path(), error), end; !error && entry != end;
       entry.increment(error)) {
    if (!give(entry->path().string())) return system_failure("cannot give away " + entry->path().string(), errno);
  }
  if (error) return system_failure("cannot read " + folder_.path(), error.value());
  if (!give(folder_.path())) return system_failure("cannot give away " + folder_.path(), errno);
  return {};
}

Result<void> OciBundle::add_file(std::string_view name, std::string_view text) const {
  return write_private_file(path(name), text);
}

Result<void> OciBundle::add_folder(std::string_view name) const {
  if (::mkdir(path(name).c_str(), 0700) != 0) return system_failure("cannot make " + path(name), errno);
  return {};
}

Result<void> OciBundle::add_pipe(std::string_view name) const {
  if (::mkfifo(path(name).c_str(), 0600) != 0) return system_failure("cannot make " + path(name), errno);
  return {};
}

/// check_oci_plan() holds that no folder on the way is a link itself.
Result<void> OciBundle::add_link(const Mount& link) const {
  const auto root = path("rootfs");
  for (auto end = link.to.find('/', 1); end != std::string::npos; end = link.to.find('/', end + 1)) {
    const auto above = root + link.to.substr(0, end);
    if (::mkdir(above.c_str(), 0755) != 0 && errno != EEXIST) return system_failure("cannot make " + above, errno);
  }
  if (::symlink(link.from.c_str(), (root + link.to).c_str()) != 0) {
    return system_failure("cannot make the link " + link.to, errno);
  }
  return {};
}

void OciBundle::hide_from(SandboxPlan& plan) const {
  const auto& own = folder_.path();
  const auto count = plan.mounts.size();
  for (std::size_t index = 0; index < count; ++index) {
    const auto& mount = plan.mounts[index];
    const bool shown = mount.kind == Mount::Kind::ReadOnly || mount.kind == Mount::Kind::ReadWrite;
    const auto top = mount.from == "/" ? "" : mount.from;
    if (!shown || !own.starts_with(top + "/")) continue;
    plan.mounts.push_back({.kind = Mount::Kind::HiddenFolder, .to = mount.to + own.substr(top.size())});
  }
}

}  // namespace yett
