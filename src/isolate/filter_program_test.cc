#include "isolate/filter_program.h"

#include <gtest/gtest.h>
#include <linux/audit.h>

#include <string>
#include <vector>

#include "isolate/filter_cases_fixture.h"
#include "isolate/filter_fixture.h"
#include "isolate/syscall_table.h"

namespace yett {
namespace {

constexpr Machine kMachines[] = {Machine::X86_64, Machine::Aarch64};

seccomp_data call_of(Machine machine, std::uint32_t number, const std::vector<std::uint64_t>& arguments = {}) {
  seccomp_data call{};
  call.nr = static_cast<int>(number);
  call.arch = filter_program::architecture(machine);
  std::ranges::copy(arguments, call.args);
  return call;
}

const Syscall* known_call(std::string_view name) {
  for (const SyscallGroup& group : kSyscallTable) {
    for (const Syscall& call : group.calls) {
      if (call.name == name) return &call;
    }
  }
  return nullptr;
}

/// The first case that this table does not answer as it should; empty when there is none.
std::string first_wrong_case(std::span<const SyscallGroup> table, Machine machine) {
  const std::vector<sock_filter> program = filter_program::compile(table, machine);
  const auto judge = [&](const FilterCase& one, SyscallAnswer expected) -> std::string {
    const Syscall* call = known_call(one.call);
    if (call == nullptr) return std::string(one.call) + " is unknown";
    const auto number = call->number(machine);
    if (!number) return "";
    const FilterOutcome outcome = run_filter(program, call_of(machine, *number, one.arguments));
    if (outcome.value == filter_program::return_value(expected)) return "";
    std::string text(one.call);
    for (const std::uint64_t argument : one.arguments) text += " " + std::to_string(argument);
    return text;
  };
  for (const FilterCase& one : refused_cases()) {
    if (auto wrong = judge(one, SyscallAnswer::NotPermitted); !wrong.empty()) return wrong;
  }
  for (const FilterCase& one : allowed_cases()) {
    if (auto wrong = judge(one, SyscallAnswer::Allowed); !wrong.empty()) return wrong;
  }
  for (const std::uint64_t option : allowed_prctl_options()) {
    if (auto wrong = judge({"prctl", {option}}, SyscallAnswer::Allowed); !wrong.empty()) return wrong;
  }
  return judge({"clone3", {kNowhere, 0}}, SyscallAnswer::NoSuchCall);
}

TEST(FilterProgramTest, AnswersEveryCaseAsItShould) {
  for (const Machine machine : kMachines) EXPECT_EQ(first_wrong_case(kSyscallTable, machine), "");
}

bool has_condition(Machine machine, std::uint32_t number) {
  return std::ranges::any_of(kSyscallTable, [&](const SyscallGroup& group) {
    return !group.tests.empty() &&
           std::ranges::any_of(group.calls, [&](const Syscall& call) { return call.number(machine) == number; });
  });
}

// All numbers with arguments that are near every value of the table.
TEST(FilterProgramTest, SaysWhatTheTableSays) {
  const std::vector<std::uint64_t> few{0, 1, 0x7fffffff, 0x80000000, 0xffffffff, kAbove, ~0ULL};
  std::vector<std::uint64_t> values = few;
  for (const SyscallGroup& group : kSyscallTable) {
    for (const ArgumentTest& test : group.tests) {
      for (const std::uint64_t value : test.values) {
        for (const std::uint64_t near :
             {value - 1, value, value + 1, value | kAbove, value | 02004000, value | 0x800}) {
          values.push_back(near);
        }
      }
      for (std::uint32_t bit = 1; bit != 0; bit <<= 1) values.push_back(bit);
    }
  }
  std::ranges::sort(values);
  values.erase(std::ranges::unique(values).begin(), values.end());
  for (const Machine machine : kMachines) {
    const std::vector<sock_filter> program = filter_program::compile(kSyscallTable, machine);
    std::size_t differences = 0;
    const auto compare = [&](const seccomp_data& call) {
      const SyscallAnswer expected = answer_in_table(kSyscallTable, machine, call);
      if (run_filter(program, call).value != filter_program::return_value(expected)) ++differences;
    };
    for (std::uint32_t number = 0; number <= 600; ++number) {
      // A call without a condition takes a few arguments to show that it has none.
      const std::vector<std::uint64_t>& some = has_condition(machine, number) ? values : few;
      for (const std::uint64_t value : some) {
        for (std::size_t argument = 0; argument < 3; ++argument) {
          // The others are those of a call that is allowed: a socket of TCP, a pair, a file.
          for (const std::vector<std::uint64_t>& start :
               {std::vector<std::uint64_t>{2, 1, 6}, std::vector<std::uint64_t>{1, 5, 0100000}}) {
            seccomp_data call = call_of(machine, number, start);
            call.args[argument] = value;
            compare(call);
          }
        }
      }
    }
    EXPECT_EQ(differences, 0U);
  }
}

TEST(FilterProgramTest, KillsWhateverComesFromAnotherArchitecture) {
  for (const Machine machine : kMachines) {
    const std::vector<sock_filter> program = filter_program::compile(kSyscallTable, machine);
    for (const std::uint32_t foreign :
         {std::uint32_t{AUDIT_ARCH_I386}, std::uint32_t{AUDIT_ARCH_ARM}, std::uint32_t{AUDIT_ARCH_RISCV64}, 0U,
          filter_program::architecture(machine == Machine::X86_64 ? Machine::Aarch64 : Machine::X86_64)}) {
      for (std::uint32_t number = 0; number <= 600; ++number) {
        seccomp_data call = call_of(machine, number);
        call.arch = foreign;
        ASSERT_EQ(run_filter(program, call).value, SECCOMP_RET_KILL_PROCESS) << foreign << " " << number;
      }
    }
  }
}

TEST(FilterProgramTest, KillsTheCallsOfX32ButNotTheNumberOfNoCall) {
  const std::vector<sock_filter> program = filter_program::compile(kSyscallTable, Machine::X86_64);
  for (std::uint32_t number = 0; number <= 600; ++number) {
    const seccomp_data call = call_of(Machine::X86_64, 0x40000000U + number);
    ASSERT_EQ(run_filter(program, call).value, SECCOMP_RET_KILL_PROCESS) << number;
  }
  for (const std::uint32_t number : {0x3fffffffU, 0xffffffffU, 999U}) {
    EXPECT_EQ(run_filter(program, call_of(Machine::X86_64, number)).value,
              filter_program::return_value(SyscallAnswer::NoSuchCall));
  }
}

TEST(FilterProgramTest, TakesNoNumberTwice) {
  constexpr Syscall kCalls[] = {{"read", 0, 63}, {"again", 0, 64}};
  const SyscallGroup table[] = {{.calls = kCalls, .answer = SyscallAnswer::Allowed, .why = "a test"}};
  EXPECT_THROW((void)filter_program::compile(table, Machine::X86_64), std::invalid_argument);
  EXPECT_NO_THROW((void)filter_program::compile(table, Machine::Aarch64));
}

TEST(FilterProgramTest, MakesNoJumpThatIsTooLong) {
  const std::vector<std::uint32_t> many(300, 7);
  const ArgumentTest tests[] = {{.argument = 0, .values = many}};
  constexpr Syscall kCalls[] = {{"read", 0, 63}};
  const SyscallGroup table[] = {{.calls = kCalls, .answer = SyscallAnswer::Allowed, .tests = tests, .why = "a test"}};
  EXPECT_THROW((void)filter_program::compile(table, Machine::X86_64), std::length_error);
}

/// A copy of the table in which one thing can be changed.
struct TableCopy {
  std::vector<SyscallGroup> groups{std::begin(kSyscallTable), std::end(kSyscallTable)};
  std::vector<ArgumentTest> tests;
  std::vector<std::uint32_t> values;
  std::vector<Syscall> calls;
};

std::string name_of(const SyscallGroup& group) { return std::string(group.calls.front().name); }

/// Some case must tell such a table from the real one, on each machine that has one of the group's calls.
void expect_caught(const TableCopy& mutant, const SyscallGroup& changed, const std::string& what) {
  for (const Machine machine : kMachines) {
    const bool is_known =
        std::ranges::any_of(changed.calls, [&](const Syscall& call) { return !!call.number(machine); });
    if (!is_known) continue;
    EXPECT_NE(first_wrong_case(mutant.groups, machine), "") << name_of(changed) << ": " << what;
  }
}

TEST(FilterMutantsTest, EveryConditionIsMissedByACase) {
  std::size_t mutants = 0;
  for (std::size_t at = 0; at < std::size(kSyscallTable); ++at) {
    const SyscallGroup& group = kSyscallTable[at];
    for (std::size_t i = 0; i < group.tests.size(); ++i, ++mutants) {
      TableCopy without;
      without.tests.assign(group.tests.begin(), group.tests.end());
      without.tests.erase(without.tests.begin() + static_cast<std::ptrdiff_t>(i));
      without.groups[at].tests = without.tests;
      expect_caught(without, group, "without " + std::string(group.tests[i].text));
    }
  }
  EXPECT_EQ(mutants, 11U);
}

TEST(FilterMutantsTest, EveryValueAndMaskIsMissedByACase) {
  for (std::size_t at = 0; at < std::size(kSyscallTable); ++at) {
    const SyscallGroup& group = kSyscallTable[at];
    for (std::size_t i = 0; i < group.tests.size(); ++i) {
      const ArgumentTest& test = group.tests[i];
      TableCopy copy;
      copy.tests.assign(group.tests.begin(), group.tests.end());
      copy.groups[at].tests = copy.tests;
      for (std::size_t j = 0; j < test.values.size(); ++j) {
        copy.values.assign(test.values.begin(), test.values.end());
        copy.values.erase(copy.values.begin() + static_cast<std::ptrdiff_t>(j));
        copy.tests[i].values = copy.values;
        expect_caught(copy, group, "without the value " + std::to_string(test.values[j]));
      }
      copy.tests[i] = test;
      if (test.mask == 0xffffffffU) continue;
      for (std::uint32_t bit = 1; bit != 0; bit <<= 1) {
        // A bit of a type that no value has is refused either way.
        if (test.relation != ArgumentTest::Relation::OneOf || group.calls.front().name != "clone") continue;
        if ((test.mask & bit) == 0) continue;
        copy.tests[i].mask = test.mask & ~bit;
        expect_caught(copy, group, "without the bit " + std::to_string(bit));
      }
      copy.tests[i].mask = 0xffffffffU;
      expect_caught(copy, group, "without a mask");
    }
  }
}

TEST(FilterMutantsTest, EveryGroupIsMissedByACase) {
  for (std::size_t at = 0; at < std::size(kSyscallTable); ++at) {
    TableCopy copy;
    // A call without a row of its own has no other answer than this one.
    if (kSyscallTable[at].answer == SyscallAnswer::NoSuchCall) continue;
    copy.groups.erase(copy.groups.begin() + static_cast<std::ptrdiff_t>(at));
    expect_caught(copy, kSyscallTable[at], "without the group");
  }
}

TEST(FilterMutantsTest, EveryRefusedCallIsMissedWhenItPasses) {
  for (std::size_t at = 0; at < std::size(kSyscallTable); ++at) {
    const SyscallGroup& group = kSyscallTable[at];
    if (group.answer == SyscallAnswer::Allowed) continue;
    for (const Syscall& call : group.calls) {
      TableCopy copy;
      std::ranges::copy_if(group.calls, std::back_inserter(copy.calls),
                           [&](const Syscall& other) { return other.name != call.name; });
      copy.groups[at].calls = copy.calls;
      const SyscallGroup passing{.calls = std::span(&call, 1), .answer = SyscallAnswer::Allowed, .why = "a mutant"};
      copy.groups.push_back(passing);
      expect_caught(copy, passing, "passes");
    }
  }
}

}  // namespace
}  // namespace yett
