#include "isolate/landlock_backend.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>

#include "isolate/landlock_places.h"
#include "isolate/preparation.h"
#include "isolate/unshared_filter.h"
#include "os/linux/system_error.h"

namespace yett {
namespace {

constexpr int kSignalsAbi = 6;

std::vector<std::string> gaps_of_sharing() {
  return {
      "no namespaces: names, sizes, times and links of all files, and which processes run, are seen as their modes say",
      "modes, owners, times and attributes of files of the same user can be changed wherever they are",
      "the limit of processes counts all that the same user runs on this machine",
      "scratch folders are on disk and without a limit of their own",
      "no loopback of its own: sockets of the internet are refused altogether",
  };
}

/// Folders on disk in the place of scratch folders.
Result<std::optional<PrivateFolder>> make_scratch(const SandboxPlan& plan, const Preparation& prepared,
                                                  InsideRequest& request) {
  std::optional<PrivateFolder> folder;
  std::string temporary;
  for (const auto& mount : plan.mounts) {
    if (mount.kind != Mount::Kind::Scratch) continue;
    if (!folder) {
      auto made = PrivateFolder::make("/tmp", prepared.user);
      if (!made) return std::unexpected(made.error());
      folder = *std::move(made);
    }
    const auto path = folder->path() + "/" + std::to_string(request.places.size());
    if (::mkdir(path.c_str(), 0700) != 0) return system_failure("cannot make " + path, errno);
    if (prepared.user && ::geteuid() == 0 && ::chown(path.c_str(), prepared.user->user, prepared.user->group) != 0) {
      return system_failure("cannot give away " + path, errno);
    }
    if (temporary.empty() || mount.to == "/tmp") temporary = path;
    request.places.push_back({path, PlaceAccess::Write});
  }
  if (folder) {
    for (const auto* name : {"TMPDIR", "HOME"}) {
      if (!plan.env.contains(name)) request.env.push_back(fmt::format("{}={}", name, temporary));
    }
  }
  return folder;
}

}  // namespace

Result<void> LandlockBackend::check_here() const {
  const int abi = landlock_abi();
  if (abi >= kSignalsAbi) return {};
  return fail(ErrorKind::System,
              abi == 0 ? "cannot start a sandbox: Landlock is not switched on in this kernel"
                       : fmt::format("cannot start a sandbox: Landlock keeps no signals in here (ABI {})", abi),
              {}, fmt::format("use Linux 6.12 or newer, which has ABI {}, or another backend", kSignalsAbi));
}

Result<Sandbox> LandlockBackend::hold(const SandboxPlan& plan, const SandboxParts& parts) const {
  auto prepared = prepare(plan, parts);
  if (!prepared) return std::unexpected(prepared.error());
  if (auto usable = check_here(); !usable) return std::unexpected(usable.error());
  auto found = landlock_places(plan);
  if (!found) return std::unexpected(found.error());
  for (const auto& mount : plan.mounts) {
    const bool shown = mount.kind == Mount::Kind::ReadOnly || mount.kind == Mount::Kind::ReadWrite;
    if (!shown || !prepared->user || ::geteuid() != 0 || is_reached(mount)) continue;
    return fail(
        ErrorKind::Input,
        fmt::format("Landlock cannot show {} to user {}, who does not reach it", mount.from, prepared->user->user), {},
        "use another backend, or start it as the owner");
  }

  auto request = request_for(plan, parts);
  request.places = std::move(found->places);
  request.tcp = TcpUse::Refused;
  if (!request.filter.empty()) request.filter = filter_without_namespaces(request.filter);
  auto scratch = make_scratch(plan, *prepared, request);
  if (!scratch) return std::unexpected(scratch.error());

  auto sockets = control_sockets();
  if (!sockets) return std::unexpected(sockets.error());
  std::array<int, 2> life{-1, -1};
  if (::pipe2(life.data(), O_CLOEXEC) != 0) return system_failure("cannot make a pipe", errno);
  FileDescriptor watched(life[0]);
  FileDescriptor ours(life[1]);
  auto request_file = memory_file("yett-request", encode(request));
  if (!request_file) return std::unexpected(request_file.error());

  Inheritance inheritance(parts.handed_over);
  const int control = inheritance.add(std::move(sockets->theirs));
  const int request_number = inheritance.add(*std::move(request_file));
  const int program = inheritance.add(std::move(prepared->program));
  const int life_number = inheritance.add(std::move(watched));
  auto process = start({fmt::format("/proc/self/fd/{}", program), "kept", std::to_string(control),
                        std::to_string(request_number), std::to_string(life_number)},
                       *prepared, program, std::move(inheritance), {});
  if (!process) return std::unexpected(process.error());
  auto gaps = gaps_of_sharing();
  gaps.insert(gaps.end(), found->gaps.begin(), found->gaps.end());
  return Sandbox({.process = *std::move(process),
                  .reports = std::move(sockets->ours),
                  .life = std::move(ours),
                  .ended_by = StartedSandbox::EndedBy::Life,
                  .folder = *std::move(scratch),
                  .wall_seconds = plan.limits.wall_seconds,
                  .confinement = {.backend = Backend::Landlock, .gaps = std::move(gaps)}});
}

}  // namespace yett
