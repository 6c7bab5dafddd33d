#include "os/linux/openat2.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <fstream>
#include <vector>

#include "os/linux/forked_fixture.h"
#include "os/linux/seccomp_fixture.h"
#include "os/scratch_folder.h"

namespace yett {
namespace {

/// 0, or the number of the error.
int error_beneath(int folder, const std::string& path, int flags = O_RDONLY) {
  return open_beneath(folder, path, flags).is_open() ? 0 : errno;
}

class OpenBeneath : public testing::Test {
 protected:
  OpenBeneath() {
    ::mkdir((scratch_.path() + "/root").c_str(), 0700);
    ::mkdir((scratch_.path() + "/root/sub").c_str(), 0700);
    std::ofstream(scratch_.path() + "/outside") << "secret";
    std::ofstream(scratch_.path() + "/root/file") << "text";
    root_ = FileDescriptor(::open((scratch_.path() + "/root").c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  }
  void link(const std::string& target, const std::string& name) const {
    ASSERT_EQ(::symlink(target.c_str(), (scratch_.path() + "/root/" + name).c_str()), 0);
  }

  ScratchFolder scratch_ = ScratchFolder::make(testing::TempDir(), "openat2").value();
  FileDescriptor root_;
};

TEST_F(OpenBeneath, OpensWhatLiesInside) {
  EXPECT_EQ(error_beneath(root_.get(), "file"), 0);
  EXPECT_EQ(error_beneath(root_.get(), "."), 0);
  EXPECT_EQ(error_beneath(root_.get(), "sub/../file"), 0);
  EXPECT_EQ(error_beneath(root_.get(), "absent"), ENOENT);
}

TEST_F(OpenBeneath, NeverClimbsOut) {
  EXPECT_EQ(error_beneath(root_.get(), "../outside"), EXDEV);
  EXPECT_EQ(error_beneath(root_.get(), "sub/../../root/file"), EXDEV) << "even when it comes back";
  EXPECT_EQ(error_beneath(root_.get(), scratch_.path() + "/root/file"), EXDEV) << "an absolute path";
}

TEST_F(OpenBeneath, FollowsNoLinkWhereverItLeads) {
  link("file", "inside");
  link("sub", "folder");
  link("../outside", "out");
  link(scratch_.path() + "/root/file", "absolute");
  for (const char* name : {"inside", "folder/.", "out", "absolute"}) {
    EXPECT_EQ(error_beneath(root_.get(), name), ELOOP) << name;
  }
  EXPECT_EQ(error_beneath(root_.get(), "inside", O_PATH | O_NOFOLLOW), 0) << "the link itself";
  EXPECT_FALSE(open_without_links(scratch_.path() + "/root/folder", O_PATH).is_open());
  EXPECT_TRUE(open_without_links(scratch_.path() + "/root/sub", O_PATH).is_open());
}

TEST_F(OpenBeneath, FollowsNoMagicLink) {
  const FileDescriptor own(::open("/proc/self/fd", O_PATH | O_DIRECTORY | O_CLOEXEC));
  ASSERT_TRUE(own.is_open());
  EXPECT_EQ(error_beneath(own.get(), std::to_string(root_.get())), ELOOP);
}

TEST_F(OpenBeneath, CrossesNoMountPoint) {
  struct stat above{};
  struct stat mounted{};
  if (::stat("/dev", &above) != 0 || ::stat("/dev/shm", &mounted) != 0 || above.st_dev == mounted.st_dev) {
    GTEST_SKIP() << "nothing is mounted at /dev/shm";
  }
  const FileDescriptor folder(::open("/dev", O_PATH | O_DIRECTORY | O_CLOEXEC));
  EXPECT_EQ(error_beneath(folder.get(), "shm"), EXDEV);
}

TEST_F(OpenBeneath, TakesNoPathWithANulCharacter) {
  EXPECT_EQ(error_beneath(root_.get(), std::string("file\0x", 6)), EINVAL);
}

TEST_F(OpenBeneath, ClosesWhenAnotherProgramStarts) {
  const FileDescriptor file = open_beneath(root_.get(), "file", O_RDONLY);
  EXPECT_EQ(::fcntl(file.get(), F_GETFD), FD_CLOEXEC);
}

/// What `open_beneath` of "file" comes to while the kernel answers with these errors first.
struct Outcome {
  int error = 0;
  int calls = 0;

  bool operator==(const Outcome&) const = default;
};

Outcome outcome_after(const FileDescriptor& root, const std::vector<int>& errors) {
  Outcome outcome;
  outcome.calls = with_failing_calls(SYS_openat2, errors, [&] { outcome.error = error_beneath(root.get(), "file"); });
  return outcome;
}

TEST_F(OpenBeneath, TriesAgainAWhileWhenARenameRaces) {
  const Outcome plain = outcome_after(root_, {});
  if (plain.calls == -1) GTEST_SKIP() << "this system lets nobody answer system calls";
  EXPECT_EQ(plain, (Outcome{0, 1}));
  EXPECT_EQ(outcome_after(root_, {EAGAIN, EINTR, EAGAIN}), (Outcome{0, 4}));
  EXPECT_EQ(outcome_after(root_, std::vector<int>(7, EAGAIN)), (Outcome{0, 8}));
  EXPECT_EQ(outcome_after(root_, std::vector<int>(100, EAGAIN)), (Outcome{EAGAIN, 8})) << "not for ever";
  EXPECT_EQ(outcome_after(root_, {EACCES}), (Outcome{EACCES, 1})) << "nothing else is tried again";
}

TEST_F(OpenBeneath, OpensNothingWhereTheCallIsMissing) {
  const Outcome outcome = outcome_after(root_, {ENOSYS});
  if (outcome.calls == -1) GTEST_SKIP() << "this system lets nobody answer system calls";
  EXPECT_EQ(outcome, (Outcome{ENOSYS, 1}));
  // Nor by another call: every way of opening would have to be answered.
  int opened = 0;
  const auto count = [&](unsigned number) {
    opened += with_failing_calls(number, {}, [&] { (void)open_beneath(-1, "absent", O_RDONLY); });
  };
  count(SYS_openat);
#ifdef SYS_open
  count(SYS_open);
#endif
  EXPECT_EQ(opened, 0);
}

TEST(OpenFailure, SaysWhatHappenedAndWhatToDo) {
  const auto text = [](int number) { return open_failure("/ws/f", number).error().to_string(); };
  EXPECT_EQ(text(ENOSYS),
            "cannot open /ws/f: the system call openat2 is missing, and nothing else keeps a path inside of its root "
            "(use Linux 5.6 or later; in a container, let its seccomp profile allow openat2)");
  EXPECT_EQ(text(EXDEV),
            "cannot open /ws/f: another file system is mounted on the way to it "
            "(make the folder where it is mounted a root of its own in [paths])");
  EXPECT_EQ(text(ELOOP),
            "cannot open /ws/f: a symbolic link appeared on the way to it "
            "(try again when nothing else changes these folders)");
  EXPECT_EQ(text(EAGAIN),
            "cannot open /ws/f: its folders are being renamed, or another program holds a lease on it "
            "(try again when nothing else changes these folders)");
  EXPECT_EQ(text(EACCES), "cannot open /ws/f: Permission denied");
  EXPECT_EQ(open_failure("/ws/f", ENOENT).error().kind, ErrorKind::NotFound);
}

}  // namespace
}  // namespace yett
