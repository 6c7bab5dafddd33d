#include "isolate/landlock_places.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <system_error>

namespace yett {
namespace {

constexpr std::array<const char*, 12> kProcFiles{
    "/proc/cpuinfo", "/proc/filesystems", "/proc/loadavg", "/proc/meminfo", "/proc/stat",   "/proc/uptime",
    "/proc/version", "/proc/swaps",       "/proc/vmstat",  "/proc/sys/vm",  "/proc/sys/fs", "/proc/sys/kernel",
};
constexpr std::array<const char*, 6> kDevices{"/dev/null",   "/dev/zero",    "/dev/full",
                                              "/dev/random", "/dev/urandom", "/dev/tty"};

std::string real_path(const std::string& path) {
  std::error_code error;
  auto real = std::filesystem::canonical(path, error);
  return error ? std::string() : real.string();
}

bool is_there(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0;
}

bool is_within(const std::string& path, const std::string& top) {
  return path == top || top == "/" || path.starts_with(top + "/");
}

class Places {
 public:
  explicit Places(const SandboxPlan& plan) : plan_(plan) { found_.places = common_places(); }

  Result<LandlockPlaces> all() {
    for (const auto& mount : plan_.mounts) {
      if (auto added = add(mount); !added) return std::unexpected(added.error());
    }
    return std::move(found_);
  }

 private:
  static std::unexpected<Error> refused(const Mount& mount, std::string_view why) {
    return fail(ErrorKind::Input, fmt::format("Landlock cannot hold {}: {}", mount.to, why), {},
                "use another backend, or leave it out");
  }

  Result<void> add(const Mount& mount) {
    switch (mount.kind) {
      case Mount::Kind::ReadOnly:
        for (const auto& other : plan_.mounts) {
          if (other.kind == Mount::Kind::ReadWrite && is_within(real_path(mount.to), real_path(other.to))) {
            return refused(mount, fmt::format("it would be changed as all of {}", other.to));
          }
        }
        return add_shown(mount, PlaceAccess::Execute);
      case Mount::Kind::ReadWrite:
        return add_shown(mount, PlaceAccess::Write);
      case Mount::Kind::Text:
        add_text(mount);
        return {};
      case Mount::Kind::Link:
        add_link(mount);
        return {};
      case Mount::Kind::HiddenFile:
      case Mount::Kind::HiddenFolder:
        return refused(mount, "it would be seen with what is around it");
      case Mount::Kind::Scratch:
        break;
    }
    return {};
  }

  Result<void> add_shown(const Mount& mount, PlaceAccess access) {
    const auto from = real_path(mount.from);
    if (from.empty()) return refused(mount, fmt::format("there is no {}", mount.from));
    if (from != real_path(mount.to)) return refused(mount, fmt::format("{} is not there but elsewhere", mount.from));
    found_.places.push_back({mount.to, access});
    return {};
  }

  void add_text(const Mount& mount) {
    if (!is_there(mount.to)) {
      found_.gaps.push_back(
          fmt::format("{} is not there, since nothing can be put there for the program alone", mount.to));
      return;
    }
    found_.gaps.push_back(fmt::format("{} is this machine's own, to be read", mount.to));
    found_.places.push_back({mount.to, PlaceAccess::Read});
  }

  void add_link(const Mount& mount) {
    std::error_code error;
    const auto leads_to = std::filesystem::read_symlink(mount.to, error);
    if (error || leads_to.string() != mount.from) {
      found_.gaps.push_back(
          fmt::format("{} is not a link to {} but what this machine has there", mount.to, mount.from));
    }
  }

  const SandboxPlan& plan_;
  LandlockPlaces found_;
};

}  // namespace

std::vector<InsidePlace> common_places() {
  std::vector<InsidePlace> places;
  for (const auto* path : kProcFiles) {
    if (is_there(path)) places.push_back({path, PlaceAccess::Read});
  }
  for (const auto* path : kDevices) {
    if (is_there(path)) places.push_back({path, PlaceAccess::Device});
  }
  return places;
}

Result<LandlockPlaces> landlock_places(const SandboxPlan& plan) { return Places(plan).all(); }

}  // namespace yett
