#include "isolate/launch.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <climits>
#include <csignal>
#include <cstring>

#include "isolate/bwrap_command.h"
#include "isolate/inside.h"
#include "isolate/stage.h"
#include "os/files.h"
#include "os/linux/system_error.h"

namespace yett {
namespace {

constexpr uid_t kNobody = 65534;
constexpr std::size_t kStatusBytes = 16384;  // of /proc/PID/status
/// For setting up a sandbox, which takes milliseconds; a machine that needs longer is stuck.
constexpr std::chrono::seconds kSetUpPatience{30};
/// For the end of one that has failed.
constexpr std::chrono::seconds kEndPatience{2};

/// A file in memory that can be read from its begin and not be changed any more.
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

/// What bwrap inherits, in order: what is handed over to the program comes first, so that its numbers stay.
class Inheritance {
 public:
  explicit Inheritance(std::vector<int> handed_over) : numbers_(std::move(handed_over)) {}

  /// The number that it has in bwrap.
  int add(FileDescriptor descriptor) {
    numbers_.push_back(descriptor.get());
    owned_.push_back(std::move(descriptor));
    return STDERR_FILENO + static_cast<int>(numbers_.size());
  }
  [[nodiscard]] const std::vector<int>& numbers() const { return numbers_; }

 private:
  std::vector<int> numbers_;
  std::vector<FileDescriptor> owned_;
};

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

/// Whether an unprivileged user gets at what is to be shown: every folder above lets others through, it lets others
/// read, and where it may be changed it is not root's.
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

/// Takes those mounts of a plan that the user of the sandbox would not reach, and names them by their places on the
/// stage instead.
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

Result<FileDescriptor> open_program(const std::string& path) {
  FileDescriptor program(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!program.is_open()) return system_failure("cannot open " + path, errno);
  return program;
}

const char* words_for(InsideReport::Step step) {
  using enum InsideReport::Step;
  switch (step) {
    case None:
    case Request:
      return "the request of a sandbox could not be read inside";
    case Descriptors:
      return "descriptors could not be closed in a sandbox";
    case Limits:
      return "limits could not be set in a sandbox";
    case Terminal:
      return "a sandbox could not take its terminal";
    case Folder:
      return "the folder of the program cannot be entered in the sandbox";
    case Place:
      return "a mount cannot be opened in the sandbox";
    case Landlock:
      return "Landlock could not confine the program";
    case Filter:
      return "the program's system calls could not be filtered";
    case Execute:
      return "the program cannot be executed in the sandbox";
  }
  return "a sandbox failed";
}

Confinement confinement_from(const InsideReport& report) {
  Confinement confinement{.landlock_abi = report.landlock_abi, .filtered = report.filtered != 0};
  for (unsigned bit = 0; bit < 32; ++bit) {
    const auto gap = static_cast<LandlockGap>(report.landlock_gaps & (1U << bit));
    if (gap != 0) confinement.gaps.push_back(fmt::format("not refused by this kernel: {}", landlock_gap_text(gap)));
  }
  if (!confinement.filtered) confinement.gaps.emplace_back("no filter of system calls");
  confinement.gaps.emplace_back(
      "limits by rlimit only: memory and CPU time hold for each process, shared memory for none");
  return confinement;
}

/// Whether a process has children, dead or alive; doubt counts as yes. All of a sandbox descends from its process 1.
bool has_children(pid_t process) {
  const auto children = read_file(fmt::format("/proc/{0}/task/{0}/children", process), kStatusBytes);
  return !children || !children->empty();
}

/// A message of yett-inside and the number that its process has here; the kernel vouches for that.
struct Message {
  InsideReport report;
  pid_t sender = 0;
};

std::optional<Message> receive(int socket) {
  Message message;
  iovec bytes{.iov_base = &message.report, .iov_len = sizeof message.report};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(ucred))> control{};
  msghdr header{};
  header.msg_iov = &bytes;
  header.msg_iovlen = 1;
  header.msg_control = control.data();
  header.msg_controllen = control.size();
  const auto count = uninterrupted([&] { return ::recvmsg(socket, &header, MSG_CMSG_CLOEXEC); });
  if (count != static_cast<ssize_t>(sizeof message.report)) return std::nullopt;
  for (auto* part = CMSG_FIRSTHDR(&header); part != nullptr; part = CMSG_NXTHDR(&header, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_CREDENTIALS) continue;
    ucred credentials{};
    std::memcpy(&credentials, CMSG_DATA(part), sizeof credentials);
    message.sender = credentials.pid;
  }
  return message;
}

}  // namespace

int SandboxEnd::exit_code() const {
  constexpr int kTimedOut = 124;
  constexpr int kSignalled = 128;
  if (reason == Reason::TimedOut) return kTimedOut;
  if (status.kind == ExitStatus::Kind::Exited) return status.value;
  return status.kind == ExitStatus::Kind::Killed ? kSignalled + status.value : kInsideFailed;
}

