#include "isolate/cgroup.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "os/files.h"
#include "os/linux/system_error.h"

namespace yett {
namespace {

constexpr std::string_view kName = "yett-sandbox-";
constexpr std::size_t kMostBytes = 1 << 20;

/// A folder of a hierarchy in which we may make groups, and what they limit.
struct Place {
  enum class Version : std::uint8_t { One, Two };
  Version version = Version::Two;
  std::string folder;
  bool memory = false;
  bool processes = false;
};

bool write_to(const std::string& path, std::string_view text) {
  const FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  return file.is_open() && ::write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

bool has_word(const std::string& path, std::string_view word) {
  const auto text = read_file(path, kMostBytes);
  if (!text) return false;
  std::istringstream words(*text);
  for (std::string each; words >> each;) {
    if (each == word) return true;
  }
  return false;
}

/// The nearest folder, at `path` or above it, that is ours to divide.
std::optional<std::string> divisible(const std::string& hierarchy, std::string path, Place::Version version) {
  for (;; path.resize(path.rfind('/'))) {
    const bool is_root = path.empty() || path == "/";
    const auto folder = is_root ? hierarchy : hierarchy + path;
    struct stat status{};
    const bool is_own = ::geteuid() != 0 && ::stat(folder.c_str(), &status) == 0 && status.st_uid == ::geteuid();
    // Version 2 gives a group's members nothing to divide: its children have the limits, and it has no processes.
    const bool is_ready = version == Place::Version::One || has_word(folder + "/cgroup.subtree_control", "memory") ||
                          has_word(folder + "/cgroup.subtree_control", "pids");
    if (is_own && is_ready && ::access(folder.c_str(), W_OK) == 0) return folder;
    if (is_root) return std::nullopt;
  }
}

std::optional<std::string> place_of(const std::string& hierarchy, const std::string& path, Place::Version version) {
  if (path == "/" && ::access((hierarchy + "/cgroup.procs").c_str(), W_OK) == 0) return hierarchy;
  return divisible(hierarchy, path, version);
}

std::vector<Place> find_places(const CgroupPlaces& places) {
  std::vector<Place> found;
  const auto own = read_file(places.own, kMostBytes);
  if (!own) return found;
  std::istringstream lines(*own);
  for (std::string line; std::getline(lines, line);) {
    const auto first = line.find(':');
    const auto second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const auto kind = line.substr(first + 1, second - first - 1);
    const auto path = line.substr(second + 1);
    if (kind == "memory" || kind == "pids") {
      const auto folder = place_of(places.hierarchies + "/" + kind, path, Place::Version::One);
      if (folder) found.push_back({Place::Version::One, *folder, kind == "memory", kind == "pids"});
    } else if (kind.empty()) {
      const auto folder = place_of(places.hierarchies, path, Place::Version::Two);
      if (!folder) continue;
      const auto control = *folder + "/cgroup.subtree_control";
      const Place place{Place::Version::Two, *folder, has_word(control, "memory"), has_word(control, "pids")};
      if (place.memory || place.processes) found.push_back(place);
    }
  }
  return found;
}

FileDescriptor lock(const std::string& folder) {
  FileDescriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (opened.is_open() && ::flock(opened.get(), LOCK_EX | LOCK_NB) != 0) opened.reset();
  return opened;
}

/// Launchers make and remove groups in a folder one after the other: a new one is not locked yet.
FileDescriptor take_turn(const std::string& folder) {
  FileDescriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.is_open()) uninterrupted([&] { return ::flock(opened.get(), LOCK_EX); });
  return opened;
}

/// A group that has processes stays; those of a killed launcher end with it.
void remove_abandoned(const std::string& folder) {
  std::error_code error;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (!entry->path().filename().string().starts_with(kName)) continue;
    if (lock(entry->path().string()).is_open()) ::rmdir(entry->path().c_str());
  }
}

bool set_limits(const Place& place, const std::string& folder, const Limits& limits) {
  bool good = true;
  const auto bytes = std::to_string(limits.memory_bytes);
  if (place.processes) good &= write_to(folder + "/pids.max", std::to_string(limits.processes));
  if (place.memory && place.version == Place::Version::One) {
    good &= write_to(folder + "/memory.limit_in_bytes", bytes);
    const auto with_swap = folder + "/memory.memsw.limit_in_bytes";
    if (::access(with_swap.c_str(), F_OK) == 0) good &= write_to(with_swap, bytes);
  } else if (place.memory) {
    good &= write_to(folder + "/memory.max", bytes) && write_to(folder + "/memory.oom.group", "1");
    const auto swap = folder + "/memory.swap.max";
    if (::access(swap.c_str(), F_OK) == 0) good &= write_to(swap, "0");
  }
  return good;
}

}  // namespace

Cgroup::Cgroup(Cgroup&& other) noexcept
    : folders_(std::exchange(other.folders_, {})),
      locks_(std::exchange(other.locks_, {})),
      memory_(other.memory_),
      processes_(other.processes_) {}

Result<std::optional<Cgroup>> Cgroup::make(const Limits& limits, const CgroupPlaces& places) {
  static std::atomic<unsigned> count{0};
  Cgroup group;
  for (const auto& place : find_places(places)) {
    const auto turn = take_turn(place.folder);
    remove_abandoned(place.folder);
    const auto folder = fmt::format("{}/{}{}-{}", place.folder, kName, ::getpid(), count++);
    if (::mkdir(folder.c_str(), 0755) != 0) continue;  // a user's own, and yet not to be written: as if it were not
    group.folders_.push_back(folder);
    group.locks_.push_back(lock(folder));
    if (!set_limits(place, folder, limits)) return system_failure("cannot limit the control group " + folder, errno);
    group.memory_ |= place.memory;
    group.processes_ |= place.processes;
  }
  if (group.folders_.empty()) return std::nullopt;
  return std::optional(std::move(group));
}

Result<void> Cgroup::take(pid_t process) const {
  for (const auto& folder : folders_) {
    if (!write_to(folder + "/cgroup.procs", std::to_string(process))) {
      return system_failure("cannot move a sandbox into the control group " + folder, errno);
    }
  }
  return {};
}

void Cgroup::kill() const {
  for (const auto& folder : folders_) {
    if (write_to(folder + "/cgroup.kill", "1")) continue;
    const auto processes = read_file(folder + "/cgroup.procs", kMostBytes);
    if (!processes) continue;
    std::istringstream numbers(*processes);
    for (pid_t number = 0; numbers >> number;) {
      if (number > 1) ::kill(number, SIGKILL);
    }
  }
}

Cgroup::~Cgroup() {
  constexpr int kTries = 200;
  for (const auto& folder : folders_) {
    // A process that has ended is in its group until it is reaped; the next launcher removes what is left.
    for (int tries = 0; ::rmdir(folder.c_str()) != 0 && errno == EBUSY && tries < kTries; ++tries) {
      kill();
      ::poll(nullptr, 0, 5);
    }
  }
}

}  // namespace yett
