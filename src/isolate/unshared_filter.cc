#include "isolate/unshared_filter.h"

#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sys/syscall.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>

#include "isolate/filter_program.h"

namespace yett {
namespace {

using filter_program::answer;
using filter_program::jump_if_equal;
using filter_program::load;

constexpr auto kRefused = std::to_array<std::uint32_t>(
    {SYS_socket, SYS_shmget, SYS_shmat, SYS_shmctl, SYS_semget, SYS_semop, SYS_semctl, SYS_semtimedop, SYS_msgget,
     SYS_msgsnd, SYS_msgrcv, SYS_msgctl, SYS_mq_open, SYS_mq_unlink, SYS_mq_timedsend, SYS_mq_notify,
     SYS_mq_timedreceive, SYS_mq_getsetattr});

/// A call and which of its arguments says whom it is about; 0 is the caller.
struct AboutWhom {
  std::uint32_t call;
  std::uint8_t argument;
};
constexpr auto kOwnOnly = std::to_array<AboutWhom>({{SYS_prlimit64, 0},
                                                    {SYS_setpriority, 1},
                                                    {SYS_ioprio_set, 1},
                                                    {SYS_sched_setaffinity, 0},
                                                    {SYS_sched_setparam, 0},
                                                    {SYS_sched_setscheduler, 0},
                                                    {SYS_sched_setattr, 0}});

}  // namespace

std::vector<sock_filter> filter_without_namespaces(std::span<const sock_filter> filter) {
  std::vector<sock_filter> refusals{load(offsetof(seccomp_data, nr))};
  for (const auto call : kRefused) {
    refusals.push_back(jump_if_equal(call, 0, 1));
    refusals.push_back(answer(SyscallAnswer::NotPermitted));
  }
  for (const auto& [call, argument] : kOwnOnly) {
    refusals.push_back(jump_if_equal(call, 0, 4));
    refusals.push_back(load(offsetof(seccomp_data, args) + sizeof(std::uint64_t) * argument));
    refusals.push_back(jump_if_equal(0, 1, 0));
    refusals.push_back(answer(SyscallAnswer::NotPermitted));
    refusals.push_back(load(offsetof(seccomp_data, nr)));
  }
  // Numbers mean other calls in other architectures; `filter` kills those.
  std::vector<sock_filter> whole{
      load(offsetof(seccomp_data, arch)),
      jump_if_equal(filter_program::architecture(kThisMachine), 1, 0),
      {.code = BPF_JMP | BPF_JA, .jt = 0, .jf = 0, .k = static_cast<std::uint32_t>(refusals.size())}};
  whole.insert(whole.end(), refusals.begin(), refusals.end());
  whole.insert(whole.end(), filter.begin(), filter.end());
  return whole;
}

}  // namespace yett
