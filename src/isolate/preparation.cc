#include "isolate/preparation.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "isolate/stage.h"
#include "os/linux/system_error.h"

namespace yett {
namespace {

Result<std::optional<std::array<int, 3>>> stdio_of(const SandboxPlan& plan, const SandboxParts& parts) {
  if (parts.terminal && plan.stdio == Stdio::Pipes) {
    return std::array<int, 3>{*parts.terminal, *parts.terminal, *parts.terminal};
  }
  if (plan.stdio == Stdio::Pipes) return std::nullopt;
  std::array<int, 3> stdio{STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO};
  for (int& number : stdio) {
    if (::isatty(number) != 1) continue;
    if (!parts.terminal) {
      return fail(ErrorKind::Input, "a sandbox cannot have our terminal", {},
                  "give it a pseudo terminal, or redirect what it reads and writes");
    }
    number = *parts.terminal;
  }
  return stdio;
}

Result<std::optional<UserIdentity>> user_of(const SandboxPlan& plan, const SandboxParts& parts) {
  auto user = parts.user;
  if (!user && ::geteuid() == 0) user = sandbox_user(plan);
  if (user && (user->user == 0 || user->group == 0)) {
    return fail(ErrorKind::Input, "a sandbox cannot belong to root of this machine");
  }
  return user;
}

bool lets_others(const std::string& path, mode_t wanted) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && (status.st_mode & wanted) == wanted;
}

Result<FileDescriptor> open_program(const std::string& path) {
  FileDescriptor program(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!program.is_open()) return system_failure("cannot open " + path, errno);
  return program;
}

}  // namespace

Result<FileDescriptor> memory_file(const char* name, std::string_view bytes) {
  FileDescriptor file(::memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!file.is_open()) return system_failure("cannot make a file in memory", errno);
  for (std::string_view left = bytes; !left.empty();) {
    const auto count = uninterrupted([&] { return ::write(file.get(), left.data(), left.size()); });
    if (count <= 0) return system_failure("cannot write a file in memory", errno);
    left.remove_prefix(static_cast<std::size_t>(count));
  }
  constexpr int kSeals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;
  if (::fcntl(file.get(), F_ADD_SEALS, kSeals) != 0 || ::lseek(file.get(), 0, SEEK_SET) != 0) {
    return system_failure("cannot seal a file in memory", errno);
  }
  return file;
}

int Inheritance::add(FileDescriptor descriptor) {
  numbers_.push_back(descriptor.get());
  owned_.push_back(std::move(descriptor));
  return STDERR_FILENO + static_cast<int>(numbers_.size());
}

Result<Preparation> prepare(const SandboxPlan& plan, const SandboxParts& parts) {
  if (auto checked = check_plan(plan); !checked) return std::unexpected(checked.error());
  auto stdio = stdio_of(plan, parts);
  if (!stdio) return std::unexpected(stdio.error());
  auto user = user_of(plan, parts);
  if (!user) return std::unexpected(user.error());
  auto program = open_program(parts.inside_program);
  if (!program) return std::unexpected(program.error());
  return Preparation{.stdio = *stdio, .user = *user, .program = *std::move(program)};
}

Result<ControlSockets> control_sockets() {
  std::array<int, 2> ends{-1, -1};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return system_failure("cannot make a socket", errno);
  }
  ControlSockets sockets{.ours = FileDescriptor(ends[0]), .theirs = FileDescriptor(ends[1])};
  constexpr int kOn = 1;
  if (::setsockopt(sockets.ours.get(), SOL_SOCKET, SO_PASSCRED, &kOn, sizeof kOn) != 0) {
    return system_failure("cannot set up a socket", errno);
  }
  return sockets;
}

InsideRequest request_for(const SandboxPlan& plan, const SandboxParts& parts) {
  auto request = inside_request(plan, parts.filter);
  request.handed_over = parts.handed_over.size();
  request.terminal = parts.terminal ? OwnTerminal::Yes : OwnTerminal::No;
  return request;
}

bool is_reached(const Mount& mount) {
  struct stat status{};
  if (::stat(mount.from.c_str(), &status) != 0) return true;  // bwrap says that it is not there
  for (auto end = mount.from.find('/', 1); end != std::string::npos; end = mount.from.find('/', end + 1)) {
    if (!lets_others(mount.from.substr(0, end), S_IXOTH)) return false;
  }
  const bool changed_by_root = mount.kind == Mount::Kind::ReadWrite && status.st_uid == 0;
  const mode_t wanted = S_ISDIR(status.st_mode) ? S_IROTH | S_IXOTH : S_IROTH;
  return !changed_by_root && (status.st_mode & wanted) == wanted;
}

Result<std::vector<FileDescriptor>> trees_to_stage(SandboxPlan& plan) {
  std::vector<FileDescriptor> trees;
  for (auto& mount : plan.mounts) {
    const bool shown = mount.kind == Mount::Kind::ReadOnly || mount.kind == Mount::Kind::ReadWrite;
    if (!shown || is_reached(mount)) continue;
    constexpr unsigned kFlags = OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE;
    FileDescriptor tree(::open_tree(AT_FDCWD, mount.from.c_str(), kFlags));
    if (!tree.is_open()) return system_failure("cannot take " + mount.from + " into a sandbox", errno);
    mount.from = fmt::format("{}/{}", kStage, trees.size());
    trees.push_back(std::move(tree));
  }
  return trees;
}

Result<ChildProcess> start(std::vector<std::string> command, const Preparation& prepared, int program,
                           Inheritance inheritance, std::vector<FileDescriptor> trees) {
  SpawnRequest spawning{.argv = std::move(command), .cwd = "/", .stdio = prepared.stdio};
  if (trees.empty()) {
    spawning.user = prepared.user;
  } else {
    // yett-inside becomes the user, once it has put up the mounts as root.
    const int first_tree = STDERR_FILENO + 1 + static_cast<int>(inheritance.numbers().size());
    const std::vector<std::string> stage{fmt::format("/proc/self/fd/{}", program),
                                         "stage",
                                         std::to_string(prepared.user->user),
                                         std::to_string(prepared.user->group),
                                         std::to_string(first_tree),
                                         std::to_string(trees.size())};
    spawning.argv.insert(spawning.argv.begin(), stage.begin(), stage.end());
    for (auto& tree : trees) inheritance.add(std::move(tree));
  }
  spawning.handed_over = inheritance.numbers();
  return spawn(spawning);
}

}  // namespace yett
