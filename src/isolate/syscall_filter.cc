#include "isolate/syscall_filter.h"

#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string>

#include "isolate/filter_program.h"
#include "isolate/syscall_table.h"

namespace yett {
namespace {

template <Machine kMachine>
consteval auto compiled() {
  constexpr std::size_t kLength = filter_program::compile(kSyscallTable, kMachine).size();
  std::array<sock_filter, kLength> program{};
  std::ranges::copy(filter_program::compile(kSyscallTable, kMachine), program.begin());
  return program;
}

constexpr auto kFilter = compiled<kThisMachine>();
// The other machine's as well, so that a table which cannot be compiled for it is seen here.
static_assert(!compiled<kThisMachine == Machine::X86_64 ? Machine::Aarch64 : Machine::X86_64>().empty());

// The launcher is small: nothing that formats text is linked for a message that hardly anybody reads.
std::unexpected<Error> failure(std::string what, int error_number) {
  const char* words = strerrordesc_np(error_number);
  what += ": ";
  what += words != nullptr ? std::string(words) : std::to_string(error_number);
  return fail(ErrorKind::System, std::move(what));
}

}  // namespace

std::span<const sock_filter> syscall_filter() { return kFilter; }

Result<void> apply_syscall_filter() {
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return failure("cannot set no_new_privs", errno);
  if (::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return fail(ErrorKind::System, "no_new_privs does not stay set");
  std::array<sock_filter, kFilter.size()> filter = kFilter;  // sock_fprog points to what could be written
  sock_fprog program{.len = filter.size(), .filter = filter.data()};
  const auto result = ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
  if (result > 0) {
    return fail(ErrorKind::System,
                "cannot filter system calls: thread " + std::to_string(result) + " has a filter that the others lack");
  }
  if (result != 0) return failure("cannot filter system calls", errno);
  return {};
}

}  // namespace yett
