#pragma once

#include <string>
#include <vector>

#include "isolate/allowed_syscalls.h"
#include "isolate/conditional_syscalls.h"
#include "isolate/refused_syscalls.h"
#include "isolate/syscall_group.h"

namespace yett {

/// Every system call that the sandbox knows. What stands nowhere here does not exist inside (ENOSYS).
inline constexpr SyscallGroup kSyscallTable[] = {
    {.calls = syscalls::kFileContent,
     .answer = SyscallAnswer::Allowed,
     .why = "Programs read and write the files they have opened."},
    {.calls = syscalls::kFileNames,
     .answer = SyscallAnswer::Allowed,
     .why = "What may be opened, made and renamed is judged by the mounts and by Landlock."},
    {.calls = syscalls::kMknod,
     .answer = SyscallAnswer::Allowed,
     .tests = syscalls::kMknodTests,
     .why = "A device reaches past all paths."},
    {.calls = syscalls::kMknodat,
     .answer = SyscallAnswer::Allowed,
     .tests = syscalls::kMknodatTests,
     .why = "A device reaches past all paths."},
    {.calls = syscalls::kDescriptors,
     .answer = SyscallAnswer::Allowed,
     .why = "Descriptors, pipes and waiting for them are what event loops are made of."},
    {.calls = syscalls::kIoctl,
     .answer = SyscallAnswer::Allowed,
     .tests = syscalls::kIoctlTests,
     .why = "What a request can do depends on the device, and the sandbox has few; refused are the requests that type "
            "into "
            "a terminal, change its line discipline (which loads modules) or hold page faults open."},
    {.calls = syscalls::kMemory,
     .answer = SyscallAnswer::Allowed,
     .why = "Allocators, just-in-time compilers and garbage collectors manage their own memory."},
    {.calls = syscalls::kThreads,
     .answer = SyscallAnswer::Allowed,
     .why = "Threads wait for each other and find their own data."},
    {.calls = syscalls::kProcesses,
     .answer = SyscallAnswer::Allowed,
     .why = "Programs start, await and end others; those outside the process namespace have no number in it."},
    {.calls = syscalls::kClone,
     .answer = SyscallAnswer::Allowed,
     .tests = syscalls::kCloneTests,
     .why = "Threads and processes start by it; a namespace of one's own brings capabilities in it."},
    {.calls = syscalls::kClone3,
     .answer = SyscallAnswer::NoSuchCall,
     .why = "Its flags lie behind a pointer, where no filter sees them; C libraries use clone when it does not exist."},
    {.calls = syscalls::kPrctl,
     .answer = SyscallAnswer::Allowed,
     .tests = syscalls::kPrctlTests,
     .why = "Some options open a process to others or undo what protects it."},
    {.calls = syscalls::kPersonality,
     .answer = SyscallAnswer::Allowed,
     .tests = syscalls::kPersonalityTests,
     .why = "Other personas have no random addresses or make all memory executable; 32-bit programs do not run here."},
    {.calls = syscalls::kSignals,
     .answer = SyscallAnswer::Allowed,
     .why = "Signals reach the processes of the same namespace."},
    {.calls = syscalls::kTime,
     .answer = SyscallAnswer::Allowed,
     .why = "Reading clocks, sleeping and timers; nobody sets a clock."},
    {.calls = syscalls::kIdentity,
     .answer = SyscallAnswer::Allowed,
     .why = "Without capabilities a process gives rights up and gains none."},
    {.calls = syscalls::kLimits,
     .answer = SyscallAnswer::Allowed,
     .why = "Limits, priorities and figures of the machine; raising a hard limit takes a capability."},
    {.calls = syscalls::kSystemV,
     .answer = SyscallAnswer::Allowed,
     .why = "Shared memory, semaphores and queues belong to the private namespace of interprocess communication."},
    {.calls = syscalls::kSockets,
     .answer = SyscallAnswer::Allowed,
     .why = "What a socket can reach was settled when it was made: the private loopback, or its pair."},
    {.calls = syscalls::kSocket,
     .answer = SyscallAnswer::Allowed,
     .tests = syscalls::kSocketTests,
     .why = "Servers and clients on the private loopback; unix sockets lead to services of the host, and other domains "
            "and protocols into rarely used code of the kernel."},
    {.calls = syscalls::kSocketpair,
     .answer = SyscallAnswer::Allowed,
     .tests = syscalls::kSocketpairTests,
     .why = "A pair that stays a pair reaches nobody else; a datagram socket of a pair can be connected to any path."},
    {.calls = syscalls::kTightening,
     .answer = SyscallAnswer::Allowed,
     .why = "A process may bind itself and its children further; neither call ever loosens anything."},
    {.calls = syscalls::kIoUring, .why = "Its requests open files and make sockets where no filter sees them."},
    {.calls = syscalls::kKernelPrograms,
     .why =
         "Programs in the kernel, counters of the processor and page faults held open are how kernels get exploited."},
    {.calls = syscalls::kOtherProcesses, .why = "One process looks into another, changes it or takes its descriptors."},
    {.calls = syscalls::kNamespaces,
     .why = "A namespace of one's own brings capabilities in it, and with them most of the kernel."},
    {.calls = syscalls::kMounts, .why = "Mounting changes what paths mean, by the old calls and by the new ones."},
    {.calls = syscalls::kKeys, .why = "Keyrings are not divided among namespaces of processes."},
    {.calls = syscalls::kHandles, .why = "Handles and marks reach files by way of their file system, past the mounts."},
    {.calls = syscalls::kMachine,
     .why = "They rule the whole machine, whoever asks: its kernel, modules, clocks, names, disks, log and ports."},
    {.calls = syscalls::kMemoryLayout,
     .why = "Segments of old programs, memory hidden from the kernel and the placing of pages serve nothing that runs "
            "here."},
    {.calls = syscalls::kSecurityModule, .why = "The label of a security module is the launcher's to set."},
};

/// One line of the table for people: the calls, what has to hold, what they are answered, and why.
struct SyscallRow {
  std::string calls;      // their names, with commas between
  std::string condition;  // empty when there is none
  std::string answer;     // "allowed", "EPERM", "ENOSYS", "killed"; with a condition also what else happens
  std::string why;        // one sentence
};

/// The table as a machine has it, and last what becomes of calls that stand nowhere.
[[nodiscard]] std::vector<SyscallRow> syscall_rows(Machine machine = kThisMachine);

/// The same as a table in Markdown, with a heading line: call, condition, answer, why. Every line ends with "\n".
[[nodiscard]] std::string syscall_rows_in_markdown(Machine machine = kThisMachine);

}  // namespace yett
