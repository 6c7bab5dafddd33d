#include "os/linux/trusted_path.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>

#include "os/files.h"
#include "os/linux/forked_fixture.h"
#include "os/scratch_folder.h"

namespace yett {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

constexpr std::size_t kMaxBytes = 1000;

class ReadTrustedFile : public testing::Test {
 protected:
  [[nodiscard]] std::string at(std::string_view name) const { return fmt::format("{}/{}", scratch_.path(), name); }
  [[nodiscard]] std::string make_file(std::string_view name, mode_t mode = 0644) const {
    std::ofstream(at(name)) << "policy";
    ::chmod(at(name).c_str(), mode);
    return at(name);
  }
  [[nodiscard]] std::string make_folder(std::string_view name, mode_t mode = 0755) const {
    ::mkdir(at(name).c_str(), 0700);
    ::chmod(at(name).c_str(), mode);
    return at(name);
  }
  [[nodiscard]] std::string make_link(std::string_view name, const std::string& target) const {
    EXPECT_EQ(::symlink(target.c_str(), at(name).c_str()), 0);
    return at(name);
  }
  static std::string read(const std::string& path) { return told(read_trusted_file(path, kMaxBytes)); }
  /// As it is told for `path` when `culprit` has this mode.
  static std::string others_can_write(const std::string& path, const std::string& culprit, mode_t mode) {
    return fmt::format("cannot trust {}: {} can be written by others than its owner (mode {:04o}) (chmod go-w {})",
                       path, culprit, mode, culprit);
  }

