#include "os/linux/system_error.h"

#include <gtest/gtest.h>

namespace yett {
namespace {

TEST(ShellWord, LeavesNothingForTheShellToInterpret) {
  EXPECT_EQ(shell_word("/etc/yett/policy-1.toml"), "/etc/yett/policy-1.toml");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("a b"), "'a b'");
  EXPECT_EQ(shell_word("$(reboot)"), "'$(reboot)'");
  EXPECT_EQ(shell_word("a'b"), "'a'\\''b'");
  EXPECT_EQ(shell_word("a;b\n"), "'a;b\n'");
  EXPECT_EQ(shell_word("~root"), "'~root'");
  EXPECT_EQ(shell_word("-R"), "'./-R'");
}

TEST(SystemFailure, SaysWhatTheSystemSaid) {
  EXPECT_EQ(system_failure("cannot read x", EACCES).error().to_string(), "cannot read x: Permission denied");
  EXPECT_EQ(system_failure("cannot read x", 99999).error().to_string(), "cannot read x: error 99999");
  EXPECT_EQ(system_failure("", EACCES).error().kind, ErrorKind::System);
  EXPECT_EQ(system_failure("", ENOENT).error().kind, ErrorKind::NotFound);
}

TEST(UserText, NamesWhoHasAName) {
  EXPECT_EQ(user_text(0), "root (uid 0)");
  EXPECT_EQ(user_text(54321), "uid 54321");
}

TEST(Uninterrupted, RepeatsOnlyWhatASignalStopped) {
  int calls = 0;
  EXPECT_EQ(uninterrupted([&] {
              errno = EINTR;
              return ++calls < 3 ? -1 : 7;
            }),
            7);
  EXPECT_EQ(calls, 3);
  calls = 0;
  EXPECT_EQ(uninterrupted([&] {
              errno = EIO;
              ++calls;
              return -1;
            }),
            -1);
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace yett
