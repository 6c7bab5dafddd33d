#include "os/process_identity.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <optional>

#include "os/files.h"
#include "os/linux/system_error.h"

namespace yett {
namespace {

constexpr std::size_t kMaxProcBytes = 4096;  // proc(5): the lines read here have a few hundred bytes

/// What /proc/PID/stat tells of a process.
struct ProcessLine {
  char state = '?';
  std::int64_t parent = 0;
  std::uint64_t start_time = 0;
};

/// Reads the fields that proc(5) counts as 3, 4 and 22. The second, the program's name, may hold spaces and brackets
/// of its own choice, so everything counts from the last bracket.
std::optional<ProcessLine> parse_stat(std::string_view text) {
  const auto bracket = text.rfind(')');
  if (bracket == std::string_view::npos || bracket + 2 >= text.size()) return std::nullopt;
  ProcessLine line;
  text.remove_prefix(bracket + 2);
  line.state = text.front();
  for (int field = 3; field < 22; ++field) {
    const auto space = text.find(' ');
    if (space == std::string_view::npos) return std::nullopt;
    text.remove_prefix(space + 1);
    if (field == 3) (void)std::from_chars(text.data(), text.data() + text.size(), line.parent);
  }
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), line.start_time);
  if (error != std::errc{} || end == text.data() + text.size()) return std::nullopt;
  return line;
}

Result<ProcessLine> line_of(std::int64_t pid) {
  const std::string path = fmt::format("/proc/{}/stat", pid);
  const auto text = read_file(path, kMaxProcBytes);
  if (!text) return std::unexpected(text.error());
  const auto line = parse_stat(*text);
  if (!line) return fail(ErrorKind::System, path + " is not as proc(5) describes it");
  return *line;
}

Result<std::string> boot_id() {
  auto text = read_file("/proc/sys/kernel/random/boot_id", kMaxProcBytes);
  if (!text) return text;
  while (text->ends_with('\n')) text->pop_back();
  if (text->empty()) return fail(ErrorKind::System, "the kernel does not tell this boot's id");
  return text;
}

Result<ProcessIdentity> identity_of(pid_t pid) {
  auto boot = boot_id();
  if (!boot) return std::unexpected(boot.error());
  const auto line = line_of(pid);
  if (!line) return std::unexpected(line.error());
  return ProcessIdentity{std::move(*boot), pid, line->start_time};
}

}  // namespace

std::string ProcessIdentity::text() const { return fmt::format("{}:{}:{}", boot_id, pid, start_time); }

Result<std::vector<ProcessIdentity>> ancestry() {
  const auto boot = boot_id();
  if (!boot) return std::unexpected(boot.error());
  std::vector<ProcessIdentity> all;
  for (std::int64_t pid = getppid(); pid > 0;) {
    const auto line = line_of(pid);
    if (!line) return std::unexpected(line.error());
    all.push_back({*boot, pid, line->start_time});
    pid = line->parent;
  }
  return all;
}

Result<ProcessIdentity> own_identity() { return identity_of(getpid()); }

Result<ProcessIdentity> parent_identity() {
  for (;;) {
    const pid_t parent = getppid();
    if (parent == 0) {
      return fail(ErrorKind::Input, "the process that started this one lies outside of its process namespace");
    }
    auto identity = identity_of(parent);
    // A parent that ended meanwhile has handed us on, and its number may be somebody else's already.
    if (getppid() == parent) return identity;
  }
}

Result<std::string> own_namespaces() {
  std::string all;
  for (const char* kind : {"pid", "user", "time"}) {
    const std::string link = fmt::format("/proc/self/ns/{}", kind);
    std::array<char, 64> name{};  // "user:[4026531837]"
    const ssize_t length = ::readlink(link.c_str(), name.data(), name.size());
    if (length == -1 && errno == ENOENT && ::access("/proc/self/ns", F_OK) == 0) continue;
    if (length == -1) return system_failure("cannot read " + link, errno);
    if (!all.empty()) all += ' ';
    all.append(name.data(), static_cast<std::size_t>(length));
  }
  return all;
}

bool is_of_this_boot(const ProcessIdentity& process) {
  const auto boot = boot_id();
  return !boot || *boot == process.boot_id;
}

bool is_alive(const ProcessIdentity& process) {
  if (!is_of_this_boot(process)) return false;
  const auto line = line_of(process.pid);
  if (!line) return line.error().kind != ErrorKind::NotFound;
  // proc(5): Z is a process that only waits to be reaped, X one that is gone. Both have let go of all they held.
  return line->start_time == process.start_time && line->state != 'Z' && line->state != 'X';
}

}  // namespace yett