Result<Sandbox> Sandbox::hold(const SandboxPlan& plan, const SandboxParts& parts) {
  if (auto checked = check_plan(plan); !checked) return std::unexpected(checked.error());
  const auto stdio = stdio_of(plan, parts);
  if (!stdio) return std::unexpected(stdio.error());
  const auto user = user_of(plan, parts);
  if (!user) return std::unexpected(user.error());
  if (::access(kBwrap, X_OK) != 0) {
    return fail(ErrorKind::NotFound, fmt::format("cannot start a sandbox: no {}", kBwrap), {}, "install bubblewrap");
  }
  auto program = open_program(parts.inside_program);
  if (!program) return std::unexpected(program.error());

  std::array<int, 2> ends{-1, -1};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return system_failure("cannot make a socket", errno);
  }
  FileDescriptor ours(ends[0]);
  FileDescriptor theirs(ends[1]);
  constexpr int kOn = 1;
  if (::setsockopt(ours.get(), SOL_SOCKET, SO_PASSCRED, &kOn, sizeof kOn) != 0) {
    return system_failure("cannot set up a socket", errno);
  }

  auto request = inside_request(plan, parts.filter);
  request.handed_over = parts.handed_over.size();
  request.terminal = parts.terminal ? OwnTerminal::Yes : OwnTerminal::No;
  auto request_file = memory_file("yett-request", encode(request));
  if (!request_file) return std::unexpected(request_file.error());

  Inheritance inheritance(parts.handed_over);
  BwrapDescriptors descriptors;
  descriptors.control = inheritance.add(std::move(theirs));
  descriptors.request = inheritance.add(*std::move(request_file));
  descriptors.program = inheritance.add(*std::move(program));
  for (const auto& mount : plan.mounts) {
    if (mount.kind != Mount::Kind::Text) continue;
    auto text = memory_file("yett-text", mount.text);
    if (!text) return std::unexpected(text.error());
    descriptors.texts.push_back(inheritance.add(*std::move(text)));
  }
  auto shown = plan;
  std::vector<FileDescriptor> trees;
  if (*user && ::geteuid() == 0) {
    auto taken = trees_to_stage(shown);
    if (!taken) return std::unexpected(taken.error());
    trees = *std::move(taken);
  }
  const auto arguments = bwrap_arguments(shown, descriptors, masked_proc_files_here());
  // `--args` takes options alone, so the command follows on the command line.
  auto options = memory_file("yett-options", nul_separated(arguments.options));
  if (!options) return std::unexpected(options.error());
  const int options_number = inheritance.add(*std::move(options));

  SpawnRequest spawning{.argv = {kBwrap, "--args", std::to_string(options_number), "--"}, .cwd = "/"};
  spawning.argv.insert(spawning.argv.end(), arguments.command.begin(), arguments.command.end());
  spawning.stdio = *stdio;
  if (trees.empty()) {
    spawning.user = *user;
  } else {
    // yett-inside becomes the user, once it has put up the mounts as root.
    const std::vector<std::string> stage{fmt::format("/proc/self/fd/{}", descriptors.program),
                                         "stage",
                                         std::to_string((*user)->user),
                                         std::to_string((*user)->group),
                                         std::to_string(options_number + 1),
                                         std::to_string(trees.size())};
    spawning.argv.insert(spawning.argv.begin(), stage.begin(), stage.end());
    for (auto& tree : trees) inheritance.add(std::move(tree));
  }
  spawning.handed_over = inheritance.numbers();
  auto process = spawn(spawning);
  if (!process) return std::unexpected(process.error());
  return Sandbox(*std::move(process), std::move(ours), plan.limits.wall_seconds);
}

Result<InsideReport> Sandbox::next_report() {
  pollfd wait{.fd = control_.get(), .events = POLLIN, .revents = 0};
  const auto patience = std::chrono::milliseconds(kSetUpPatience).count();
  const int ready = uninterrupted([&] { return ::poll(&wait, 1, static_cast<int>(patience)); });
  if (ready == 0) return fail(ErrorKind::System, "a sandbox was not set up in time");
  const auto message = receive(control_.get());
  if (!message) return fail(ErrorKind::System, "a sandbox could not be set up");
  if (message->report.kind == InsideReport::Kind::Held) {
    get_to_know(message->sender);
    if (!first_.is_open() || !program_.is_open()) return fail(ErrorKind::System, "a sandbox has no process 1");
  }
  return message->report;
}

