#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "isolate/syscall_group.h"

// For tests of the filter: calls and what has to become of them, written down without looking at the table. The calls
// do no harm where nothing filters them, even as root: their pointers point nowhere and their flags make no sense.
namespace yett {

struct FilterCase {
  std::string_view call;
  std::vector<std::uint64_t> arguments;
};

inline constexpr std::uint64_t kNowhere = 1;             // as a pointer: EFAULT
inline constexpr std::uint64_t kNone = 0xffffffff;       // as a descriptor: EBADF
inline constexpr std::uint64_t kAbove = 0x100000000ULL;  // a bit that the kernel does not read
inline constexpr std::uint64_t kNoSense = 0x800;         // CLONE_SIGHAND without CLONE_VM: EINVAL

/// Refused with EPERM.
inline std::vector<FilterCase> refused_cases() {
  return {
      {"io_uring_setup", {0, kNowhere}},
      {"io_uring_enter", {kNone, 0, 0, 0, 0, 0}},
      {"io_uring_register", {kNone, 0, 0, 0}},
      {"bpf", {0, kNowhere, 0}},
      {"perf_event_open", {kNowhere, 0, kNone, kNone, 0}},
      {"userfaultfd", {0xffff}},
      {"ptrace", {2, kNone, 0, 0}},
      {"process_vm_readv", {0, 0, 0, 0, 0, 1}},
      {"process_vm_writev", {0, 0, 0, 0, 0, 1}},
      {"process_madvise", {kNone, kNowhere, 0, 0, 1}},
      {"process_mrelease", {kNone, 1}},
      {"kcmp", {0, 0, 0, 0, 0}},
      {"pidfd_getfd", {kNone, kNone, 0}},
      {"unshare", {0}},
      {"setns", {kNone, 0}},
      {"mount", {kNowhere, kNowhere, kNowhere, 0, 0}},
      {"umount2", {kNowhere, 0}},
      {"pivot_root", {kNowhere, kNowhere}},
      {"chroot", {kNowhere}},
      {"open_tree", {kNone, kNowhere, 0}},
      {"open_tree_attr", {kNone, kNowhere, 0, kNowhere, 0}},
      {"move_mount", {kNone, kNowhere, kNone, kNowhere, 0}},
      {"mount_setattr", {kNone, kNowhere, 0, kNowhere, 0}},
      {"fsopen", {kNowhere, 0}},
      {"fsconfig", {kNone, 0, 0, 0, 0}},
      {"fsmount", {kNone, 0, 0}},
      {"fspick", {kNone, kNowhere, 0}},
      {"add_key", {kNowhere, 0, 0, 0, 0}},
      {"request_key", {kNowhere, 0, 0, 0}},
      {"keyctl", {9999, 0, 0, 0, 0}},
      {"name_to_handle_at", {kNone, kNowhere, kNowhere, kNowhere, 0}},
      {"open_by_handle_at", {kNone, kNowhere, 0}},
      {"fanotify_init", {0xffffffff, 0}},
      {"fanotify_mark", {kNone, 0, 0, kNone, 0}},
      {"kexec_load", {0, 0, 0, 0xffffffff}},
      {"kexec_file_load", {kNone, kNone, 0, kNowhere, 0xffff}},
      {"init_module", {kNowhere, 1, kNowhere}},
      {"finit_module", {kNone, kNowhere, 0}},
      {"delete_module", {kNowhere, 0}},
      {"reboot", {0, 0, 0, 0}},
      {"swapon", {kNowhere, 0xffffffff}},
      {"swapoff", {kNowhere}},
      {"quotactl", {0xffffffff, kNowhere, 0, 0}},
      {"quotactl_fd", {kNone, 0xffffffff, 0, 0}},
      {"acct", {kNowhere}},
      {"vhangup", {}},
      {"sethostname", {kNowhere, 0xffffffff}},
      {"setdomainname", {kNowhere, 0xffffffff}},
      {"settimeofday", {kNowhere, 0}},
      {"clock_settime", {0, kNowhere}},
      {"clock_adjtime", {0, kNowhere}},
      {"adjtimex", {kNowhere}},
      {"syslog", {10, 0, 0}},
      {"lookup_dcookie", {0, 0, 0}},
      {"nfsservctl", {0, 0, 0}},
      {"iopl", {0}},
      {"ioperm", {0, ~0ULL, 0}},
      {"modify_ldt", {0, kNowhere, 0}},
      {"memfd_secret", {0xffff}},
      {"mbind", {0, 0, 99, 0, 0, 0}},
      {"get_mempolicy", {kNowhere, 0, 0, 0, 0}},
      {"set_mempolicy", {99, 0, 0}},
      {"set_mempolicy_home_node", {0, 1, 0, 1}},
      {"migrate_pages", {0, 64, kNowhere, kNowhere}},
      {"move_pages", {0, 0, 0, 0, 0, 0xff}},
      {"lsm_set_self_attr", {0, kNowhere, 0, 0xff}},
      // By their arguments.
      {"socket", {1, 1, 0}},                 // AF_UNIX
      {"socket", {1 + kAbove, 1, 0}},        //
      {"socket", {1, 02000001, 0}},          // SOCK_CLOEXEC
      {"socket", {16, 3, 0}},                // AF_NETLINK
      {"socket", {16, 2, 0}},                // with a type that is fine elsewhere
      {"socket", {17, 2, 0}},                // AF_PACKET
      {"socket", {38, 5, 0}},                // AF_ALG
      {"socket", {40, 1, 0}},                // AF_VSOCK
      {"socket", {2, 3, 1}},                 // SOCK_RAW for ICMP
      {"socket", {2, 02004003, 6}},          // SOCK_RAW among flags, with a protocol that is fine elsewhere
      {"socket", {10, 3, 58}},               // SOCK_RAW for ICMPv6
      {"socket", {2, 2, 1}},                 // ICMP by datagrams
      {"socket", {2, 1, 262}},               // MPTCP
      {"socket", {2, 1, 132}},               // SCTP
      {"socketpair", {1, 2, 0, kNowhere}},   // SOCK_DGRAM
      {"socketpair", {1, 3, 0, kNowhere}},   // SOCK_RAW, which is SOCK_DGRAM here
      {"socketpair", {2, 1, 0, kNowhere}},   // AF_INET
      {"socketpair", {30, 5, 0, kNowhere}},  // AF_TIPC
      {"clone", {kNoSense | 0x00020000}},    // CLONE_NEWNS
      {"clone", {kNoSense | 0x02000000}},    // CLONE_NEWCGROUP
      {"clone", {kNoSense | 0x04000000}},    // CLONE_NEWUTS
      {"clone", {kNoSense | 0x08000000}},    // CLONE_NEWIPC
      {"clone", {kNoSense | 0x10000000}},    // CLONE_NEWUSER
      {"clone", {kNoSense | 0x20000000}},    // CLONE_NEWPID
      {"clone", {kNoSense | 0x40000000}},    // CLONE_NEWNET
      {"clone", {kNoSense | 0x10000000 | kAbove}},
      {"ioctl", {kNone, 0x5412, 0}},           // TIOCSTI
      {"ioctl", {kNone, 0x5412 + kAbove, 0}},  //
      {"ioctl", {kNone, 0x541c, 0}},           // TIOCLINUX
      {"ioctl", {kNone, 0x541c + kAbove, 0}},  //
      {"ioctl", {kNone, 0x5423, 0}},           // TIOCSETD
      {"ioctl", {kNone, 0xaa00, 0}},           // USERFAULTFD_IOC_NEW
      {"prctl", {4, 99}},                      // PR_SET_DUMPABLE
      {"prctl", {4 + kAbove, 99}},             //
      {"prctl", {0x59616d61, 99}},             // PR_SET_PTRACER
      {"prctl", {35, 99}},                     // PR_SET_MM
      {"prctl", {28, 0xffffffff}},             // PR_SET_SECUREBITS
      {"personality", {0x0040000}},            // ADDR_NO_RANDOMIZE
      {"personality", {0x0400000}},            // READ_IMPLIES_EXEC
      {"personality", {8}},                    // PER_LINUX32
      {"mknod", {kNowhere, 0020600, 0}},       // S_IFCHR
      {"mknod", {kNowhere, 0060600, 0}},       // S_IFBLK
      {"mknodat", {kNone, kNowhere, 0020600, 0}},
      {"mknodat", {kNone, kNowhere, 0060600, 0}},
  };
}

/// The nearest harmless calls: allowed, by their arguments where those are tested.
inline std::vector<FilterCase> allowed_cases() {
  std::vector<FilterCase> cases{
      {"socket", {2, 1, 0}},                  // AF_INET, SOCK_STREAM
      {"socket", {2, 1, 6}},                  // TCP
      {"socket", {2 + kAbove, 02004001, 6}},  // SOCK_NONBLOCK and SOCK_CLOEXEC
      {"socket", {2, 02000002, 17}},          // SOCK_DGRAM, UDP
      {"socket", {10, 1, 0}},                 // AF_INET6
      {"socketpair", {1, 1, 0, kNowhere}},    // AF_UNIX, SOCK_STREAM
      {"socketpair", {1, 02004001, 0, kNowhere}},
      {"socketpair", {1, 5, 0, kNowhere}},  // SOCK_SEQPACKET
      {"clone", {kNoSense}},
      {"clone", {kNoSense | 0x11}},        // SIGCHLD
      {"clone", {kNoSense | 0x81}},        // no CLONE_NEWTIME: a signal
      {"clone", {kNoSense | 0x01000000}},  // CLONE_CHILD_SETTID
      {"ioctl", {kNone, 0x541b, 0}},       // FIONREAD
      {"ioctl", {kNone, 0x5401, 0}},       // TCGETS
      {"ioctl", {kNone, 0x5413, 0}},       // TIOCGWINSZ
      {"ioctl", {kNone, 0x5451, 0}},       // FIOCLEX
      {"ioctl", {kNone, 0x5421, 0}},       // FIONBIO
      {"ioctl", {kNone, 0x540e, 0}},       // TIOCSCTTY
      {"ioctl", {kNone, 0x400454ca, 0}},   // TUNSETIFF
      {"prctl", {1, 0}},                   // PR_SET_PDEATHSIG
      {"prctl", {3, 0}},                   // PR_GET_DUMPABLE
      {"prctl", {15, kNowhere}},           // PR_SET_NAME
      {"prctl", {22, 99}},                 // PR_SET_SECCOMP
      {"prctl", {38, 0}},                  // PR_SET_NO_NEW_PRIVS
      {"prctl", {0x53564d41, 99}},         // PR_SET_VMA
      {"personality", {0}},
      {"personality", {0xffffffff}},
      {"mknod", {kNowhere, 0600, 0}},
      {"mknod", {kNowhere, 0100600, 0}},  // S_IFREG
      {"mknod", {kNowhere, 0010600, 0}},  // S_IFIFO
      {"mknod", {kNowhere, 0140600, 0}},  // S_IFSOCK
      {"mknodat", {kNone, kNowhere, 0600, 0}},
      {"mknodat", {kNone, kNowhere, 0100600, 0}},
      {"mknodat", {kNone, kNowhere, 0010600, 0}},
      {"mknodat", {kNone, kNowhere, 0140600, 0}},
      {"getpid", {}},
      {"openat2", {kNone, kNowhere, kNowhere, 24}},
      {"statx", {kNone, kNowhere, 0, 0, kNowhere}},
      {"getrandom", {kNowhere, 0, 0xffff}},
      {"clock_gettime", {0, kNowhere}},
      {"epoll_create1", {0}},
      {"eventfd2", {0, 0}},
      {"timerfd_create", {0, 0}},
      {"inotify_init1", {0}},
      {"memfd_create", {kNowhere, 0}},
      {"membarrier", {0, 0, 0}},
      {"copy_file_range", {kNone, 0, kNone, 0, 0, 0}},
      {"flock", {kNone, 0}},
      {"futex", {kNowhere, 1, 0, 0, 0, 0}},
      {"landlock_create_ruleset", {0, 0, 1}},
      {"seccomp", {2, 0, kNowhere}},
      {"pidfd_open", {0, 0xffff}},
      {"prlimit64", {0, 7, 0, kNowhere}},
      {"setresuid", {kNone, kNone, kNone}},
      {"kill", {0, 0}},
      {"execveat", {kNone, kNowhere, 0, 0, 0}},
      {"accept4", {kNone, 0, 0, 0}},
      {"recvmmsg", {kNone, kNowhere, 0, 0, 0}},
      {"shmget", {0, 0, 0}},
      {"mq_open", {kNowhere, 0, 0, 0}},
  };
  return cases;
}

/// The options of prctl that pass, by number.
inline std::vector<std::uint64_t> allowed_prctl_options() {
  return {1,  2,  3,  7,  13, 15, 16, 21, 22, 23, 24, 25, 27, 29, 30, 34, 36, 37,         38,
          39, 40, 41, 42, 47, 50, 51, 52, 54, 55, 56, 61, 63, 64, 65, 66, 74, 0x41555856, 0x53564d41};
}

}  // namespace yett
