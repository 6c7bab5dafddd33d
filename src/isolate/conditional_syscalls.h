#pragma once

#include <asm/ioctls.h>
#include <linux/prctl.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "isolate/syscall_group.h"

// The calls that pass with some arguments only. An argument is tested where the kernel takes it by value: what lies
// behind a pointer can be changed by another thread between the test and its use.
namespace yett::syscalls {

using enum ArgumentTest::Relation;

inline constexpr std::uint32_t kSocketKind = ~static_cast<std::uint32_t>(SOCK_NONBLOCK | SOCK_CLOEXEC);

inline constexpr Syscall kSocket[] = {{"socket", 41, 198}};
inline constexpr std::uint32_t kSocketDomains[] = {AF_INET, AF_INET6};
inline constexpr std::uint32_t kSocketTypes[] = {SOCK_STREAM, SOCK_DGRAM};
// Without this test SOCK_STREAM would be SCTP and MPTCP as well, and SOCK_DGRAM be ICMP and L2TP.
inline constexpr std::uint32_t kSocketProtocols[] = {0, IPPROTO_TCP, IPPROTO_UDP};
inline constexpr ArgumentTest kSocketTests[] = {
    {.argument = 0, .values = kSocketDomains, .text = "the domain is AF_INET or AF_INET6"},
    {.argument = 1, .mask = kSocketKind, .values = kSocketTypes, .text = "the type is SOCK_STREAM or SOCK_DGRAM"},
    {.argument = 2, .values = kSocketProtocols, .text = "the protocol is 0, TCP or UDP"},
};

inline constexpr Syscall kSocketpair[] = {{"socketpair", 53, 199}};
inline constexpr std::uint32_t kPairDomains[] = {AF_UNIX};
// Connected for ever. A datagram socket of a pair, which SOCK_RAW makes too, can be connected anew to any path.
inline constexpr std::uint32_t kPairTypes[] = {SOCK_STREAM, SOCK_SEQPACKET};
inline constexpr ArgumentTest kSocketpairTests[] = {
    {.argument = 0, .values = kPairDomains, .text = "the domain is AF_UNIX"},
    {.argument = 1, .mask = kSocketKind, .values = kPairTypes, .text = "the type is SOCK_STREAM or SOCK_SEQPACKET"},
};

inline constexpr Syscall kClone[] = {{"clone", 56, 220}};
// CLONE_NEWTIME is left out: in clone() its bit belongs to the signal that is sent at the end.
inline constexpr std::uint32_t kNewNamespaces = static_cast<std::uint32_t>(
    CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET);
inline constexpr std::uint32_t kNoBits[] = {0};
// The flags come first on both machines; on s390 they would come second.
inline constexpr ArgumentTest kCloneTests[] = {
    {.argument = 0, .mask = kNewNamespaces, .values = kNoBits, .text = "the flags make no namespace"},
};

inline constexpr Syscall kClone3[] = {{"clone3", 435, 435}};

inline constexpr Syscall kIoctl[] = {{"ioctl", 16, 29}};
inline constexpr std::uint32_t kNewUserfault = 0xaa00;  // USERFAULTFD_IOC_NEW of linux/userfaultfd.h, since Linux 6.1
inline constexpr std::uint32_t kRefusedRequests[] = {TIOCSTI, TIOCLINUX, TIOCSETD, kNewUserfault};
inline constexpr ArgumentTest kIoctlTests[] = {
    {.argument = 1,
     .relation = NoneOf,
     .values = kRefusedRequests,
     .text = "the request is none of TIOCSTI, TIOCLINUX, TIOCSETD and USERFAULTFD_IOC_NEW"},
};

inline constexpr Syscall kPrctl[] = {{"prctl", 157, 167}};
// The last four are younger than the headers of Linux 6.1.
inline constexpr std::uint32_t kSetMdwe = 65;
inline constexpr std::uint32_t kGetMdwe = 66;
inline constexpr std::uint32_t kGetShadowStackStatus = 74;
inline constexpr std::uint32_t kGetAuxv = 0x41555856;
inline constexpr std::uint32_t kPrctlOptions[] = {
    PR_SET_NAME,
    PR_GET_NAME,
    PR_SET_PDEATHSIG,
    PR_GET_PDEATHSIG,
    PR_GET_DUMPABLE,
    PR_SET_NO_NEW_PRIVS,
    PR_GET_NO_NEW_PRIVS,
    PR_SET_SECCOMP,
    PR_GET_SECCOMP,
    PR_CAPBSET_READ,
    PR_CAPBSET_DROP,
    PR_CAP_AMBIENT,
    PR_GET_SECUREBITS,
    PR_GET_KEEPCAPS,
    PR_SET_CHILD_SUBREAPER,
    PR_GET_CHILD_SUBREAPER,
    PR_SET_VMA,
    PR_SET_THP_DISABLE,
    PR_GET_THP_DISABLE,
    PR_SET_TIMERSLACK,
    PR_GET_TIMERSLACK,
    PR_GET_TIMING,
    PR_GET_TID_ADDRESS,
    PR_GET_TSC,
    PR_GET_SPECULATION_CTRL,
    PR_MCE_KILL_GET,
    PR_SVE_SET_VL,
    PR_SVE_GET_VL,
    PR_SME_SET_VL,
    PR_SME_GET_VL,
    PR_PAC_RESET_KEYS,
    PR_PAC_GET_ENABLED_KEYS,
    PR_SET_TAGGED_ADDR_CTRL,
    PR_GET_TAGGED_ADDR_CTRL,
    kSetMdwe,
    kGetMdwe,
    kGetShadowStackStatus,
    kGetAuxv,
};
inline constexpr ArgumentTest kPrctlTests[] = {
    {.argument = 0,
     .values = kPrctlOptions,
     .text =
         "the option is a listed one: names, the signal at the parent's death, memory hints, what can only tighten, "
         "and reading; not PR_SET_DUMPABLE and PR_SET_PTRACER"},
};

inline constexpr Syscall kPersonality[] = {{"personality", 135, 92}};
inline constexpr std::uint32_t kPersonalities[] = {0, 0xffffffff};
inline constexpr ArgumentTest kPersonalityTests[] = {
    {.argument = 0, .values = kPersonalities, .text = "the persona is 0 or 0xffffffff"},
};

inline constexpr std::uint32_t kFileTypes[] = {0, S_IFREG, S_IFIFO, S_IFSOCK};
inline constexpr Syscall kMknod[] = {{"mknod", 133, kAbsent}};
inline constexpr ArgumentTest kMknodTests[] = {
    {.argument = 1, .mask = S_IFMT, .values = kFileTypes, .text = "the mode is of a file, a pipe or a socket"},
};
inline constexpr Syscall kMknodat[] = {{"mknodat", 259, 33}};
inline constexpr ArgumentTest kMknodatTests[] = {
    {.argument = 2, .mask = S_IFMT, .values = kFileTypes, .text = "the mode is of a file, a pipe or a socket"},
};

}  // namespace yett::syscalls
