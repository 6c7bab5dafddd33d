#include "isolate/inside.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstring>

#include "isolate/inside_request.h"
#include "isolate/own_user.h"
#include "isolate/runtime_mounts.h"

namespace yett {
namespace {

using Step = InsideReport::Step;
using Kind = InsideReport::Kind;

constexpr int kFirstHandedOver = 3;
/// More places than a plan has by far; each takes a descriptor until Landlock knows it.
constexpr std::size_t kMostPlaces = 512;

int reports = -1;

void tell(const InsideReport& report) {
  // A launcher that is gone takes the sandbox with it; nobody is left to tell.
  [[maybe_unused]] const auto written = ::write(reports, &report, sizeof report);
}

[[noreturn]] void fail_inside(Step step, const char* what, const char* name, int error_number, int code) {
  tell({.kind = Kind::Failed, .step = step, .error_number = error_number});
  const char* why = ::strerrordesc_np(error_number);
  if (why == nullptr) why = "unknown error";
  const std::array<const char*, 6> parts{"yett: ", what, name, ": ", why, "\n"};
  std::array<iovec, parts.size()> line;
  for (std::size_t index = 0; index < parts.size(); ++index) {
    line[index] = {.iov_base = const_cast<char*>(parts[index]), .iov_len = std::strlen(parts[index])};
  }
  [[maybe_unused]] const auto written = ::writev(STDERR_FILENO, line.data(), static_cast<int>(line.size()));
  ::_exit(code);
}

[[noreturn]] void fail_inside(Step step, const char* what, const char* name = "") {
  fail_inside(step, what, name, errno, kInsideFailed);
}

InsideRequestView take_request(int file) {
  struct stat status{};
  if (::fstat(file, &status) != 0 || status.st_size <= 0) fail_inside(Step::Request, "cannot read a request");
  const auto size = static_cast<std::size_t>(status.st_size);
  void* bytes = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
  if (bytes == MAP_FAILED) fail_inside(Step::Request, "cannot read a request");
  auto view = read_request({static_cast<char*>(bytes), size});
  errno = EBADMSG;
  if (!view || view->places.size() > kMostPlaces) fail_inside(Step::Request, "cannot read a request");
  return *view;
}

/// All from 3 on but those handed over: execve(2) closes them, and so tells who listens that it has come to it.
/// No descriptor is above INT_MAX, and gVisor takes the number for a signed one.
void close_descriptors(std::uint64_t handed_over) {
  const auto first = kFirstHandedOver + static_cast<unsigned>(handed_over);
  if (static_cast<unsigned>(reports) < first || ::close_range(first, INT_MAX, CLOSE_RANGE_CLOEXEC) != 0) {
    fail_inside(Step::Descriptors, "cannot close descriptors");
  }
}

void set_limits(const Limits& limits) {
  struct Limit {
    __rlimit_resource_t resource;
    std::uint64_t value;
  };
  // Private memory, not address space: runtimes reserve far more addresses than they ever fill.
  const std::array<Limit, 9> all{{{RLIMIT_DATA, limits.memory_bytes},
                                  {RLIMIT_NPROC, limits.processes},
                                  {RLIMIT_CPU, limits.cpu_seconds},
                                  {RLIMIT_FSIZE, limits.file_bytes},
                                  {RLIMIT_NOFILE, limits.open_files},
                                  {RLIMIT_CORE, limits.core_bytes},
                                  {RLIMIT_MEMLOCK, limits.locked_bytes},
                                  {RLIMIT_MSGQUEUE, limits.queue_bytes},
                                  {RLIMIT_SIGPENDING, limits.pending_signals}}};
  for (const auto& limit : all) {
    rlimit present{};
    if (::getrlimit(limit.resource, &present) != 0) fail_inside(Step::Limits, "cannot limit a resource");
    // A lower limit that we were started with holds on.
    const rlim_t value = limit.value < present.rlim_max ? limit.value : present.rlim_max;
    const rlimit wanted{.rlim_cur = value, .rlim_max = value};
    if (::setrlimit(limit.resource, &wanted) == 0) continue;
    // Linux always lets a limit be lowered. gVisor knows these two and refuses to change them, which is a gap of its
    // backend.
    const bool is_fixed = limit.resource == RLIMIT_MSGQUEUE || limit.resource == RLIMIT_SIGPENDING;
    if (!is_fixed || errno != EPERM) fail_inside(Step::Limits, "cannot limit a resource");
  }
}

/// The one of stdin, stdout and stderr that is a terminal becomes that of the session.
void take_terminal() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::isatty(descriptor) != 1) continue;
    if (::ioctl(descriptor, TIOCSCTTY, 0) != 0) fail_inside(Step::Terminal, "cannot take the terminal");
    return;
  }
}

