#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/io_uring.h>
#include <linux/keyctl.h>
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <linux/userfaultfd.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstring>

#include "isolate/attempt_parts.h"

namespace yett {
namespace {

EscapeOutcome io_uring(const AttemptGround& /*ground*/) {
  io_uring_params parameters{};
  return outcome_of(::syscall(SYS_io_uring_setup, 1U, &parameters));
}

EscapeOutcome bpf_map(const AttemptGround& /*ground*/) {
  bpf_attr attributes{};
  attributes.map_type = BPF_MAP_TYPE_ARRAY;
  attributes.key_size = 4;
  attributes.value_size = 8;
  attributes.max_entries = 1;
  return outcome_of(::syscall(SYS_bpf, BPF_MAP_CREATE, &attributes, sizeof attributes));
}

EscapeOutcome page_faults(const AttemptGround& /*ground*/) {
  return outcome_of(::syscall(SYS_userfaultfd, O_CLOEXEC | UFFD_USER_MODE_ONLY));
}

EscapeOutcome counters(const AttemptGround& /*ground*/) {
  perf_event_attr attributes{};
  attributes.type = PERF_TYPE_SOFTWARE;
  attributes.size = sizeof attributes;
  attributes.config = PERF_COUNT_SW_TASK_CLOCK;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  return outcome_of(::syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
}

/// The keyring of the process, which goes with it.
EscapeOutcome keyring(const AttemptGround& /*ground*/) {
  return outcome_of(::syscall(SYS_keyctl, KEYCTL_GET_KEYRING_ID, KEY_SPEC_PROCESS_KEYRING, 1));
}

EscapeOutcome new_key(const AttemptGround& /*ground*/) {
  return outcome_of(::syscall(SYS_add_key, "user", "yett-attempt", "x", 1UL, KEY_SPEC_PROCESS_KEYRING));
}

EscapeOutcome persona(const AttemptGround& /*ground*/) { return outcome_of(::personality(ADDR_NO_RANDOMIZE)); }

EscapeOutcome kernel_log(const AttemptGround& /*ground*/) {
  constexpr int kSizeOfBuffer = 10;
  return outcome_of(::syscall(SYS_syslog, kSizeOfBuffer, nullptr, 0));
}

EscapeOutcome unshared_user(const AttemptGround& /*ground*/) { return outcome_of(::unshare(CLONE_NEWUSER)); }

/// In the child it ends at once.
EscapeOutcome started(long child) {
  if (child == 0) ::_exit(0);
  if (child > 0) ::waitpid(static_cast<pid_t>(child), nullptr, 0);
  return outcome_of(child);
}

EscapeOutcome cloned_user(const AttemptGround& /*ground*/) {
  return started(::syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0UL, 0UL, 0UL, 0UL));
}

EscapeOutcome cloned3_user(const AttemptGround& /*ground*/) {
  clone_args arguments{};
  arguments.flags = CLONE_NEWUSER;
  arguments.exit_signal = SIGCHLD;
  return started(::syscall(SYS_clone3, &arguments, sizeof arguments));
}

/// A namespace of one's own, so that the right to enter it is there; where /proc shows none, there is none to enter.
EscapeOutcome entered_namespace(const AttemptGround& /*ground*/) {
  ::unshare(CLONE_NEWUSER | CLONE_NEWUTS);
  const int own = ::open("/proc/self/ns/uts", O_RDONLY | O_CLOEXEC);
  return own == -1 ? EscapeOutcome::Held : outcome_of(::setns(own, CLONE_NEWUTS));
}

// What follows is tried as root of namespaces of one's own, where there are any: a machine that lets everybody be that
// is where it matters.

EscapeOutcome mounted(const AttemptGround& ground) {
  enter_own_namespaces();
  return outcome_of(::mount("none", path_in(ground.work, "point").data(), "tmpfs", 0, nullptr));
}

EscapeOutcome unmounted(const AttemptGround& ground) {
  enter_own_namespaces();
  const auto point = path_in(ground.work, "point");
  const bool has_mounted = ::mount("none", point.data(), "tmpfs", 0, nullptr) == 0;
  return outcome_of(::umount2(has_mounted ? point.data() : ground.kept.data(), MNT_DETACH));
}

EscapeOutcome remounted(const AttemptGround& ground) {
  enter_own_namespaces();
  const auto point = path_in(ground.work, "point");
  const bool has_mounted = ::mount("none", point.data(), "tmpfs", MS_RDONLY, nullptr) == 0;
  const char* target = has_mounted ? point.data() : ground.kept.data();
  return outcome_of(::mount(nullptr, target, nullptr, MS_REMOUNT | MS_BIND, nullptr));
}

EscapeOutcome opened_file_system(const AttemptGround& /*ground*/) {
  enter_own_namespaces();
  return outcome_of(::fsopen("tmpfs", FSOPEN_CLOEXEC));
}

EscapeOutcome opened_tree(const AttemptGround& ground) {
  enter_own_namespaces();
  return outcome_of(::open_tree(AT_FDCWD, ground.work.data(), OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC));
}

EscapeOutcome moved_mount(const AttemptGround& ground) {
  enter_own_namespaces();
  const auto point = path_in(ground.work, "point");
  const int tree = ::open_tree(AT_FDCWD, ground.kept.data(), OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC);
  if (tree != -1) return outcome_of(::move_mount(tree, "", AT_FDCWD, point.data(), MOVE_MOUNT_F_EMPTY_PATH));
  return outcome_of(::move_mount(AT_FDCWD, ground.kept.data(), AT_FDCWD, point.data(), 0));
}

EscapeOutcome pivoted_root(const AttemptGround& ground) {
  enter_own_namespaces();
  const auto point = path_in(ground.work, "point");
  ::mount("none", point.data(), "tmpfs", 0, nullptr);
  return outcome_of(::chdir(point.data()) != 0 ? -1 : ::syscall(SYS_pivot_root, ".", "."));
}

EscapeOutcome changed_root(const AttemptGround& ground) {
  enter_own_namespaces();
  return outcome_of(::chroot(ground.work.data()));
}

EscapeOutcome kernel_keys(const AttemptGround& /*ground*/) { return reads("/proc/keys"); }
EscapeOutcome kernel_symbols(const AttemptGround& /*ground*/) { return reads("/proc/kallsyms"); }
EscapeOutcome kernel_memory(const AttemptGround& /*ground*/) { return opens("/proc/kcore", O_RDONLY); }
EscapeOutcome kernel_timers(const AttemptGround& /*ground*/) { return reads("/proc/timer_list"); }
EscapeOutcome kernel_tree(const AttemptGround& /*ground*/) { return opens("/sys/kernel", O_RDONLY | O_DIRECTORY); }
EscapeOutcome control_groups(const AttemptGround& /*ground*/) {
  return opens("/sys/fs/cgroup", O_RDONLY | O_DIRECTORY);
}

// Opened and closed again; nothing is ever written.
EscapeOutcome system_request(const AttemptGround& /*ground*/) { return opens("/proc/sysrq-trigger", O_WRONLY); }
EscapeOutcome core_pattern(const AttemptGround& /*ground*/) { return opens("/proc/sys/kernel/core_pattern", O_WRONLY); }
EscapeOutcome security_label(const AttemptGround& /*ground*/) { return opens("/proc/self/attr/current", O_WRONLY); }
EscapeOutcome memory_score(const AttemptGround& /*ground*/) { return opens("/proc/self/oom_score_adj", O_WRONLY); }
EscapeOutcome user_map(const AttemptGround& /*ground*/) { return opens("/proc/self/uid_map", O_WRONLY); }

constexpr Attempt kAttempts[] = {
    {.id = "io-uring", .run = io_uring},
    {.id = "bpf", .run = bpf_map},
    {.id = "userfaultfd", .run = page_faults},
    {.id = "perf-event", .run = counters},
    {.id = "keyring", .run = keyring},
    {.id = "key-added", .run = new_key},
    {.id = "personality", .run = persona},
    {.id = "kernel-log", .run = kernel_log},
    {.id = "user-namespace", .run = unshared_user},
    {.id = "user-namespace-clone", .run = cloned_user},
    {.id = "user-namespace-clone3", .run = cloned3_user},
    {.id = "namespace-entered", .run = entered_namespace},
    {.id = "mount", .run = mounted},
    {.id = "unmount", .run = unmounted},
    {.id = "remount", .run = remounted},
    {.id = "file-system-opened", .run = opened_file_system},
    {.id = "tree-opened", .run = opened_tree},
    {.id = "mount-moved", .run = moved_mount},
    {.id = "root-pivoted", .run = pivoted_root},
    {.id = "root-changed", .run = changed_root},
    {.id = "kernel-keys", .run = kernel_keys},
    {.id = "kernel-symbols", .run = kernel_symbols},
    {.id = "kernel-memory", .run = kernel_memory},
    {.id = "kernel-timers", .run = kernel_timers},
    {.id = "kernel-tree", .run = kernel_tree},
    {.id = "control-groups", .run = control_groups},
    {.id = "system-request", .run = system_request},
    {.id = "core-pattern", .run = core_pattern},
    {.id = "security-label", .run = security_label},
    {.id = "memory-score", .run = memory_score},
    {.id = "user-map", .run = user_map},
};

}  // namespace

std::span<const Attempt> kernel_attempts() { return kAttempts; }

}  // namespace yett
