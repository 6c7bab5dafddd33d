#include "isolate/unshared_filter.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include "isolate/syscall_filter.h"
#include "os/linux/forked_fixture.h"

namespace yett {
namespace {

/// What a call answers under the filter, in a process of its own: "0" or the name of the error.
std::string answer_of(long number, long first, long second, long third, bool with_more = true) {
  return in_other_process([&]() -> std::string {
    const auto usual = syscall_filter();
    auto filter = with_more ? filter_without_namespaces(usual) : std::vector<sock_filter>(usual.begin(), usual.end());
    const sock_fprog program{.len = static_cast<unsigned short>(filter.size()), .filter = filter.data()};
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program)) {
      return "no filter";
    }
    errno = 0;
    return ::syscall(number, first, second, third, 0L) >= 0 ? "allowed" : ::strerrorname_np(errno);
  });
}

TEST(FilterWithoutNamespaces, RefusesWhatOnlyANamespaceWouldHoldIn) {
  for (const int type : {SOCK_STREAM, SOCK_DGRAM}) {
    EXPECT_EQ(answer_of(SYS_socket, AF_INET, type, 0, false), "allowed") << "it is this filter that refuses";
    EXPECT_EQ(answer_of(SYS_socket, AF_INET, type, 0), "EPERM");
    EXPECT_EQ(answer_of(SYS_socket, AF_INET6, type, 0), "EPERM");
  }
  EXPECT_EQ(answer_of(SYS_shmget, 0, 4096, 0600, false), "allowed");
  EXPECT_EQ(answer_of(SYS_shmget, 0, 4096, 0600), "EPERM");
  EXPECT_EQ(answer_of(SYS_msgget, 0, 0600, 0), "EPERM");
  EXPECT_EQ(answer_of(SYS_semget, 0, 1, 0600), "EPERM");
}

TEST(FilterWithoutNamespaces, AProcessRulesItselfAndNoOther) {
  EXPECT_EQ(answer_of(SYS_prlimit64, 0, RLIMIT_NOFILE, 0), "allowed");
  EXPECT_EQ(answer_of(SYS_prlimit64, ::getpid(), RLIMIT_NOFILE, 0), "EPERM");
  EXPECT_EQ(answer_of(SYS_setpriority, PRIO_PROCESS, 0, 19), "allowed");
  EXPECT_EQ(answer_of(SYS_setpriority, PRIO_PROCESS, ::getpid(), 19), "EPERM");
}

TEST(FilterWithoutNamespaces, TheRestIsAnsweredAsBefore) {
  EXPECT_EQ(answer_of(SYS_getpid, 0, 0, 0), "allowed");
  EXPECT_EQ(answer_of(SYS_ptrace, 0, 0, 0), "EPERM");
  EXPECT_EQ(answer_of(SYS_clone3, 0, 0, 0), "ENOSYS");
}

}  // namespace
}  // namespace yett
