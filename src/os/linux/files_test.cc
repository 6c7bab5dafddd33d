#include "os/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "os/file_descriptor.h"
#include "os/linux/file_system.h"
#include "os/linux/forked_fixture.h"
#include "os/scratch_folder.h"

namespace yett {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

class Files : public testing::Test {
 protected:
  [[nodiscard]] std::string at(std::string_view name) const { return fmt::format("{}/{}", scratch_.path(), name); }
  [[nodiscard]] std::string make_file(std::string_view name, std::string_view text, mode_t mode = 0644) const {
    std::ofstream(at(name)) << text;
    ::chmod(at(name).c_str(), mode);
    return at(name);
  }
  [[nodiscard]] std::string make_folder(std::string_view name, mode_t mode) const {
    ::mkdir(at(name).c_str(), 0700);
    ::chmod(at(name).c_str(), mode);
    return at(name);
  }

  ScratchFolder scratch_ = ScratchFolder::make(testing::TempDir(), "files").value();
};

mode_t mode_of(const std::string& path) {
  struct stat status{};
  return ::lstat(path.c_str(), &status) == 0 ? status.st_mode & 07777 : 0;
}

bool exists(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

using NewFile = Files;

TEST_F(NewFile, IsForAllToReadWhateverTheUmask) {
  const mode_t usual = ::umask(077);
  const Result<void> written = write_new_file(at("policy"), "text");
  ::umask(usual);
  ASSERT_TRUE(written) << written.error().to_string();
  EXPECT_EQ(read_file(at("policy"), 10), "text");
  EXPECT_EQ(mode_of(at("policy")), 0644U);
}

TEST_F(NewFile, NeverReplacesOne) {
  const std::string path = make_file("policy", "in force");
  EXPECT_EQ(told(write_new_file(path, "text")), path + " exists already (name another file)");
  EXPECT_EQ(read_file(path, 10), "in force");
  ASSERT_EQ(::symlink("elsewhere", at("link").c_str()), 0);
  EXPECT_FALSE(write_new_file(at("link"), "text")) << "a link was followed";
  EXPECT_FALSE(exists(at("elsewhere")));
}

TEST_F(NewFile, NeedsAFolder) {
  EXPECT_EQ(told(write_new_file(at("none/policy"), "text")),
            "cannot make the file " + at("none/policy") + ": No such file or directory");
  EXPECT_EQ(told(write_new_file("", "text")), "a path is empty");
}

class ReplacedFile : public Files {};

TEST_F(ReplacedFile, IsReadableByAll) {
  ASSERT_TRUE(replace_file(at("lock"), "first"));
  EXPECT_EQ(read_file(at("lock"), 10), "first");
  ASSERT_TRUE(replace_file(at("lock"), "second"));
  EXPECT_EQ(read_file(at("lock"), 10), "second");
  EXPECT_EQ(mode_of(at("lock")), 0644U);
}

TEST_F(ReplacedFile, TakesThePlaceOfALinkAndNotOfWhatItLeadsTo) {
  const std::string other = make_file("other", "untouched");
  ASSERT_EQ(::symlink(other.c_str(), at("lock").c_str()), 0);
  ASSERT_TRUE(replace_file(at("lock"), "new"));
  EXPECT_EQ(read_file(other, 10), "untouched");
  EXPECT_EQ(read_file(at("lock"), 10), "new");
}

TEST_F(ReplacedFile, StaysWhenTheNewOneCannotBeWritten) {
  EXPECT_FALSE(replace_file(at("none/lock"), "text"));
  EXPECT_EQ(told(replace_file("", "text")), "a path is empty");
  ASSERT_EQ(::mkdir(at("folder").c_str(), 0700), 0);
  EXPECT_FALSE(replace_file(at("folder"), "text"));
  EXPECT_FALSE(exists(at("folder." + std::to_string(::getpid()) + ".new"))) << "nothing is left behind";
}

using ReadFile = Files;

TEST_F(ReadFile, TellsWhyThereIsNothing) {
  EXPECT_EQ(told(read_file(at("absent"), 10)), "cannot open " + at("absent") + ": No such file or directory");
  EXPECT_EQ(read_file(at("absent"), 10).error().kind, ErrorKind::NotFound);
  EXPECT_EQ(told(read_file(scratch_.path(), 10)), scratch_.path() + " is a directory, not a file");
  EXPECT_EQ(read_file(scratch_.path(), 10).error().kind, ErrorKind::Input);
  EXPECT_EQ(told(read_file("", 10)), "a path is empty");
}

TEST_F(ReadFile, DoesNotCutAPathAtANul) {
  const std::string path = make_file("policy", "text");
  EXPECT_EQ(told(read_file(path + std::string("\0.toml", 6), 10)), "a path contains a NUL character");
}

TEST_F(ReadFile, RefusesOneByteMoreThanAllowed) {
  const std::string path = make_file("data", "12345");
  EXPECT_EQ(read_file(path, 5).value(), "12345");
  EXPECT_EQ(told(read_file(path, 4)), path + " is larger than 4 bytes");
  EXPECT_EQ(read_file(path, 4).error().kind, ErrorKind::Input);
  EXPECT_FALSE(read_file(path, 0));
  EXPECT_EQ(read_file(path, static_cast<std::size_t>(-1)).value(), "12345");
}

TEST_F(ReadFile, TakesAnEmptyFileAsAnEmptyText) {
  EXPECT_EQ(read_file(make_file("empty", ""), 10).value(), "");
  EXPECT_EQ(read_file(make_file("empty", ""), 0).value(), "");
}

TEST_F(ReadFile, ReadsEverythingIncludingNulsAndManyPieces) {
  std::string text(300'000, '\0');
  for (std::size_t i = 0; i < text.size(); ++i) text[i] = static_cast<char>(i * 31 % 251);
  EXPECT_EQ(read_file(make_file("large", text), text.size()).value(), text);
  EXPECT_FALSE(read_file(at("large"), text.size() - 1));
}

TEST_F(ReadFile, ReadsWhatHasNoSize) {
  // Files in /proc say that they have 0 bytes.
  EXPECT_THAT(read_file("/proc/self/status", 100'000).value(), HasSubstr("Name:"));
  EXPECT_FALSE(read_file("/proc/self/status", 10));
}

TEST_F(ReadFile, WaitsForThePipesOtherEnd) {
  ASSERT_EQ(::mkfifo(at("pipe").c_str(), 0600), 0);
  const std::jthread writer([path = at("pipe")] { std::ofstream(path) << "through a pipe"; });
  EXPECT_EQ(read_file(at("pipe"), 100).value(), "through a pipe");
}

TEST_F(ReadFile, LeavesTheDescriptorToItsOwner) {
  const FileDescriptor file(::open(make_file("data", "text").c_str(), O_RDONLY | O_CLOEXEC));
  EXPECT_EQ(read_file_descriptor(file.get(), "standard input", 10).value(), "text");
  EXPECT_EQ(read_file_descriptor(file.get(), "standard input", 10).value(), "");
  EXPECT_EQ(told(read_file_descriptor(-1, "standard input", 10)), "cannot read standard input: Bad file descriptor");
}

using WritePrivateFile = Files;

TEST_F(WritePrivateFile, IsReadableForUsAlone) {
  const mode_t former = ::umask(0);
  ASSERT_TRUE(write_private_file(at("card"), "secret"));
  ::umask(former);
  EXPECT_EQ(mode_of(at("card")), 0600U);
  EXPECT_EQ(read_file(at("card"), 100).value(), "secret");
}

TEST_F(WritePrivateFile, NeverReplacesAnything) {
  const std::string path = make_file("card", "first");
  EXPECT_EQ(told(write_private_file(path, "second")), "cannot make the file " + path + ": File exists");
  EXPECT_EQ(read_file(path, 100).value(), "first");
}

TEST_F(WritePrivateFile, DoesNotWriteThroughALink) {
  ASSERT_EQ(::symlink(at("elsewhere").c_str(), at("card").c_str()), 0);
  EXPECT_FALSE(write_private_file(at("card"), "secret"));
  EXPECT_FALSE(exists(at("elsewhere")));
}

TEST_F(WritePrivateFile, NeedsAFolderOfOurs) {
  const std::string open = make_folder("open", 0777);
  EXPECT_EQ(told(write_private_file(open + "/card", "secret")),
            fmt::format("the folder {0} can be written by others than its owner (mode 0777) (chmod go-w {0})", open));
  EXPECT_FALSE(exists(open + "/card"));
  // A sticky folder is a place to pass through, not one to keep things in.
  EXPECT_FALSE(write_private_file(make_folder("sticky", 01777) + "/card", "secret"));
  EXPECT_EQ(write_private_file(at("absent/card"), "secret").error().kind, ErrorKind::NotFound);
  EXPECT_FALSE(exists(at("absent")));
}

TEST_F(WritePrivateFile, NeedsAName) {
  EXPECT_FALSE(write_private_file("", "secret"));
  EXPECT_FALSE(write_private_file(scratch_.path() + "/", "secret"));
  EXPECT_FALSE(write_private_file(at(".."), "secret"));
  EXPECT_FALSE(write_private_file(at(std::string("a\0b", 3)), "secret"));
  EXPECT_FALSE(exists(at("a")));
}

TEST_F(WritePrivateFile, LeavesNothingHalfWritten) {
  const std::string answer = in_other_process([this] {
    (void)::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1000, 1000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    return told(write_private_file(at("card"), std::string(5000, 'x')));
  });
  EXPECT_EQ(answer, "cannot write " + at("card") + ": File too large");
  EXPECT_FALSE(exists(at("card")));
}

using MakePrivateFolder = Files;

TEST_F(MakePrivateFolder, MakesAllThatIsMissingForUsAlone) {
  const mode_t former = ::umask(0);
  ASSERT_TRUE(make_private_folder(at("a/b/c")));
  ::umask(former);
  EXPECT_EQ(mode_of(at("a")), 0700U);
  EXPECT_EQ(mode_of(at("a/b")), 0700U);
  EXPECT_EQ(mode_of(at("a/b/c")), 0700U);
  EXPECT_TRUE(make_private_folder(at("a/b/c")));
}

TEST_F(MakePrivateFolder, SaysWhenSomethingElseStandsThere) {
  const std::string file = make_file("state", "");
  EXPECT_EQ(told(make_private_folder(file)), file + " is a file, not a folder");
  EXPECT_EQ(told(make_private_folder(file + "/state")),
            fmt::format("cannot open {}/state: {} is not a folder", file, file));
  EXPECT_EQ(make_private_folder(file).error().kind, ErrorKind::Input);
}

TEST_F(MakePrivateFolder, RefusesWhatOthersCanWrite) {
  for (const mode_t mode : {0770U, 0707U, 0777U, 01777U, 02770U}) {
    const std::string folder = make_folder("state", mode);
    EXPECT_EQ(told(make_private_folder(folder)),
              fmt::format("the folder {0} can be written by others than its owner (mode {1:04o}) (chmod go-w {0})",
                          folder, mode));
  }
  EXPECT_TRUE(make_private_folder(make_folder("state", 0755)));
}

TEST_F(MakePrivateFolder, MakesNothingInAFolderThatOthersCanWrite) {
  const std::string open = make_folder("open", 0777);
  EXPECT_THAT(told(make_private_folder(open + "/state")), EndsWith("(chmod go-w " + open + ")"));
  EXPECT_FALSE(exists(open + "/state"));
  // In a sticky one nobody else can move it away.
  EXPECT_TRUE(make_private_folder(make_folder("sticky", 01777) + "/state"));
}

TEST_F(MakePrivateFolder, RefusesAnotherUsersFolder) {
  YETT_NEEDS_ROOT();
  const std::string folder = make_folder("state", 0700);
  ASSERT_EQ(::chown(folder.c_str(), kNameless, kNameless), 0);
  EXPECT_EQ(told(make_private_folder(folder)),
            fmt::format("the folder {} belongs to uid 54321, not to root (uid 0) (name a folder of your own)", folder));
  EXPECT_EQ(make_private_folder(folder).error().kind, ErrorKind::Input);
}

TEST_F(MakePrivateFolder, RefusesRootsFolderToAnotherUser) {
  YETT_NEEDS_ROOT();
  ASSERT_EQ(::chmod(scratch_.path().c_str(), 0755), 0);
  const std::string folder = make_folder("state", 0755);
  EXPECT_EQ(as_user(kNameless, [&] { return told(make_private_folder(folder)); }),
            fmt::format("the folder {} belongs to root (uid 0), not to uid 54321 (name a folder of your own)", folder));
  EXPECT_EQ(as_user(kNameless, [&] { return told(make_private_folder(folder + "/state")); }),
            fmt::format("cannot make the folder {}/state: Permission denied", folder));
}

TEST_F(MakePrivateFolder, SaysWhenTheOwnerCannotWrite) {
  YETT_NEEDS_ROOT();
  ASSERT_EQ(::chmod(scratch_.path().c_str(), 0755), 0);
  const std::string folder = make_folder("state", 0500);
  ASSERT_EQ(::chown(folder.c_str(), kNameless, kNameless), 0);
  EXPECT_EQ(as_user(kNameless, [&] { return told(make_private_folder(folder)); }),
            fmt::format("the folder {0} cannot be written (mode 0500) (chmod u+rwx {0})", folder));
}

TEST_F(MakePrivateFolder, SaysWhenTheDiskIsReadOnly) {
  YETT_NEEDS_ROOT();
  const std::string folder = make_folder("state", 0700);
  const std::string answer = in_other_process([&]() -> std::string {
    if (::unshare(CLONE_NEWNS) != 0 || ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        ::mount("none", folder.c_str(), "tmpfs", MS_RDONLY, "mode=700") != 0) {
      return "cannot mount";
    }
    return told(make_private_folder(folder)) + "\n" + told(make_private_folder(folder + "/state"));
  });
  if (answer == "cannot mount") GTEST_SKIP() << "this machine lets nobody mount";
  EXPECT_EQ(answer, fmt::format("the folder {0} lies on a read-only file system\n"
                                "cannot make the folder {0}/state: Read-only file system",
                                folder));
}

using RemoveFile = Files;

TEST_F(RemoveFile, RemovesTheLinkAndNotItsTarget) {
  const std::string target = make_file("target", "text");
  ASSERT_EQ(::symlink(target.c_str(), at("link").c_str()), 0);
  EXPECT_TRUE(remove_file(at("link")));
  EXPECT_TRUE(exists(target));
  EXPECT_TRUE(remove_file(target));
  EXPECT_FALSE(exists(target));
  EXPECT_EQ(remove_file(target).error().kind, ErrorKind::NotFound);
  EXPECT_FALSE(remove_file(scratch_.path()));
}

TEST(FileSystem, DoubtCountsAgainstThePath) {
  for (const std::string& path : {std::string("/proc/self/absent"), std::string(), std::string("/dev/shm\0x", 10)}) {
    EXPECT_FALSE(is_tmpfs(path)) << path;
    EXPECT_TRUE(is_network_file_system(path)) << path;
  }
}

TEST(FileSystem, KnowsMemoryFromTheRest) {
  EXPECT_TRUE(is_tmpfs("/dev/shm"));
  EXPECT_FALSE(is_network_file_system("/dev/shm"));
  EXPECT_FALSE(is_tmpfs("/proc"));
  EXPECT_FALSE(is_network_file_system("/proc"));
}

TEST(FileSystem, KnowsWhatAnotherMachineAnswersFor) {
  for (const std::uint32_t remote : {0x6969U, 0xFF534D42U, 0xFE534D42U, 0x517BU, 0x01021997U, 0x65735546U, 0xC36400U}) {
    EXPECT_TRUE(is_network_type(remote)) << std::hex << remote;
  }
  // ext4, XFS, btrfs, tmpfs, overlayfs, ZFS.
  for (const std::uint32_t local : {0xEF53U, 0x58465342U, 0x9123683EU, 0x01021994U, 0x794C7630U, 0x2FC12FC1U}) {
    EXPECT_FALSE(is_network_type(local)) << std::hex << local;
  }
  EXPECT_FALSE(is_network_type(0));
}

class RuntimeFolder : public testing::Test {
 protected:
  ScratchFolder memory_ = ScratchFolder::make("/dev/shm", "runtime").value();
  std::string shared_ = fmt::format("/dev/shm/yett-{}", geteuid());
};

TEST_F(RuntimeFolder, LiesInTheRuntimeDirectoryWhenThatIsMemory) {
  EXPECT_EQ(runtime_folder(memory_.path()).value(), memory_.path() + "/yett");
  EXPECT_EQ(mode_of(memory_.path() + "/yett"), 0700U);
  EXPECT_EQ(runtime_folder(memory_.path()).value(), memory_.path() + "/yett");
}

TEST_F(RuntimeFolder, NeverLiesOnADisk) {
  const auto disk = ScratchFolder::make(testing::TempDir(), "disk").value();
  if (is_tmpfs(disk.path())) GTEST_SKIP() << "the folder for temporary files is in memory here";
  EXPECT_EQ(runtime_folder(disk.path()).value(), shared_);
  EXPECT_FALSE(exists(disk.path() + "/yett"));
  // A link in memory that leads to a disk.
  ASSERT_EQ(::symlink(disk.path().c_str(), (memory_.path() + "/yett").c_str()), 0);
  EXPECT_EQ(runtime_folder(memory_.path()).value(), shared_);
}

TEST_F(RuntimeFolder, IgnoresWhatIsNoAbsolutePath) {
  for (const std::string& value :
       {std::string(), std::string("yett"), std::string("dev/shm"), memory_.path() + "/absent"}) {
    EXPECT_EQ(runtime_folder(value).value(), shared_) << value;
  }
  EXPECT_FALSE(exists(memory_.path() + "/absent"));
}

TEST_F(RuntimeFolder, IgnoresAFolderThatOthersCanRead) {
  ASSERT_EQ(::mkdir((memory_.path() + "/yett").c_str(), 0700), 0);
  ASSERT_EQ(::chmod((memory_.path() + "/yett").c_str(), 0750), 0);
  EXPECT_EQ(runtime_folder(memory_.path()).value(), shared_);
}

TEST_F(RuntimeFolder, RefusesTheNameThatAnotherUserTookFirst) {
  YETT_NEEDS_ROOT();
  const std::string taken = fmt::format("/dev/shm/yett-{}", kNameless);
  ASSERT_EQ(::mkdir(taken.c_str(), 0777), 0);
  const std::string answer = as_user(kNameless, [] { return told(runtime_folder("")); });
  ::rmdir(taken.c_str());
  EXPECT_EQ(answer,
            fmt::format("the folder {} belongs to root (uid 0), not to uid 54321 (name a folder of your own)", taken));
}

TEST_F(RuntimeFolder, OfAnotherUserIsNotUsedByRoot) {
  YETT_NEEDS_ROOT();
  // sudo keeps the variable of the user who calls it in some set-ups.
  ASSERT_EQ(::chown(memory_.path().c_str(), kNameless, kNameless), 0);
  EXPECT_EQ(runtime_folder(memory_.path()).value(), shared_);
  EXPECT_FALSE(exists(memory_.path() + "/yett"));
}

TEST(ScratchFolder, EndsWithAllItsContentAndNothingElse) {
  const auto outer = ScratchFolder::make(testing::TempDir(), "outer").value();
  std::ofstream(outer.path() + "/kept") << "text";
  std::string path;
  {
    auto made = ScratchFolder::make(outer.path(), "inner").value();
    const auto inner = std::move(made);
    path = inner.path();
    EXPECT_EQ(mode_of(path), 0700U);
    std::filesystem::create_directories(path + "/a/b");
    std::ofstream(path + "/a/b/file") << "text";
    ASSERT_EQ(::symlink(outer.path().c_str(), (path + "/a/out").c_str()), 0);
  }
  EXPECT_FALSE(exists(path));
  EXPECT_TRUE(exists(outer.path() + "/kept"));
}

TEST(ScratchFolder, NeedsItsParent) { EXPECT_FALSE(ScratchFolder::make("/proc/self/absent", "x")); }

}  // namespace
}  // namespace yett
