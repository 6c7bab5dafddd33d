#include "os/root_folders.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>

#include "os/files.h"
#include "os/linux/forked_fixture.h"
#include "os/linux/root_folders_fixture.h"
#include "os/linux/seccomp_fixture.h"

namespace yett {
namespace {

using testing::HasSubstr;

class RootFoldersTest : public FoldersOfAPolicy {};

// --- Holding the roots ---------------------------------------------------------------------------------------------

TEST_F(RootFoldersTest, HoldsAFolderAndNothingElse) {
  make_file("file");
  EXPECT_EQ(told(hold({read_only("ws")})), "ok");
  EXPECT_EQ(told(hold({read_only("file")})),
            fmt::format("cannot use the root {}: it is not a folder (name another folder in [paths])", at("file")));
  EXPECT_EQ(hold({read_only("absent")}).error().kind, ErrorKind::NotFound);
}

TEST_F(RootFoldersTest, HoldsNoRootThatHoldsEverything) {
  link("/", "all");
  EXPECT_THAT(told(hold({read_only("all")})), HasSubstr("it leads to /, which holds everything"));
}

TEST_F(RootFoldersTest, HoldsNoRootOnProcfs) {
  EXPECT_THAT(told(RootFolders::hold(std::array{parse_path_root("/proc/self/fd", PathAccess::Read).value()})),
              HasSubstr("it lies on procfs, whose links lead into other processes"));
}

TEST_F(RootFoldersTest, KeepsATemplateAsARootWithNothingBelow) {
  make_file("ws/a");
  const auto roots = hold({read_only("{tenant}"), read_only("ws")}).value();
  EXPECT_EQ(roots.resolve(at("ws/a")).value().root(), 1u);
  EXPECT_THAT(told(roots.resolve(at("{tenant}"))), HasSubstr("it lies outside of the roots"));
}

TEST_F(RootFoldersTest, FollowsARootThatIsALinkOnceAndThenNoMore) {
  make_file("real/f", "inside");
  make_file("elsewhere/f", "outside");
  link("real", "root");
  const auto roots = hold({read_only("root")}).value();
  EXPECT_EQ(content(roots, at("root/f")), "inside");
  EXPECT_EQ(roots.resolve(at("root/f")).value().path(), at("root/f")) << "as the policy writes it";
  std::filesystem::remove(at("root"));
  link("elsewhere", "root");
  EXPECT_EQ(content(roots, at("root/f")), "inside");
  EXPECT_THAT(content(roots, at("real/f")), HasSubstr("it lies outside of the roots")) << "not as it is written";
}

TEST_F(RootFoldersTest, HoldsNothingWhereTheKernelCannotKeepAPathInside) {
  std::string answer;
  if (with_failing_calls(SYS_openat2, {ENOSYS}, [&] { answer = told(hold({read_only("ws")})); }) == -1) {
    GTEST_SKIP() << "this system lets nobody answer system calls";
  }
  EXPECT_THAT(answer, HasSubstr("the system call openat2 is missing"));
}

// --- Which paths ---------------------------------------------------------------------------------------------------

TEST_F(RootFoldersTest, TakesOnlyPlainAbsolutePathsBelowARoot) {
  make_file("ws/a");
  make_file("ws-evil/f");
  const auto roots = hold({writable("ws")}).value();
  EXPECT_EQ(told(roots.resolve(at("ws/a"))), "ok");
  EXPECT_EQ(told(roots.resolve(at("ws"))), "ok");
  for (const std::string& path : {at("ws/./a"), at("ws//a"), at("ws/a/"), at("ws/../ws/a"), at("ws/.."),
                                  std::string("ws/a"), std::string("a"), std::string(), at("ws/a") + '\0'}) {
    EXPECT_THAT(told(roots.resolve(path)), HasSubstr("it is not an absolute path without")) << path;
  }
  for (const std::string& path : {at("ws-evil/f"), at("w"), std::string("/"), std::string("/etc/passwd")}) {
    EXPECT_THAT(told(roots.resolve(path)), HasSubstr("it lies outside of the roots")) << path;
  }
}

TEST_F(RootFoldersTest, TakesNamesOfUpTo255Bytes) {
  const std::string longest(255, 'x');
  make_file("ws/" + longest, "long");
  const auto roots = hold({writable("ws")}).value();
  EXPECT_EQ(content(roots, at("ws/" + longest)), "long");
  EXPECT_EQ(content(roots, at("ws/" + longest + "x")),
            "cannot open " + at("ws/" + longest + "x") + ": File name too long");
}

TEST_F(RootFoldersTest, TellsAFolderThatIsAbsentFromAFileThatIs) {
  make_file("ws/a");
  const auto roots = hold({writable("ws")}).value();
  EXPECT_EQ(roots.resolve(at("ws/new")).value().path(), at("ws/new")) << "it may be made";
  EXPECT_EQ(open(roots, at("ws/new"), FileUse::Read).error().kind, ErrorKind::NotFound);
  EXPECT_EQ(roots.resolve(at("ws/new/a")).error().kind, ErrorKind::NotFound);
  EXPECT_EQ(told(roots.resolve(at("ws/a/b"))), "cannot open " + at("ws/a/b") + ": Not a directory");
}

// --- Links ---------------------------------------------------------------------------------------------------------

TEST_F(RootFoldersTest, FollowsRelativeLinksInside) {
  make_file("ws/real/deep/f", "text");
  link("real", "ws/one");
  link("../../one/deep", "ws/real/deep/two");
  const auto roots = hold({writable("ws")}).value();
  const std::string path = at("ws/real/deep/two/f");
  EXPECT_EQ(content(roots, path), "text");
  EXPECT_EQ(roots.resolve(path).value().path(), at("ws/real/deep/f"));
}

TEST_F(RootFoldersTest, RefusesAnAbsoluteLinkThatPointsInside) {
  make_file("ws/f");
  link(at("ws/f"), "ws/link");
  const auto roots = hold({writable("ws")}).value();
  EXPECT_EQ(
      content(roots, at("ws/link")),
      fmt::format("cannot open {0}: the symbolic link {0} is absolute ({1}); such links are refused wherever they "
                  "lead (make it a relative link, or name the path that it stands for)",
                  at("ws/link"), at("ws/f")));
}

TEST_F(RootFoldersTest, SaysWhereALinkLeadsOut) {
  make_file("secret");
  link("../secret", "ws/link");
  const auto roots = hold({writable("ws")}).value();
  EXPECT_EQ(
      content(roots, at("ws/link")),
      fmt::format("cannot open {0}: the symbolic link {0} leads to {1}, outside of the roots (make the folder that "
                  "it leads to a root of its own in [paths])",
                  at("ws/link"), at("secret")));
  link("../absent", "ws/nowhere");
  EXPECT_THAT(content(roots, at("ws/nowhere")), HasSubstr("outside of the roots")) << "the same when nothing is there";
}

TEST_F(RootFoldersTest, RefusesALinkWithADetour) {
  make_file("ws/f");
  make_file("ws/a/b/f");
  link("a/b", "ws/jump");
  link("jump/../f", "ws/link");  // a/f to the kernel, f to who reads it
  EXPECT_THAT(content(hold({writable("ws")}).value(), at("ws/link")), HasSubstr("has \"..\" behind a name"));
}

TEST_F(RootFoldersTest, RefusesALoop) {
  link("b", "ws/a");
  link("a", "ws/b");
  EXPECT_THAT(content(hold({writable("ws")}).value(), at("ws/a")), HasSubstr("passes more than 40 symbolic links"));
}

TEST_F(RootFoldersTest, FollowsALinkIntoAnotherRootWithThatRootsAccess) {
  make_file("shared/x", "text");
  link("../shared", "ws/repo");
  const auto roots = hold({writable("ws"), read_only("shared")}).value();
  EXPECT_EQ(content(roots, at("ws/repo/x")), "text");
  EXPECT_EQ(roots.resolve(at("ws/repo/x")).value().path(), at("shared/x"));
  EXPECT_EQ(roots.resolve(at("ws/repo/x")).value().root(), 1u);
  EXPECT_THAT(told(open(roots, at("ws/repo/x"), FileUse::Write)),
              HasSubstr("the root " + at("shared") + " is for reading only"));
  EXPECT_THAT(told(open(roots, at("ws/repo/x"), FileUse::Write)), HasSubstr("access = \"read-write\""))
      << "as the policy spells it";
}

TEST_F(RootFoldersTest, TakesTheInnermostRootBehindALink) {
  make_file("ws/fixed/f");
  link("fixed", "ws/link");
  const auto roots = hold({writable("ws"), read_only("ws/fixed")}).value();
  for (const char* path : {"ws/link/f", "ws/fixed/f"}) {
    EXPECT_EQ(roots.resolve(at(path)).value().root(), 1u) << path;
    EXPECT_THAT(told(open(roots, at(path), FileUse::Write)), HasSubstr("is for reading only")) << path;
  }
}

TEST_F(RootFoldersTest, KnowsTheFolderOfARootUnderEveryName) {
  make_file("ws/fixed/f");
  const auto roots = hold({writable("ws"), read_only("ws/fixed")}).value();
  std::filesystem::rename(at("ws/fixed"), at("ws/moved"));
  EXPECT_THAT(told(open(roots, at("ws/moved/f"), FileUse::Write)), HasSubstr("is for reading only"));
}

TEST_F(RootFoldersTest, TakesTheStrictestOfTwoRootsWithOneFolder) {
  make_file("ws/f");
  link("ws", "alias");
  for (const auto& order : {std::vector{writable("ws"), read_only("alias")}, {read_only("alias"), writable("ws")}}) {
    const auto roots = hold(order).value();
    EXPECT_THAT(told(open(roots, at("ws/f"), FileUse::Write)), HasSubstr("is for reading only"));
  }
}

// --- What is opened ------------------------------------------------------------------------------------------------

TEST_F(RootFoldersTest, OpensFilesAndFoldersAndSaysWhich) {
  make_file("ws/f", "text");
  const auto roots = hold({writable("ws")}).value();
  EXPECT_EQ(open(roots, at("ws/f"), FileUse::Read).value().kind, FileKind::File);
  EXPECT_EQ(open(roots, at("ws"), FileUse::Read).value().kind, FileKind::Folder);
  const auto file = open(roots, at("ws/f"), FileUse::Read).value();
  EXPECT_TRUE(::fcntl(file.descriptor.get(), F_GETFL) & O_NONBLOCK);
  EXPECT_TRUE(::fcntl(file.descriptor.get(), F_GETFD) & FD_CLOEXEC);
  EXPECT_FALSE(open(roots, at("ws"), FileUse::Write));
}

TEST_F(RootFoldersTest, WritesOnlyWhatIsThereAndCreatesOnlyWhenAsked) {
  make_file("ws/f", "text");
  const auto roots = hold({writable("ws"), read_only("shared")}).value();
  const auto file = open(roots, at("ws/f"), FileUse::Write).value();
  EXPECT_EQ(content(roots, at("ws/f")), "text") << "not truncated";
  EXPECT_EQ(::write(file.descriptor.get(), "TE", 2), 2);
  EXPECT_EQ(content(roots, at("ws/f")), "TExt");
  EXPECT_EQ(open(roots, at("ws/new"), FileUse::Write).error().kind, ErrorKind::NotFound);
  EXPECT_EQ(told(open(roots, at("ws/new"), FileUse::Create)), "ok");
  struct stat status{};
  ASSERT_EQ(::stat(at("ws/new").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0600U);
  EXPECT_THAT(told(open(roots, at("shared/new"), FileUse::Create)), HasSubstr("is for reading only"));
  EXPECT_FALSE(std::filesystem::exists(at("shared/new")));
}

TEST_F(RootFoldersTest, CreatesNothingOutsideThroughADanglingLink) {
  link("../outside", "ws/link");
  link(at("outside"), "ws/absolute");
  const auto roots = hold({writable("ws")}).value();
  for (const char* path : {"ws/link", "ws/absolute"}) {
    EXPECT_EQ(open(roots, at(path), FileUse::Create).error().kind, ErrorKind::Input) << path;
    EXPECT_FALSE(std::filesystem::exists(at("outside"))) << path;
  }
  link("made", "ws/inside");
  EXPECT_EQ(told(open(roots, at("ws/inside"), FileUse::Create)), "ok");
  EXPECT_TRUE(std::filesystem::exists(at("ws/made")));
}

TEST_F(RootFoldersTest, FollowsNoLinkThatAppearedAfterTheLook) {
  make_file("secret");
  make_file("ws/f");
  const auto roots = hold({writable("ws")}).value();
  const auto resolved = roots.resolve(at("ws/f")).value();
  std::filesystem::remove(at("ws/f"));
  for (const char* target : {"../secret", "other"}) {  // the caller judged neither
    make_file("ws/other");
    link(target, "ws/f");
    EXPECT_THAT(told(roots.open(resolved, FileUse::Read)), HasSubstr("a symbolic link appeared")) << target;
    EXPECT_THAT(told(roots.open(resolved, FileUse::Create)), HasSubstr("a symbolic link appeared")) << target;
    std::filesystem::remove(at("ws/f"));
  }
}

TEST_F(RootFoldersTest, NeverWaitsForAPipeNorTouchesIt) {
  ASSERT_EQ(::mkfifo(at("ws/pipe").c_str(), 0600), 0);
  const FileDescriptor watch(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
  ASSERT_NE(::inotify_add_watch(watch.get(), at("ws/pipe").c_str(), IN_OPEN), -1);
  const auto roots = hold({writable("ws")}).value();
  for (const FileUse use : {FileUse::Read, FileUse::Write, FileUse::Create}) {
    EXPECT_EQ(told(open(roots, at("ws/pipe"), use)),
              "cannot open " + at("ws/pipe") + ": it is a named pipe, not a file or folder");
  }
  std::array<char, 256> event;
  EXPECT_EQ(::read(watch.get(), event.data(), event.size()), -1) << "it was opened";
}

TEST_F(RootFoldersTest, RefusesWhatBecameAPipeAfterTheLook) {
  make_file("ws/f");
  const auto roots = hold({writable("ws")}).value();
  const auto resolved = roots.resolve(at("ws/f")).value();
  std::filesystem::remove(at("ws/f"));
  ASSERT_EQ(::mkfifo(at("ws/f").c_str(), 0600), 0);
  EXPECT_THAT(told(roots.open(resolved, FileUse::Read)), HasSubstr("it is neither a regular file nor a folder"));
  const FileDescriptor reader(::open(at("ws/f").c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  EXPECT_THAT(told(roots.open(resolved, FileUse::Write)), HasSubstr("it is neither a regular file nor a folder"));
}

TEST_F(RootFoldersTest, RefusesSocketsAndDevices) {
  const FileDescriptor socket(bind_socket("ws/sock"));
  ASSERT_TRUE(socket.is_open());
  const auto roots = hold({writable("ws"), RootText{"/dev", PathAccess::Write}}).value();
  EXPECT_THAT(content(roots, at("ws/sock")), HasSubstr("it is a socket, not a file or folder"));
  EXPECT_THAT(content(roots, "/dev/null"), HasSubstr("it is a device, not a file or folder"));
}

TEST_F(RootFoldersTest, RefusesADeviceNodeMadeInside) {
  YETT_NEEDS_ROOT();
  if (::mknod(at("ws/zero").c_str(), S_IFCHR | 0600, ::makedev(1, 5)) != 0)
    GTEST_SKIP() << "no device can be made here";
  EXPECT_THAT(content(hold({writable("ws")}).value(), at("ws/zero")), HasSubstr("it is a device"));
}

TEST_F(RootFoldersTest, WritesNoFileWithSeveralNames) {
  make_file("secret", "text");
  make_file("ws/f");
  std::filesystem::create_hard_link(at("secret"), at("ws/hard"));
  const auto roots = hold({writable("ws")}).value();
  EXPECT_EQ(told(open(roots, at("ws/hard"), FileUse::Read)), "ok") << "it is our own";
  for (const FileUse use : {FileUse::Write, FileUse::Create}) {
    EXPECT_EQ(
        told(open(roots, at("ws/hard"), use)),
        fmt::format("cannot open {}: it has 2 names (hard links), and a write would change them all (put a copy in "
                    "its place)",
                    at("ws/hard")));
  }
  EXPECT_EQ(told(open(roots, at("ws"), FileUse::Read)), "ok") << "a folder always has several";
}

TEST_F(RootFoldersTest, ReadsNoFileOfAnotherUserWithSeveralNames) {
  YETT_NEEDS_ROOT();
  make_file("secret");
  make_file("ws/single");
  std::filesystem::create_hard_link(at("secret"), at("ws/hard"));
  const auto roots = hold({writable("ws")}).value();
  ASSERT_EQ(::chown(at("secret").c_str(), kNameless, 0), 0);
  ASSERT_EQ(::chown(at("ws/single").c_str(), kNameless, 0), 0);
  EXPECT_EQ(
      content(roots, at("ws/hard")),
      fmt::format("cannot open {}: it has 2 names (hard links) and belongs to uid 54321 (put a copy in its place)",
                  at("ws/hard")));
  EXPECT_EQ(told(open(roots, at("ws/single"), FileUse::Read)), "ok");
}

TEST_F(RootFoldersTest, CrossesAMountPointOnlyWhereItIsARoot) {
  struct stat above{};
  struct stat mounted{};
  if (::stat("/dev", &above) != 0 || ::stat("/dev/shm", &mounted) != 0 || above.st_dev == mounted.st_dev) {
    GTEST_SKIP() << "nothing is mounted at /dev/shm";
  }
  const RootText dev{"/dev", PathAccess::Read};
  EXPECT_THAT(content(hold({dev}).value(), "/dev/shm/absent"), HasSubstr("another file system is mounted on the way"));
  const auto both = hold({dev, RootText{"/dev/shm", PathAccess::Read}}).value();
  EXPECT_EQ(both.resolve("/dev/shm").value().root(), 1u);
}

}  // namespace
}  // namespace yett
