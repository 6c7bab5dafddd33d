#pragma once

#include <linux/filter.h>
#include <linux/seccomp.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <vector>

#include "isolate/filter_program.h"
#include "isolate/syscall_group.h"

// For tests of filters: the machine that runs them in the kernel, and the table read without any filter.
namespace yett {

struct FilterOutcome {
  std::uint32_t value = SECCOMP_RET_KILL_PROCESS;
  std::size_t steps = 0;  // instructions that ran
};

/// Runs a filter as the kernel does. Throws at what the compiler of filters never writes.
inline FilterOutcome run_filter(std::span<const sock_filter> program, const seccomp_data& call) {
  std::uint32_t accumulator = 0;
  FilterOutcome outcome;
  for (std::size_t at = 0; at < program.size(); ++at) {
    const sock_filter& now = program[at];
    ++outcome.steps;
    switch (now.code) {
      case BPF_LD | BPF_W | BPF_ABS:
        if (now.k % 4 != 0 || now.k + 4 > sizeof(call)) throw std::out_of_range("a load outside the call");
        std::memcpy(&accumulator, reinterpret_cast<const char*>(&call) + now.k, sizeof(accumulator));
        break;
      case BPF_ALU | BPF_AND | BPF_K:
        accumulator &= now.k;
        break;
      case BPF_JMP | BPF_JEQ | BPF_K:
        at += accumulator == now.k ? now.jt : now.jf;
        break;
      case BPF_JMP | BPF_JGE | BPF_K:
        at += accumulator >= now.k ? now.jt : now.jf;
        break;
      case BPF_RET | BPF_K:
        outcome.value = now.k;
        return outcome;
      default:
        throw std::invalid_argument("an instruction that no filter has");
    }
  }
  throw std::out_of_range("a filter without an end");
}

/// What the table says of a call, by reading it from the top.
inline SyscallAnswer answer_in_table(std::span<const SyscallGroup> table, Machine machine, const seccomp_data& call) {
  if (call.arch != filter_program::architecture(machine)) return SyscallAnswer::Killed;
  const auto number = static_cast<std::uint32_t>(call.nr);
  if (machine == Machine::X86_64 && number >= 0x40000000U && number != 0xffffffffU) return SyscallAnswer::Killed;
  for (const SyscallGroup& group : table) {
    for (const Syscall& known : group.calls) {
      if (known.number(machine) != number) continue;
      for (const ArgumentTest& test : group.tests) {
        if (!test.holds(call.args[test.argument])) return SyscallAnswer::NotPermitted;
      }
      return group.answer;
    }
  }
  return SyscallAnswer::NoSuchCall;
}

}  // namespace yett
