#include "isolate/syscall_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>

namespace yett {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// The numbers that a header of the kernel defines, by name; empty when it is not installed. In asm-generic/unistd.h
/// some names stand for others that end in a number.
std::map<std::string, int> numbers_in(const std::string& header) {
  static const std::regex definition(R"(^#define (__NR\w+)\s+(\w+).*)");
  std::map<std::string, std::string> defined;
  std::ifstream file(header);
  for (std::string line; std::getline(file, line);) {
    std::smatch parts;
    // Of two meanings the first is that of 64 bits.
    if (std::regex_match(line, parts, definition)) defined.emplace(parts[1], parts[2]);
  }
  std::map<std::string, int> numbers;
  for (const auto& [name, value] : defined) {
    std::string last = value;
    for (int hop = 0; hop < 3 && defined.contains(last); ++hop) last = defined[last];
    if (!name.starts_with("__NR_") || last.empty() || last.find_first_not_of("0123456789") != std::string::npos)
      continue;
    numbers.emplace(name.substr(5), std::stoi(last));
  }
  return numbers;
}

template <typename Visit>
void for_each_call(Visit visit) {
  for (const SyscallGroup& group : kSyscallTable) {
    for (const Syscall& call : group.calls) visit(call);
  }
}

/// Compares with the header; calls that are younger than it have the same number everywhere.
void expect_numbers(Machine machine, const std::map<std::string, int>& numbers) {
  int youngest = 0;
  for (const auto& [name, number] : numbers) youngest = std::max(youngest, number);
  for_each_call([&](const Syscall& call) {
    const auto number = call.number(machine);
    const auto found = numbers.find(std::string(call.name));
    if (found != numbers.end()) {
      EXPECT_EQ(number, static_cast<std::uint32_t>(found->second)) << call.name;
    } else if (number) {
      EXPECT_GT(*number, static_cast<std::uint32_t>(youngest)) << call.name;
    }
  });
}

TEST(SyscallTableTest, HasTheNumbersOfTheKernelsHeaders) {
  std::map<std::string, int> x86_64;
  for (const char* folder : {"/usr/include/x86_64-linux-gnu/", "/usr/x86_64-linux-gnu/include/", "/usr/include/"}) {
    if (x86_64.empty()) x86_64 = numbers_in(std::string(folder) + "asm/unistd_64.h");
  }
  const std::map<std::string, int> aarch64 = numbers_in("/usr/include/asm-generic/unistd.h");
  if (!x86_64.empty()) expect_numbers(Machine::X86_64, x86_64);
  if (!aarch64.empty()) expect_numbers(Machine::Aarch64, aarch64);
  if (x86_64.empty() && aarch64.empty()) GTEST_SKIP() << "the kernel's headers are not installed";
}

// asm-generic/unistd.h and syscall_64.tbl of the kernel: one number for all machines from pidfd_send_signal on.
TEST(SyscallTableTest, HasOneNumberForYoungCalls) {
  for_each_call([](const Syscall& call) {
    if (call.x86_64 < 424 && call.aarch64 < 424) return;
    EXPECT_EQ(call.x86_64, call.aarch64) << call.name;
  });
}

TEST(SyscallTableTest, NamesEveryCallOnceAndSaysWhy) {
  std::set<std::string_view> names;
  for_each_call([&](const Syscall& call) { EXPECT_TRUE(names.insert(call.name).second) << call.name; });
  EXPECT_GT(names.size(), 330U);
  for (const SyscallGroup& group : kSyscallTable) {
    EXPECT_TRUE(group.why.ends_with('.')) << group.why;
    for (const ArgumentTest& test : group.tests) EXPECT_FALSE(test.text.empty()) << group.why;
  }
}

TEST(SyscallTableTest, IsReadAsATable) {
  const std::string text = syscall_rows_in_markdown(Machine::X86_64);
  EXPECT_THAT(text, HasSubstr("| call | condition | answer | why |\n| --- | --- | --- | --- |\n"));
  EXPECT_THAT(text, HasSubstr("| `clone` | the flags make no namespace | allowed, else EPERM | Threads and"));
  EXPECT_THAT(text, HasSubstr("| `clone3` | | ENOSYS | Its flags lie behind a pointer"));
  EXPECT_THAT(text, HasSubstr("| `unshare`, `setns` | | EPERM | A namespace"));
  EXPECT_THAT(text, HasSubstr("| every other call | | ENOSYS |"));
  EXPECT_THAT(text, HasSubstr("(i386, x32) | | killed |"));
}

TEST(SyscallTableTest, LeavesOutWhatAMachineLacks) {
  const std::string text = syscall_rows_in_markdown(Machine::Aarch64);
  EXPECT_THAT(text, HasSubstr("`mknodat`"));
  EXPECT_THAT(text, Not(HasSubstr("`mknod`")));
  EXPECT_THAT(text, Not(HasSubstr("modify_ldt")));
  EXPECT_THAT(text, Not(HasSubstr("x32")));
}

TEST(SyscallTableTest, RowsForPeopleHaveNoMarkdown) {
  for (const SyscallRow& row : syscall_rows()) {
    EXPECT_THAT(row.calls, Not(HasSubstr("`")));
    EXPECT_FALSE(row.answer.empty());
    EXPECT_FALSE(row.why.empty());
  }
}

}  // namespace
}  // namespace yett
