#include "os/inspection.h"

#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace yett {
namespace {

/// In a process of its own: it cannot be taken back in one that has no right to.
TEST(ForbidInspection, LeavesNoCoreDumpAndConcernsThisProcessAlone) {
  const pid_t child = fork();
  if (child == 0) _exit(forbid_inspection() && prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 0 ? 0 : 1);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(prctl(PR_GET_DUMPABLE, 0, 0, 0, 0), 1);
}

}  // namespace
}  // namespace yett
