#include <fcntl.h>
#include <linux/capability.h>
#include <linux/kcmp.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "isolate/attempt_parts.h"

namespace yett {
namespace {

EscapeOutcome seen(bool has_seen) { return has_seen ? EscapeOutcome::Open : EscapeOutcome::Held; }

EscapeOutcome own_environment(const AttemptGround& ground) {
  const char* value = ::getenv("YETT_CANARY");
  return seen(value != nullptr && std::strcmp(value, ground.canary.data()) == 0);
}

/// Of a process, "/proc/N/NAME".
AttemptGround::Text file_of(pid_t process, const char* name) {
  AttemptGround::Text path{};
  std::snprintf(path.data(), path.size(), "/proc/%d/%s", static_cast<int>(process), name);
  return path;
}

EscapeOutcome other_environment(const AttemptGround& ground) {
  return seen(any_stranger([&](pid_t process) { return holds_canary(file_of(process, "environ").data(), ground); }));
}

EscapeOutcome first_environment(const AttemptGround& ground) { return seen(holds_canary("/proc/1/environ", ground)); }

EscapeOutcome other_command_line(const AttemptGround& ground) {
  return seen(any_stranger([&](pid_t process) { return holds_canary(file_of(process, "cmdline").data(), ground); }));
}

EscapeOutcome other_memory_file(const AttemptGround& /*ground*/) {
  return seen(
      any_stranger([](pid_t process) { return opens(file_of(process, "mem").data(), O_RDWR) == EscapeOutcome::Open; }));
}

EscapeOutcome inherited_descriptor(const AttemptGround& ground) {
  constexpr int kHighest = 1024;
  const auto length = std::strlen(ground.canary.data());
  for (int number = 3; number < kHighest; ++number) {
    AttemptGround::Text bytes{};
    const auto count = ::pread(number, bytes.data(), bytes.size(), 0);
    if (count > 0 && ::memmem(bytes.data(), static_cast<std::size_t>(count), ground.canary.data(), length) != nullptr) {
      return EscapeOutcome::Open;
    }
  }
  return EscapeOutcome::Held;
}

EscapeOutcome shared_memory(const AttemptGround& ground) {
  void* memory = ::shmat(ground.segment, nullptr, SHM_RDONLY);
  if (memory == reinterpret_cast<void*>(-1)) return EscapeOutcome::Held;
  return seen(std::strncmp(static_cast<const char*>(memory), ground.canary.data(), ground.canary.size()) == 0);
}

/// Whoever is outside counts what arrives; a process inside that happens to have the same number ignores it.
EscapeOutcome signal_outside(const AttemptGround& ground) {
  ::kill(ground.bystander, SIGUSR1);
  return EscapeOutcome::Held;
}

/// Leaves a process in a session of its own that holds a pipe open, until it is told or half a minute is over.
EscapeOutcome outliving_daemon(const AttemptGround& ground) {
  int ready[2];
  if (::pipe2(ready, O_CLOEXEC) != 0) return EscapeOutcome::Unsupported;
  const auto path = path_in(ground.work, "alive");
  const pid_t child = ::fork();
  if (child == -1) return EscapeOutcome::Unsupported;
  if (child == 0) {
    ::setsid();
    if (::fork() != 0) ::_exit(0);
    const int held = ::open(path.data(), O_RDWR | O_CLOEXEC);
    const bool is_held = held != -1 && ::write(ready[1], "x", 1) == 1;
    for (int number = 0; number < held; ++number) ::close(number);
    constexpr int kRounds = 600;
    for (int round = 0; is_held && round < kRounds && ::access(path.data(), F_OK) == 0; ++round) ::usleep(50000);
    ::_exit(0);
  }
  ::close(ready[1]);
  char byte = 0;
  const bool is_left = ::read(ready[0], &byte, 1) == 1;
  return is_left ? EscapeOutcome::Held : EscapeOutcome::Unsupported;
}

/// Our parent is a process that has not asked to be looked into.
EscapeOutcome read_memory(const AttemptGround& ground) {
  char byte = 0;
  const iovec ours{.iov_base = &byte, .iov_len = 1};
  const iovec theirs{.iov_base = const_cast<char*>(ground.work.data()), .iov_len = 1};
  return outcome_of(::process_vm_readv(::getppid(), &ours, 1, &theirs, 1, 0));
}

/// The byte that is written is the one that stands there.
EscapeOutcome write_memory(const AttemptGround& ground) {
  char byte = ground.work[0];
  const iovec ours{.iov_base = &byte, .iov_len = 1};
  const iovec theirs{.iov_base = const_cast<char*>(ground.work.data()), .iov_len = 1};
  return outcome_of(::process_vm_writev(::getppid(), &ours, 1, &theirs, 1, 0));
}

EscapeOutcome compare_processes(const AttemptGround& /*ground*/) {
  return outcome_of(::syscall(SYS_kcmp, ::getpid(), ::getppid(), KCMP_VM, 0UL, 0UL));
}

EscapeOutcome take_descriptor(const AttemptGround& /*ground*/) {
  const auto process = ::syscall(SYS_pidfd_open, ::getppid(), 0U);
  if (process == -1) return EscapeOutcome::Held;
  return outcome_of(::syscall(SYS_pidfd_getfd, process, STDIN_FILENO, 0U));
}

EscapeOutcome trace_child(const AttemptGround& /*ground*/) {
  const pid_t child = ::fork();
  if (child == -1) return EscapeOutcome::Unsupported;
  if (child == 0) {
    for (;;) ::pause();
  }
  const auto result = ::ptrace(PTRACE_SEIZE, child, nullptr, nullptr);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  return outcome_of(result);
}

EscapeOutcome be_dumpable(const AttemptGround& /*ground*/) { return outcome_of(::prctl(PR_SET_DUMPABLE, 1, 0, 0, 0)); }

EscapeOutcome allow_tracer(const AttemptGround& /*ground*/) {
  return outcome_of(::prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0));
}

/// A setuid program takes effect where neither the process nor the mount forbids it.
EscapeOutcome setuid_effect(const AttemptGround& ground) {
  struct statvfs mount{};
  if (::statvfs(ground.work.data(), &mount) != 0) return EscapeOutcome::Unsupported;
  const bool is_bound = ::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1;
  return seen(!is_bound && (mount.f_flag & ST_NOSUID) == 0);
}

EscapeOutcome capabilities(const AttemptGround& /*ground*/) {
  __user_cap_header_struct head{.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
  __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3]{};
  if (::syscall(SYS_capget, &head, sets) != 0) return EscapeOutcome::Held;
  return seen((sets[0].permitted | sets[1].permitted | sets[0].effective | sets[1].effective) != 0);
}

constexpr Attempt kAttempts[] = {
    {.id = "own-environment", .run = own_environment},
    {.id = "other-environment", .run = other_environment},
    {.id = "first-environment", .run = first_environment},
    {.id = "other-command-line", .run = other_command_line},
    {.id = "other-memory-file", .run = other_memory_file},
    {.id = "inherited-descriptor", .run = inherited_descriptor},
    {.id = "shared-memory", .run = shared_memory},
    {.id = kSignalAttempt, .run = signal_outside, .witness = Attempt::Witness::Outside},
    {.id = "memory-read", .run = read_memory},
    {.id = "memory-written", .run = write_memory},
    {.id = "processes-compared", .run = compare_processes},
    {.id = "descriptor-taken", .run = take_descriptor},
    {.id = "child-traced", .run = trace_child},
    {.id = "dumpable", .run = be_dumpable},
    {.id = "tracer-allowed", .run = allow_tracer},
    {.id = "setuid-effect", .run = setuid_effect},
    {.id = "capabilities", .run = capabilities},
    {.id = kDaemonAttempt, .run = outliving_daemon, .witness = Attempt::Witness::Outside},
};

}  // namespace

std::span<const Attempt> process_attempts() { return kAttempts; }

}  // namespace yett
