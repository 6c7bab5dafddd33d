#include "isolate/bwrap_command.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <array>

#include "isolate/runtime_mounts.h"

namespace yett {
namespace {

constexpr std::array<const char*, 14> kMaskedProcFiles{
    "/proc/kcore",       "/proc/keys",          "/proc/key-users",   "/proc/timer_list", "/proc/timer_stats",
    "/proc/sched_debug", "/proc/latency_stats", "/proc/kallsyms",    "/proc/kmsg",       "/proc/kpagecount",
    "/proc/kpageflags",  "/proc/kpagecgroup",   "/proc/vmallocinfo", "/proc/slabinfo",
};

/// Of /dev/shm, where programs keep memory that they share.
constexpr std::uint64_t kSharedMemoryBytes = std::uint64_t{64} << 20;

using Arguments = std::vector<std::string>;

void add(Arguments& arguments, std::initializer_list<std::string> more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
}

void add_namespaces(Arguments& arguments, const SandboxPlan& plan) {
  // --unshare-all takes the user namespace only where it can be had; without it nothing else here holds.
  add(arguments, {"--unshare-all", "--unshare-user", "--disable-userns"});
  add(arguments, {"--uid", std::to_string(kInsideUser), "--gid", std::to_string(kInsideGroup)});
  add(arguments, {"--hostname", plan.host_name});
  add(arguments, {"--cap-drop", "ALL", "--die-with-parent", "--new-session", "--clearenv"});
}

void add_proc_and_dev(Arguments& arguments, std::span<const std::string> masks) {
  add(arguments, {"--proc", "/proc"});
  // A device that is bound without leave to use devices cannot be opened, so it reads as "permission denied".
  for (const auto& file : masks) add(arguments, {"--ro-bind", "/dev/null", file});
  add(arguments, {"--dev", "/dev", "--perms", "1777", "--size", std::to_string(kSharedMemoryBytes)});
  // bwrap's /dev is a folder in memory without a limit; read-only, nobody fills it or puts a link where null was.
  add(arguments, {"--tmpfs", "/dev/shm", "--remount-ro", "/dev"});
}

void add_mount(Arguments& arguments, const Mount& mount, std::span<const int>& texts) {
  switch (mount.kind) {
    case Mount::Kind::ReadOnly:
      return add(arguments, {"--ro-bind", mount.from, mount.to});
    case Mount::Kind::ReadWrite:
      return add(arguments, {"--bind", mount.from, mount.to});
    case Mount::Kind::Scratch:
      return add(arguments, {"--perms", "1777", "--size", std::to_string(mount.bytes), "--tmpfs", mount.to});
    case Mount::Kind::Text:
      add(arguments, {"--perms", "0444", "--file", std::to_string(texts.front()), mount.to});
      texts = texts.subspan(1);
      return;
    case Mount::Kind::Link:
      return add(arguments, {"--symlink", mount.from, mount.to});
    case Mount::Kind::HiddenFile:
      return add(arguments, {"--ro-bind", "/dev/null", mount.to});
    case Mount::Kind::HiddenFolder:
      return add(arguments, {"--perms", "0755", "--size", "4096", "--tmpfs", mount.to, "--remount-ro", mount.to});
  }
}

}  // namespace

std::span<const char* const> masked_proc_files() { return kMaskedProcFiles; }

std::vector<std::string> masked_proc_files_here() {
  std::vector<std::string> here;
  for (const auto* file : kMaskedProcFiles) {
    struct stat status{};
    if (::stat(file, &status) == 0 && (status.st_mode & (S_IROTH | S_IWOTH)) != 0) here.emplace_back(file);
  }
  return here;
}

BwrapCommand bwrap_arguments(const SandboxPlan& plan, const BwrapDescriptors& descriptors,
                             std::span<const std::string> masks) {
  Arguments arguments;
  add_namespaces(arguments, plan);
  add_proc_and_dev(arguments, masks);
  std::span<const int> texts = descriptors.texts;
  for (const Mount& mount : with_pinned_folders(plan.mounts)) add_mount(arguments, mount, texts);
  // The root is a folder in memory of bwrap's, which has no limit either.
  add(arguments, {"--remount-ro", "/", "--chdir", "/"});
  return {.options = std::move(arguments),
          .command = {fmt::format("/proc/self/fd/{}", descriptors.program), std::to_string(descriptors.control),
                      std::to_string(descriptors.request)}};
}

std::string nul_separated(std::span<const std::string> arguments) {
  std::string bytes;
  for (const auto& argument : arguments) bytes.append(argument).push_back('\0');
  return bytes;
}

}  // namespace yett
