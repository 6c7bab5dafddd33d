#pragma once

#include "isolate/syscall_group.h"

// The calls that are known and refused. They get EPERM and not ENOSYS, so that a program which tells why it stops says
// that it was not permitted.
namespace yett::syscalls {

inline constexpr Syscall kIoUring[] = {
    {"io_uring_setup", 425, 425}, {"io_uring_enter", 426, 426}, {"io_uring_register", 427, 427}};

inline constexpr Syscall kKernelPrograms[] = {
    {"bpf", 321, 280}, {"perf_event_open", 298, 241}, {"userfaultfd", 323, 282}};

inline constexpr Syscall kOtherProcesses[] = {
    {"ptrace", 101, 117},          {"process_vm_readv", 310, 270}, {"process_vm_writev", 311, 271},
    {"process_madvise", 440, 440}, {"process_mrelease", 448, 448}, {"kcmp", 312, 272},
    {"pidfd_getfd", 438, 438}};

inline constexpr Syscall kNamespaces[] = {{"unshare", 272, 97}, {"setns", 308, 268}};

inline constexpr Syscall kMounts[] = {
    {"mount", 165, 40},      {"umount2", 166, 39},         {"pivot_root", 155, 41},  {"chroot", 161, 51},
    {"open_tree", 428, 428}, {"open_tree_attr", 467, 467}, {"move_mount", 429, 429}, {"mount_setattr", 442, 442},
    {"fsopen", 430, 430},    {"fsconfig", 431, 431},       {"fsmount", 432, 432},    {"fspick", 433, 433}};

inline constexpr Syscall kKeys[] = {{"add_key", 248, 217}, {"request_key", 249, 218}, {"keyctl", 250, 219}};

inline constexpr Syscall kHandles[] = {{"name_to_handle_at", 303, 264},
                                       {"open_by_handle_at", 304, 265},
                                       {"fanotify_init", 300, 262},
                                       {"fanotify_mark", 301, 263}};

inline constexpr Syscall kMachine[] = {
    {"kexec_load", 246, 104},    {"kexec_file_load", 320, 294}, {"init_module", 175, 105},  {"finit_module", 313, 273},
    {"delete_module", 176, 106}, {"reboot", 169, 142},          {"swapon", 167, 224},       {"swapoff", 168, 225},
    {"quotactl", 179, 60},       {"quotactl_fd", 443, 443},     {"acct", 163, 89},          {"vhangup", 153, 58},
    {"sethostname", 170, 161},   {"setdomainname", 171, 162},   {"settimeofday", 164, 170}, {"clock_settime", 227, 112},
    {"clock_adjtime", 305, 266}, {"adjtimex", 159, 171},        {"syslog", 103, 116},       {"lookup_dcookie", 212, 18},
    {"nfsservctl", 180, 42},     {"iopl", 172, kAbsent},        {"ioperm", 173, kAbsent}};

inline constexpr Syscall kMemoryLayout[] = {{"modify_ldt", 154, kAbsent}, {"memfd_secret", 447, 447},
                                            {"mbind", 237, 235},          {"get_mempolicy", 239, 236},
                                            {"set_mempolicy", 238, 237},  {"set_mempolicy_home_node", 450, 450},
                                            {"migrate_pages", 256, 238},  {"move_pages", 279, 239}};

inline constexpr Syscall kSecurityModule[] = {{"lsm_set_self_attr", 460, 460}};

}  // namespace yett::syscalls