  ScratchFolder scratch_ = ScratchFolder::make(testing::TempDir(), "trusted").value();
};

TEST_F(ReadTrustedFile, ReadsWhatOnlyWeCanWrite) {
  EXPECT_EQ(read_trusted_file(make_file("policy.toml"), kMaxBytes).value(), "policy");
  EXPECT_EQ(read_trusted_file(make_file("policy.toml", 0600), kMaxBytes).value(), "policy");
  EXPECT_EQ(read_trusted_file(make_file("policy.toml", 0444), kMaxBytes).value(), "policy");
  EXPECT_FALSE(read_trusted_file(at("policy.toml"), 5));
}

TEST_F(ReadTrustedFile, RefusesAFileThatOthersCanWrite) {
  for (const mode_t mode : {0664U, 0646U, 0666U, 0620U, 0602U, 01646U}) {
    const std::string path = make_file("policy.toml", mode);
    EXPECT_EQ(read(path), others_can_write(path, path, mode));
    EXPECT_EQ(read_trusted_file(path, kMaxBytes).error().kind, ErrorKind::Input);
  }
}

TEST_F(ReadTrustedFile, RefusesAFolderAboveThatOthersCanWrite) {
  const std::string folder = make_folder("open");
  const std::string path = make_file("open/policy.toml");
  for (const mode_t mode : {0775U, 0757U, 0777U}) {
    ASSERT_EQ(::chmod(folder.c_str(), mode), 0);
    EXPECT_EQ(read(path), others_can_write(path, folder, mode));
  }
  // However far above.
  std::filesystem::create_directories(folder + "/a/b");
  EXPECT_EQ(read(make_file("open/a/b/policy.toml")), others_can_write(folder + "/a/b/policy.toml", folder, 0777));
}

TEST_F(ReadTrustedFile, TakesAStickyFolderAbove) {
  (void)make_folder("sticky", 01777);
  EXPECT_EQ(read(make_file("sticky/policy.toml")), "ok");
}

TEST_F(ReadTrustedFile, TellsWhatIsNoFile) {
  EXPECT_EQ(read(at("absent")), "cannot open " + at("absent") + ": No such file or directory");
  EXPECT_EQ(read_trusted_file(at("absent"), kMaxBytes).error().kind, ErrorKind::NotFound);
  EXPECT_EQ(read(scratch_.path()), scratch_.path() + " is a directory, not a file");
  EXPECT_EQ(read("/"), "/ is a directory, not a file");
  EXPECT_EQ(read(""), "a path is empty");
  EXPECT_EQ(read(make_file("policy.toml") + std::string("\0x", 2)), "a path contains a NUL character");
  EXPECT_EQ(read(at("policy.toml/x")), fmt::format("cannot open {0}/x: {0} is not a folder", at("policy.toml")));
}

TEST_F(ReadTrustedFile, NeverWaitsForAPipeNorOpensADevice) {
  ASSERT_EQ(::mkfifo(at("pipe").c_str(), 0600), 0);
  EXPECT_EQ(read(at("pipe")), at("pipe") + " is not a regular file");
  EXPECT_EQ(read("/dev/null"), "/dev/null is not a regular file");
  // The attempt alone would wake a writer or rewind a tape.
  const FileDescriptor watch(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
  ASSERT_NE(::inotify_add_watch(watch.get(), at("pipe").c_str(), IN_OPEN), -1);
  EXPECT_FALSE(read_trusted_file(at("pipe"), kMaxBytes));
  std::array<char, 256> event;
  EXPECT_EQ(::read(watch.get(), event.data(), event.size()), -1);
  const FileDescriptor opened(::open(at("pipe").c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  EXPECT_GT(::read(watch.get(), event.data(), event.size()), 0);
}

TEST_F(ReadTrustedFile, FollowsLinksThatOnlyWeCanPlace) {
  const std::string target = make_file("policy.toml");
  EXPECT_EQ(read(make_link("absolute", target)), "ok");
  EXPECT_EQ(read(make_link("relative", "policy.toml")), "ok");
  EXPECT_EQ(read(make_link("chain", "relative")), "ok");
  (void)make_folder("folder");
  EXPECT_EQ(read(make_link("winding", "folder/.././/folder/../policy.toml")), "ok");
  EXPECT_EQ(read(make_link("to_folder", scratch_.path()) + "/policy.toml"), "ok");
  EXPECT_EQ(read(make_link("dangling", "absent")), "cannot open " + at("dangling") + ": No such file or directory");
}

TEST_F(ReadTrustedFile, JudgesTheFileBehindALink) {
  const std::string target = make_file("policy.toml", 0666);
  EXPECT_EQ(read(make_link("link", target)), others_can_write(at("link"), target, 0666));
}

TEST_F(ReadTrustedFile, JudgesTheFoldersOnBothSidesOfALink) {
  const std::string target = make_file("policy.toml");
  const std::string folder = make_folder("open", 0777);
  // Whoever can replace the link chooses among all files that are trusted.
  EXPECT_EQ(read(make_link("open/link", target)), others_can_write(folder + "/link", folder, 0777));
  (void)make_file("open/policy.toml");
  EXPECT_EQ(read(make_link("inward", "open/policy.toml")), others_can_write(at("inward"), folder, 0777));
  // The way back out of it is no way either.
  EXPECT_EQ(read(make_link("through", "open/../policy.toml")), others_can_write(at("through"), folder, 0777));
}

TEST_F(ReadTrustedFile, GivesUpOnLinksInACircle) {
  EXPECT_EQ(read(make_link("self", "self")), "cannot open " + at("self") + ": Too many levels of symbolic links");
  (void)make_link("a", "b");
  EXPECT_THAT(read(make_link("b", "a")), HasSubstr("Too many levels"));
}

TEST_F(ReadTrustedFile, TakesARelativePathFromHere) {
  (void)make_file("policy.toml");
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(scratch_.path());
  const std::string good = read("policy.toml");
  const std::string dotted = read("./policy.toml");
  ASSERT_EQ(::chmod(scratch_.path().c_str(), 0777), 0);
  const std::string open = read("policy.toml");
  std::filesystem::current_path(before);
  EXPECT_EQ(good, "ok");
  EXPECT_EQ(dotted, "ok");
  EXPECT_EQ(open, others_can_write("policy.toml", scratch_.path(), 0777));
}

TEST_F(ReadTrustedFile, WritesHintsThatAreSafeToPaste) {
  EXPECT_THAT(read(make_file("a b; reboot", 0666)),
              EndsWith(fmt::format("(chmod go-w '{}/a b; reboot')", scratch_.path())));
}

TEST_F(ReadTrustedFile, RefusesAFileOfAnotherUser) {
  YETT_NEEDS_ROOT();
  const std::string path = make_file("policy.toml");
  ASSERT_EQ(::chown(path.c_str(), kNameless, kNameless), 0);
  EXPECT_EQ(read(path), fmt::format("cannot trust {0}: {0} belongs to uid 54321, not to root (chown 0 {0})", path));
  ASSERT_EQ(::chmod(scratch_.path().c_str(), 0755), 0);
  EXPECT_EQ(as_user(kNameless, [&] { return read(path); }), "ok");
  EXPECT_EQ(as_user(kNobody, [&] { return read(path); }),
            fmt::format("cannot trust {0}: {0} belongs to uid 54321, neither to root nor to {1} (chown 65534 {0})",
                        path, user_text(kNobody)));
}

TEST_F(ReadTrustedFile, TakesAFileOfRootForEverybody) {
  YETT_NEEDS_ROOT();
  const std::string path = make_file("policy.toml");
  ASSERT_EQ(::chmod(scratch_.path().c_str(), 0755), 0);
  EXPECT_EQ(as_user(kNameless, [&] { return read(path); }), "ok");
}

TEST_F(ReadTrustedFile, RefusesAFolderOfAnotherUserStickyOrNot) {
  YETT_NEEDS_ROOT();
  const std::string folder = make_folder("theirs");
  const std::string path = make_file("theirs/policy.toml");
  ASSERT_EQ(::chown(folder.c_str(), kNameless, kNameless), 0);
  for (const mode_t mode : {0700U, 01700U, 01777U}) {
    // Its owner can replace everything in it.
    ASSERT_EQ(::chmod(folder.c_str(), mode), 0);
    EXPECT_EQ(read(path),
              fmt::format("cannot trust {0}: {1} belongs to uid 54321, not to root (chown 0 {1})", path, folder));
  }
}

TEST_F(ReadTrustedFile, RefusesALinkThatAnotherUserPlaced) {
  YETT_NEEDS_ROOT();
  const std::string target = make_file("policy.toml");
  (void)make_folder("sticky", 01777);
  const std::string link = make_link("sticky/link", target);
  EXPECT_EQ(read(link), "ok");
  ASSERT_EQ(::lchown(link.c_str(), kNameless, kNameless), 0);
  EXPECT_EQ(read(link), fmt::format("cannot trust {0}: {0} belongs to uid 54321, not to root (chown 0 {0})", link));
}

TEST_F(ReadTrustedFile, TellsWhatWeMayNotRead) {
  YETT_NEEDS_ROOT();
  const std::string path = make_file("policy.toml", 0600);
  EXPECT_EQ(as_user(kNameless, [&] { return read(path); }), "cannot open " + path + ": Permission denied");
  ASSERT_EQ(::chmod(scratch_.path().c_str(), 0755), 0);
  EXPECT_EQ(as_user(kNameless, [&] { return read(path); }), "cannot open " + path + ": Permission denied");
}

TEST_F(ReadTrustedFile, ToldFolderIsAbsoluteAndFreeOfLinks) {
  const std::string folder = make_folder("folder");
  const std::string link = make_link("link", "folder/./../folder");
  EXPECT_EQ(open_trusted_folder(link, Missing::Refuse).value().path, std::filesystem::canonical(folder).string());
  EXPECT_EQ(open_trusted_folder("/proc/..", Missing::Refuse).value().path, "/");
  EXPECT_EQ(open_trusted_folder("/../..", Missing::Refuse).value().path, "/");
}

}  // namespace
}  // namespace yett