/// A namespace in which the program is an ordinary user and nobody, it too, has any capability.
void become_ordinary() {
  if (!become_in_own_namespace(kInsideUser, kInsideGroup, 0) || !drop_capabilities()) {
    fail_inside(Step::User, "cannot become an ordinary user");
  }
}

bool is_still(int place, const FileIdentity& expected) {
  struct stat status{};
  return ::fstat(place, &status) == 0 && status.st_dev == expected.device && status.st_ino == expected.inode;
}

LandlockOutcome confine_paths(const InsideRequestView& request) {
  static std::array<PathGrant, kMostPlaces> grants;
  std::size_t count = 0;
  for (const auto& place : request.places) {
    const int opened = ::open(place.path, O_PATH | O_CLOEXEC);
    if (opened == -1) fail_inside(Step::Place, "cannot open ", place.path);
    if (place.identity.inode != 0 && !is_still(opened, place.identity)) {
      errno = ESTALE;
      fail_inside(Step::Place, "something else was put in the place of ", place.path);
    }
    grants[count++] = {.place = opened, .access = static_cast<PlaceAccess>(place.access)};
  }
  const auto outcome = apply_landlock({grants.data(), count}, request.tcp);
  errno = outcome.error_number;
  if (outcome.failed != LandlockOutcome::Step::Done) fail_inside(Step::Landlock, "cannot confine by Landlock");
  for (std::size_t index = 0; index < count; ++index) ::close(grants[index].place);
  return outcome;
}

void filter_calls(std::span<sock_filter> filter) {
  if (filter.empty()) return;
  const sock_fprog program{.len = static_cast<unsigned short>(filter.size()), .filter = filter.data()};
  errno = E2BIG;
  if (filter.size() > BPF_MAXINSNS || ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0UL, &program) != 0) {
    fail_inside(Step::Filter, "cannot filter system calls");
  }
}

const char* variable(char** env, const char* name) {
  const auto length = std::strlen(name);
  for (; *env != nullptr; ++env) {
    if (std::strncmp(*env, name, length) == 0 && (*env)[length] == '=') return *env + length + 1;
  }
  return "";
}

/// Executes argv[0], looked up in the absolute folders of the program's own PATH. Returns why that cannot be.
int execute(const InsideRequestView& request) {
  const char* name = request.argv[0];
  if (std::strchr(name, '/') != nullptr) {
    ::execve(name, request.argv, request.env);
    return errno;
  }
  int why = ENOENT;
  std::array<char, PATH_MAX> path;
  const auto name_length = std::strlen(name);
  for (const char* begin = variable(request.env, "PATH"); *begin != '\0';) {
    const char* end = ::strchrnul(begin, ':');
    const auto length = static_cast<std::size_t>(end - begin);
    if (*begin == '/' && length + 1 + name_length < path.size()) {
      std::memcpy(path.data(), begin, length);
      path[length] = '/';
      std::memcpy(path.data() + length + 1, name, name_length + 1);
      ::execve(path.data(), request.argv, request.env);
      // What is there and cannot be executed says more than that it is nowhere else.
      if (errno != ENOENT && errno != ENOTDIR) why = errno;
    }
    begin = *end == '\0' ? end : end + 1;
  }
  return why;
}

}  // namespace

void run_inside(const InsideChannels& channels) {
  reports = channels.reports;
  tell({.kind = Kind::Held});
  char released = 0;
  errno = ECANCELED;
  if (::read(channels.go, &released, 1) != 1) fail_inside(Step::Request, "the launcher is gone");

  const auto request = take_request(channels.request);
  if (request.user == OrdinaryUser::Yes) become_ordinary();
  close_descriptors(request.handed_over);
  // bwrap gives its own process 1 a session; the program leads one too, so that it can have a terminal.
  if (::setsid() == -1) fail_inside(Step::Terminal, "cannot begin a session");
  if (request.terminal == OwnTerminal::Yes) take_terminal();
  if (::chdir(request.cwd) != 0) fail_inside(Step::Folder, "cannot enter ", request.cwd);
  const auto landlock = confine_paths(request);
  // Places have been open until now, more of them than the program may open files.
  set_limits(request.limits);
  filter_calls(request.filter);
  tell({.kind = Kind::Confined,
        .landlock_abi = landlock.abi,
        .landlock_gaps = landlock.gaps,
        .filtered = request.filter.empty() ? 0U : 1U});
  const int why = execute(request);
  const bool absent = why == ENOENT || why == ENOTDIR;
  fail_inside(Step::Execute, "cannot execute ", request.argv[0], why, absent ? kNoSuchProgram : kCannotExecute);
}

}  // namespace yett