void Sandbox::get_to_know(pid_t program) {
  const auto open_process = [](pid_t number) {
    return FileDescriptor(static_cast<int>(::syscall(SYS_pidfd_open, number, 0)));
  };
  // It waits for us and its parent for it, so both numbers are still their own.
  program_ = open_process(program);
  const auto status = read_file(fmt::format("/proc/{}/status", program), kStatusBytes);
  if (!status) return;
  constexpr std::string_view kParent = "\nPPid:\t";
  const auto at = status->find(kParent);
  pid_t first = 0;
  if (at == std::string::npos) return;
  std::from_chars(status->data() + at + kParent.size(), status->data() + status->size(), first);
  if (first <= 1) return;
  first_ = open_process(first);
  first_number_ = first;
}

std::string Sandbox::last_words() {
  std::string words;
  std::array<char, 1024> bytes;
  // It ends by itself, with an exit code that says why; killed in that moment, it would not.
  while (!process_.try_wait()) {
    pollfd wait{.fd = process_.descriptor(), .events = POLLIN, .revents = 0};
    const auto patience = std::chrono::milliseconds(kEndPatience).count();
    if (::poll(&wait, 1, static_cast<int>(patience)) == 0) kill();
  }
  while (process_.errors().is_open() && words.size() < bytes.size()) {
    const auto count = uninterrupted([&] { return ::read(process_.errors().get(), bytes.data(), bytes.size()); });
    if (count <= 0) break;
    words.append(bytes.data(), static_cast<std::size_t>(count));
  }
  while (!words.empty() && words.back() == '\n') words.pop_back();
  return words;
}

Result<Confinement> Sandbox::release() {
  const auto not_started = [&](Error error) {
    if (auto words = last_words(); !words.empty()) error.message += ": " + words;
    return std::unexpected(std::move(error));
  };
  auto held = next_report();
  if (!held) return not_started(held.error());
  deadline_ = std::chrono::steady_clock::now() + std::chrono::seconds(wall_seconds_);
  constexpr char kGo = 1;
  if (::send(control_.get(), &kGo, 1, MSG_NOSIGNAL) != 1)
    return not_started(system_failure("a sandbox is gone", errno).error());

  auto report = next_report();
  if (!report) return not_started(report.error());
  if (report->kind == InsideReport::Kind::Confined) {
    const auto confinement = confinement_from(*report);
    // The end of the socket means that the program has taken over.
    auto after = next_report();
    if (!after) return confinement;
    report = after;
  }
  return not_started(system_failure(words_for(report->step), report->error_number).error());
}

void Sandbox::signal(int number) {
  if (program_.is_open()) ::syscall(SYS_pidfd_send_signal, program_.get(), number, nullptr, 0);
}

void Sandbox::kill() {
  reason_ = SandboxEnd::Reason::Killed;
  process_.kill();
}

std::optional<SandboxEnd> Sandbox::try_wait() {
  if (const auto status = process_.try_wait()) {
    // bwrap ends with the program, and what that has left behind is killed by the kernel a moment later. Killed here
    // it is gone when we say so, even if bwrap was killed before it had asked the kernel for that.
    if (first_.is_open() && has_children(first_number_)) {
      ::syscall(SYS_pidfd_send_signal, first_.get(), SIGKILL, nullptr, 0);
      pollfd ended{.fd = first_.get(), .events = POLLIN, .revents = 0};
      if (::poll(&ended, 1, 0) <= 0) return std::nullopt;
    }
    first_.reset();
    const bool killed = reason_ == SandboxEnd::Reason::Ended && status->kind != ExitStatus::Kind::Exited;
    return SandboxEnd{killed ? SandboxEnd::Reason::Killed : reason_, *status};
  }
  if (deadline_ && reason_ == SandboxEnd::Reason::Ended && std::chrono::steady_clock::now() >= *deadline_) {
    reason_ = SandboxEnd::Reason::TimedOut;
    process_.kill();
  }
  return std::nullopt;
}

Sandbox::~Sandbox() {
  if (process_.descriptor() == -1) return;  // moved from
  if (try_wait()) return;
  kill();
  wait();
}

SandboxEnd Sandbox::stop() {
  process_.close_input();
  if (!process_.wait_for(ChildProcess::kPatience)) {
    signal(SIGTERM);
    if (!process_.wait_for(ChildProcess::kPatience)) kill();
  }
  return wait();
}

int Sandbox::descriptor() const {
  pollfd ended{.fd = process_.descriptor(), .events = POLLIN, .revents = 0};
  return first_.is_open() && ::poll(&ended, 1, 0) == 1 ? first_.get() : process_.descriptor();
}

SandboxEnd Sandbox::wait() {
  for (;;) {
    if (const auto end = try_wait()) return *end;
    int patience = -1;
    if (deadline_ && reason_ == SandboxEnd::Reason::Ended) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(*deadline_ - std::chrono::steady_clock::now());
      patience = static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, INT_MAX));
    }
    pollfd wait{.fd = descriptor(), .events = POLLIN, .revents = 0};
    ::poll(&wait, 1, patience);
  }
}

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
