#include "isolate/syscall_table.h"

#include <string_view>

namespace yett {
namespace {

std::string joined_names(const SyscallGroup& group, Machine machine, std::string_view quote) {
  std::string names;
  for (const Syscall& call : group.calls) {
    if (!call.number(machine)) continue;
    if (!names.empty()) names += ", ";
    names.append(quote).append(call.name).append(quote);
  }
  return names;
}

std::string condition_of(const SyscallGroup& group) {
  std::string condition;
  for (const ArgumentTest& test : group.tests) {
    if (!condition.empty()) condition += "; ";
    condition += test.text;
  }
  return condition;
}

std::string answer_of(const SyscallGroup& group) {
  switch (group.answer) {
    case SyscallAnswer::Allowed:
      return group.tests.empty() ? "allowed" : "allowed, else EPERM";
    case SyscallAnswer::NoSuchCall:
      return "ENOSYS";
    case SyscallAnswer::Killed:
      return "killed";
    case SyscallAnswer::NotPermitted:
      break;
  }
  return "EPERM";
}

std::vector<SyscallRow> rows(Machine machine, std::string_view quote) {
  std::vector<SyscallRow> all;
  for (const SyscallGroup& group : kSyscallTable) {
    std::string names = joined_names(group, machine, quote);
    if (names.empty()) continue;
    all.push_back({.calls = std::move(names),
                   .condition = condition_of(group),
                   .answer = answer_of(group),
                   .why = std::string(group.why)});
  }
  all.push_back({.calls = "every other call",
                 .condition = "",
                 .answer = "ENOSYS",
                 .why = "Programs fall back to older calls, as on an older kernel."});
  all.push_back(
      {.calls = machine == Machine::X86_64 ? "calls of 32-bit programs (i386, x32)" : "calls of 32-bit programs",
       .condition = "",
       .answer = "killed",
       .why = "Their numbers mean other calls."});
  return all;
}

}  // namespace

std::vector<SyscallRow> syscall_rows(Machine machine) { return rows(machine, ""); }

std::string syscall_rows_in_markdown(Machine machine) {
  std::string text = "| call | condition | answer | why |\n| --- | --- | --- | --- |\n";
  for (const SyscallRow& row : rows(machine, "`")) {
    text += "| " + row.calls + " | " + row.condition + (row.condition.empty() ? "| " : " | ") + row.answer + " | " +
            row.why + " |\n";
  }
  return text;
}

}  // namespace yett
