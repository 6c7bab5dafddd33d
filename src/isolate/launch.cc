#include "isolate/launch.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <climits>

#include "os/linux/system_error.h"

namespace yett {
namespace {

constexpr uid_t kNobody = 65534;

}  // namespace

Result<std::string> find_inside_program() {
  std::array<char, PATH_MAX> own;
  const auto length = ::readlink("/proc/self/exe", own.data(), own.size());
  if (length <= 0) return system_failure("cannot find the running program", errno);
  std::string folder(own.data(), static_cast<std::size_t>(length));
  folder.resize(folder.rfind('/'));
  for (const auto* place : {"/yett-inside", "/../libexec/yett/yett-inside"}) {
    auto path = folder + place;
    if (::access(path.c_str(), X_OK) == 0) return path;
  }
  return fail(ErrorKind::NotFound, fmt::format("cannot start a sandbox: no yett-inside beside {}", folder), {},
              "install Yett anew");
}

UserIdentity sandbox_user(const SandboxPlan& plan) {
  for (const auto& mount : plan.mounts) {
    struct stat status{};
    if (mount.kind != Mount::Kind::ReadWrite || ::stat(mount.from.c_str(), &status) != 0) continue;
    if (status.st_uid == 0) break;
    return {status.st_uid, status.st_gid != 0 ? status.st_gid : kNobody};
  }
  return {kNobody, kNobody};
}

}  // namespace yett
