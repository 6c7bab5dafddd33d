#include "isolate/oci_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace yett {
namespace {

/// How many files a scratch folder holds: what a small one can be filled with, and one for a page of memory.
constexpr std::uint64_t kFewestFiles = 1024;
constexpr std::uint64_t kBytesOfFile = 4096;

/// Of /dev/shm, where programs keep memory that they share.
constexpr std::uint64_t kSharedMemoryBytes = std::uint64_t{64} << 20;

Json strings(std::span<const std::string> texts) {
  Json::Array list;
  for (const auto& text : texts) list.emplace_back(text);
  return list;
}

Json mount_of(std::string_view type, std::string_view from, std::string_view to,
              const std::vector<std::string>& options) {
  return Json::object({{"destination", to}, {"type", type}, {"source", from}, {"options", strings(options)}});
}

/// Each option twice: "nosuid" holds for one mount only, "rnosuid" for all below it too, and gVisor does not know it.
Json bound(const OciSetting& setting, const std::string& from, const std::string& to, Mount::Kind access) {
  std::vector<std::string> options{setting.files.contains(from) ? "bind" : "rbind", "nosuid", "nodev"};
  const bool is_changed = access == Mount::Kind::ReadWrite;
  if (!is_changed) options.emplace_back("ro");
  if (setting.kind != OciKind::Gvisor && !setting.files.contains(from)) {
    options.insert(options.end(), {"rnosuid", "rnodev"});
    if (!is_changed) options.emplace_back("rro");
  }
  return mount_of("bind", from, to, options);
}

Json plan_mount(const OciSetting& setting, const Mount& mount, std::span<const std::string>& texts) {
  switch (mount.kind) {
    case Mount::Kind::Scratch: {
      std::vector<std::string> options{"nosuid", "nodev", "mode=1777", fmt::format("size={}", mount.bytes)};
      // Empty files have no size that would count. gVisor does not know the option.
      if (setting.kind != OciKind::Gvisor) {
        options.push_back(fmt::format("nr_inodes={}", std::max(kFewestFiles, mount.bytes / kBytesOfFile)));
      }
      return mount_of("tmpfs", "tmpfs", mount.to, options);
    }
    case Mount::Kind::Text: {
      auto file = mount_of("bind", texts.front(), mount.to, {"bind", "nosuid", "nodev", "ro"});
      texts = texts.subspan(1);
      return file;
    }
    case Mount::Kind::HiddenFile:
      // A device that is bound without leave to use devices cannot be opened.
      return mount_of("bind", "/dev/null", mount.to, {"bind", "nosuid", "nodev", "ro"});
    case Mount::Kind::HiddenFolder:
      return mount_of("tmpfs", "tmpfs", mount.to, {"nosuid", "nodev", "noexec", "ro", "mode=755", "size=4096"});
    case Mount::Kind::ReadOnly:
    case Mount::Kind::ReadWrite:
    case Mount::Kind::Link:
      break;
  }
  return bound(setting, mount.from, mount.to, mount.kind);
}

Json all_mounts(const SandboxPlan& plan, const OciSetting& setting) {
  std::vector<std::string> of_devices{"nosuid", "noexec", "mode=755", "size=65536"};
  // Read-only, nobody fills it or puts a link where null was; in gVisor nobody could write to null either.
  if (setting.kind != OciKind::Gvisor) of_devices.emplace_back("ro");
  Json::Array mounts{
      mount_of("proc", "proc", "/proc", {"nosuid", "noexec", "nodev"}), mount_of("tmpfs", "tmpfs", "/dev", of_devices),
      mount_of("devpts", "devpts", "/dev/pts", {"nosuid", "noexec", "newinstance", "ptmxmode=0666", "mode=0620"}),
      mount_of("tmpfs", "shm", "/dev/shm",
               {"nosuid", "noexec", "nodev", "mode=1777", fmt::format("size={}", kSharedMemoryBytes)})};
  for (const auto& mount : setting.own) mounts.push_back(bound(setting, mount.from, mount.to, mount.kind));
  std::span<const std::string> texts = setting.texts;
  for (const Mount& mount : with_pinned_folders(plan.mounts)) {
    if (mount.kind != Mount::Kind::Link) mounts.push_back(plan_mount(setting, mount, texts));
  }
  return mounts;
}

Json capabilities(OciKind kind) {
  Json sets = Json::object({});
  for (const auto* set : {"bounding", "effective", "permitted", "inheritable", "ambient"}) sets.set(set, Json::Array{});
  if (kind == OciKind::Gvisor) return sets;
  for (const auto* set : {"bounding", "effective", "permitted"}) sets.set(set, Json::Array{"CAP_SETFCAP"});
  return sets;
}

Json linux_part(const OciSetting& setting) {
  Json::Array namespaces;
  for (const auto* kind : {"pid", "network", "ipc", "uts", "cgroup", "mount"}) {
    namespaces.push_back(Json::object({{"type", kind}}));
  }
  Json part = Json::object(
      {{"maskedPaths", strings(setting.masks)},
       {"readonlyPaths", Json::Array{"/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys", "/proc/sysrq-trigger"}}});
  if (setting.kind == OciKind::Namespaces) {
    namespaces.push_back(Json::object({{"type", "user"}}));
    const auto only = [](std::uint64_t outside) {
      return Json::Array{Json::object({{"containerID", 0}, {"hostID", outside}, {"size", 1}})};
    };
    part.set("uidMappings", only(setting.user));
    part.set("gidMappings", only(setting.group));
  }
  part.set("namespaces", std::move(namespaces));
  return part;
}

}  // namespace

Result<void> check_oci_plan(const SandboxPlan& plan) {
  for (const auto& link : plan.mounts) {
    if (link.kind != Mount::Kind::Link) continue;
    for (const auto& other : plan.mounts) {
      const bool stands_on = other.kind == Mount::Kind::Scratch || other.kind == Mount::Kind::Link;
      if (stands_on && link.to.starts_with(other.to + "/")) {
        return fail(ErrorKind::Input, fmt::format("a container cannot have the link {} below {}", link.to, other.to),
                    {}, "use the backend bwrap");
      }
    }
  }
  return {};
}

Json oci_config(const SandboxPlan& plan, const OciSetting& setting) {
  return Json::object({{"ociVersion", "1.0.2"},
                       {"process", Json::object({{"terminal", false},
                                                 {"user", Json::object({{"uid", 0}, {"gid", 0}})},
                                                 {"args", strings(setting.command)},
                                                 {"env", Json::Array{}},
                                                 {"cwd", "/"},
                                                 {"capabilities", capabilities(setting.kind)},
                                                 {"noNewPrivileges", true}})},
                       {"root", Json::object({{"path", "rootfs"}, {"readonly", true}})},
                       {"hostname", plan.host_name},
                       {"mounts", all_mounts(plan, setting)},
                       {"linux", linux_part(setting)}});
}

}  // namespace yett
