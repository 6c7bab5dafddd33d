#include "os/file_descriptor.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace yett {
namespace {

bool is_open(int number) { return ::fcntl(number, F_GETFD) != -1; }
int open_null() { return ::open("/dev/null", O_RDONLY | O_CLOEXEC); }

TEST(FileDescriptor, ClosesWhatItOwnsOnce) {
  int number = -1;
  {
    const FileDescriptor owner(open_null());
    number = owner.get();
    ASSERT_TRUE(is_open(number));
  }
  EXPECT_FALSE(is_open(number));
}

TEST(FileDescriptor, OwnsNothingByDefaultAndAfterAMove) {
  EXPECT_FALSE(FileDescriptor().is_open());
  FileDescriptor first(open_null());
  const int number = first.get();
  FileDescriptor second(std::move(first));
  EXPECT_FALSE(first.is_open());  // NOLINT(bugprone-use-after-move): a moved one is empty, by its contract
  EXPECT_EQ(second.get(), number);
  EXPECT_EQ(second.release(), number);
  EXPECT_FALSE(second.is_open());
  EXPECT_TRUE(is_open(number));
  ::close(number);
}

TEST(FileDescriptor, AssignmentClosesWhatItReplaces) {
  FileDescriptor first(open_null());
  FileDescriptor second(open_null());
  const int replaced = first.get();
  const int kept = second.get();
  first = std::move(second);
  EXPECT_EQ(first.get(), kept);
  EXPECT_FALSE(is_open(replaced));
  FileDescriptor& same = first;
  first = std::move(same);
  EXPECT_EQ(first.get(), kept);
  EXPECT_TRUE(is_open(kept));
}

TEST(NonBlockingMode, EndsWithItsObject) {
  int ends[2];
  ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  const FileDescriptor read(ends[0]);
  const FileDescriptor write(ends[1]);
  {
    const auto mode = NonBlockingMode::set(read.get());
    ASSERT_TRUE(mode);
    EXPECT_NE(::fcntl(read.get(), F_GETFL) & O_NONBLOCK, 0);
  }
  EXPECT_EQ(::fcntl(read.get(), F_GETFL) & O_NONBLOCK, 0);
}

TEST(NonBlockingMode, LeavesWhatWasNonBlockingBefore) {
  int ends[2];
  ASSERT_EQ(::pipe2(ends, O_CLOEXEC | O_NONBLOCK), 0);
  const FileDescriptor read(ends[0]);
  const FileDescriptor write(ends[1]);
  {
    const auto mode = NonBlockingMode::set(read.get());
  }
  EXPECT_NE(::fcntl(read.get(), F_GETFL) & O_NONBLOCK, 0);
}

TEST(NonBlockingMode, NeedsAnOpenDescriptor) {
  const auto mode = NonBlockingMode::set(-1);
  ASSERT_FALSE(mode);
  EXPECT_EQ(mode.error().kind, ErrorKind::System);
}

}  // namespace
}  // namespace yett
