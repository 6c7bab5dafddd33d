#pragma once

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "isolate/syscall_group.h"

// Turns a table of system calls into a seccomp filter, a program in the old Berkeley packet language: seccomp(2) and
// the kernel's Documentation/userspace-api/seccomp_filter.rst. It runs in the compiler; tests run it on other tables.
//
// The program looks at the architecture first, because a number means another call elsewhere. Then it searches the
// number by halves, and a test of arguments is a leaf of that search.
namespace yett::filter_program {

static_assert(std::endian::native == std::endian::little, "the low half of an argument is read first");

constexpr std::uint32_t architecture(Machine machine) {
  return machine == Machine::X86_64 ? AUDIT_ARCH_X86_64 : AUDIT_ARCH_AARCH64;
}

constexpr std::uint32_t return_value(SyscallAnswer answer) {
  switch (answer) {
    case SyscallAnswer::Allowed:
      return SECCOMP_RET_ALLOW;
    case SyscallAnswer::NoSuchCall:
      return SECCOMP_RET_ERRNO | ENOSYS;
    case SyscallAnswer::Killed:
      return SECCOMP_RET_KILL_PROCESS;
    case SyscallAnswer::NotPermitted:
      break;
  }
  return SECCOMP_RET_ERRNO | EPERM;
}

/// A jump counts the instructions it skips in 8 bits.
constexpr std::uint8_t jump(std::size_t skipped) {
  if (skipped > 255) throw std::length_error("a jump is too long");  // in the compiler this ends the build
  return static_cast<std::uint8_t>(skipped);
}

constexpr sock_filter load(std::size_t offset) {
  return {.code = BPF_LD | BPF_W | BPF_ABS, .jt = 0, .jf = 0, .k = static_cast<std::uint32_t>(offset)};
}

constexpr sock_filter answer(SyscallAnswer given) {
  return {.code = BPF_RET | BPF_K, .jt = 0, .jf = 0, .k = return_value(given)};
}

constexpr sock_filter jump_if_equal(std::uint32_t value, std::size_t when_equal, std::size_t otherwise) {
  return {.code = BPF_JMP | BPF_JEQ | BPF_K, .jt = jump(when_equal), .jf = jump(otherwise), .k = value};
}

constexpr sock_filter jump_if_at_least(std::uint32_t value, std::size_t when_so, std::size_t otherwise) {
  return {.code = BPF_JMP | BPF_JGE | BPF_K, .jt = jump(when_so), .jf = jump(otherwise), .k = value};
}

/// Goes on behind its last instruction when the test holds, and answers EPERM when it does not.
constexpr void append_test(std::vector<sock_filter>& program, const ArgumentTest& test) {
  program.push_back(load(offsetof(seccomp_data, args) + sizeof(std::uint64_t) * test.argument));
  if (test.mask != 0xffffffffU) {
    program.push_back({.code = BPF_ALU | BPF_AND | BPF_K, .jt = 0, .jf = 0, .k = test.mask});
  }
  const bool is_list_of_good = test.relation == ArgumentTest::Relation::OneOf;
  for (std::size_t i = 0; i < test.values.size(); ++i) {
    const std::size_t rest = test.values.size() - 1 - i;
    // The refusal stands behind the last comparison.
    if (is_list_of_good) {
      program.push_back(jump_if_equal(test.values[i], rest + 1, 0));
    } else {
      program.push_back(jump_if_equal(test.values[i], rest, rest == 0 ? 1 : 0));
    }
  }
  if (is_list_of_good || !test.values.empty()) program.push_back(answer(SyscallAnswer::NotPermitted));
}

/// The numbers from `first` on, up to where the next range begins, and what becomes of them.
struct Range {
  std::uint32_t first = 0;
  SyscallAnswer answer = SyscallAnswer::NoSuchCall;
  std::span<const ArgumentTest> tests{};

  [[nodiscard]] constexpr bool is_answered_like(const Range& other) const {
    return answer == other.answer && tests.empty() && other.tests.empty();
  }
};

/// All numbers from 0 on, in order. Throws when a number stands in the table twice.
constexpr std::vector<Range> ranges(std::span<const SyscallGroup> table, Machine machine) {
  std::vector<Range> listed;
  for (const SyscallGroup& group : table) {
    for (const Syscall& call : group.calls) {
      if (const auto number = call.number(machine)) {
        listed.push_back({.first = *number, .answer = group.answer, .tests = group.tests});
      }
    }
  }
  std::ranges::sort(listed, {}, &Range::first);
  std::vector<Range> all{Range{}};
  std::uint32_t next = 0;
  const auto append = [&](const Range& range) {
    if (all.back().first == range.first) {
      all.back() = range;
    } else if (!all.back().is_answered_like(range)) {
      all.push_back(range);
    }
  };
  for (const Range& range : listed) {
    if (range.first < next) throw std::invalid_argument("a number stands in the table twice");
    if (range.first > next) append({.first = next});
    append(range);
    next = range.first + 1;
  }
  append({.first = next});
  return all;
}

/// Searches the number, which has been loaded, among these ranges.
constexpr std::vector<sock_filter> search(std::span<const Range> among) {
  std::vector<sock_filter> program;
  if (among.size() == 1) {
    for (const ArgumentTest& test : among.front().tests) append_test(program, test);
    program.push_back(answer(among.front().answer));
    return program;
  }
  const std::size_t half = among.size() / 2;
  const std::vector<sock_filter> low = search(among.first(half));
  const std::vector<sock_filter> high = search(among.subspan(half));
  program.push_back(jump_if_at_least(among[half].first, low.size(), 0));
  program.insert(program.end(), low.begin(), low.end());
  program.insert(program.end(), high.begin(), high.end());
  return program;
}

/// The whole filter. Throws when the table contradicts itself or a jump would be too long.
constexpr std::vector<sock_filter> compile(std::span<const SyscallGroup> table, Machine machine) {
  std::vector<sock_filter> program{
      load(offsetof(seccomp_data, arch)),
      jump_if_equal(architecture(machine), 1, 0),
      answer(SyscallAnswer::Killed),
      load(offsetof(seccomp_data, nr)),
  };
  if (machine == Machine::X86_64) {
    // The calls of the x32 interface come with this architecture and bit 30 of the number set (asm/unistd.h). The
    // number -1 is nobody's call: programs try it, and tracers leave it behind.
    constexpr std::uint32_t kX32 = 0x40000000;
    program.push_back(jump_if_at_least(kX32, 0, 3));
    program.push_back(jump_if_equal(0xffffffff, 0, 1));
    program.push_back(answer(SyscallAnswer::NoSuchCall));
    program.push_back(answer(SyscallAnswer::Killed));
  }
  const std::vector<sock_filter> rest = search(ranges(table, machine));
  program.insert(program.end(), rest.begin(), rest.end());
  if (program.size() > BPF_MAXINSNS) throw std::length_error("the filter is longer than the kernel takes");
  return program;
}

}  // namespace yett::filter_program
