#include "os/path_resolution.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "os/scratch_folder.h"

namespace yett {
namespace {

namespace fs = std::filesystem;

class PathResolution : public testing::Test {
 protected:
  PathResolution() : scratch_(ScratchFolder::make("/tmp", "yett-paths").value()) {
    at_ = fs::canonical(scratch_.path());
    fs::create_directories(at_ / "root/sub");
    std::ofstream(at_ / "root/file") << "x";
    std::ofstream(at_ / "secret") << "x";
  }
  PathEvidence resolved(const std::string& name) const { return resolve_path(at_ / name); }
  std::string path(const std::string& name) const { return at_ / name; }

  ScratchFolder scratch_;
  fs::path at_;
};

TEST_F(PathResolution, OfWhatExistsAndWhatDoesNot) {
  EXPECT_EQ(resolved("root/file").object, PathObject::File);
  EXPECT_EQ(resolved("root/file").resolved, path("root/file"));
  EXPECT_EQ(resolved("root/file").other_names, OtherNames::None);
  EXPECT_EQ(resolved("root/file").owner, PathOwner::Ourselves);
  EXPECT_EQ(resolved("root/sub").object, PathObject::Folder);
  EXPECT_EQ(resolved("root/new/deeper/x").object, PathObject::Absent);
  EXPECT_EQ(resolved("root/new/deeper/x").resolved, path("root/new/deeper/x"));
  EXPECT_EQ(resolve_path("/").resolved, "/");
  EXPECT_EQ(resolve_path("/no such folder/x").resolved, "/no such folder/x");
}

TEST_F(PathResolution, FollowsLinksWhereverTheyStand) {
  fs::create_symlink("../secret", at_ / "root/up");
  fs::create_directory_symlink("/etc", at_ / "root/out");
  fs::create_directory_symlink("root", at_ / "alias");
  EXPECT_EQ(resolved("root/up").resolved, path("secret"));
  EXPECT_EQ(resolved("root/out/passwd").resolved, fs::canonical("/etc/passwd"));
  EXPECT_EQ(resolved("root/out/no such file").resolved, fs::canonical("/etc").string() + "/no such file");
  EXPECT_EQ(resolved("alias/file").resolved, path("root/file"));
  EXPECT_EQ(resolved("alias/new").resolved, path("root/new"));
}

/// /proc/self is another process for whoever opens the path later.
TEST_F(PathResolution, ThroughProcfsIsNotKnown) {
  fs::create_symlink("/proc/self/root", at_ / "root/magic");
  fs::create_symlink("/proc/self/cwd/file", at_ / "root/here");
  fs::create_symlink("/proc/self/status", at_ / "root/status");
  for (const auto* name : {"root/magic", "root/magic/etc/passwd", "root/here", "root/status"}) {
    EXPECT_EQ(resolved(name).object, PathObject::Unknown) << name;
    EXPECT_EQ(resolved(name).resolved, "") << name;
  }
  EXPECT_EQ(resolve_path("/proc/1/status").object, PathObject::Unknown);
}

TEST_F(PathResolution, OfALinkThatLeadsNowhereIsNotKnown) {
  fs::create_symlink("/tmp/nowhere at all", at_ / "root/dangling");
  fs::create_symlink("loop", at_ / "root/loop");
  EXPECT_EQ(resolved("root/dangling").object, PathObject::Unknown);
  EXPECT_EQ(resolved("root/dangling/x").object, PathObject::Unknown);
  EXPECT_EQ(resolved("root/loop").object, PathObject::Unknown);
  EXPECT_EQ(resolved("root/file/x").object, PathObject::Unknown) << "through a file";
  EXPECT_EQ(resolve_path("relative").object, PathObject::Unknown);
  EXPECT_EQ(resolve_path(std::string("/tmp\0x", 6)).object, PathObject::Unknown);
}

TEST_F(PathResolution, TellsHardLinksAndWhatIsNoFile) {
  fs::create_hard_link(at_ / "secret", at_ / "root/hard");
  EXPECT_EQ(resolved("root/hard").other_names, OtherNames::Possible);
  ASSERT_EQ(::mkfifo(path("root/pipe").c_str(), 0600), 0);
  EXPECT_EQ(resolved("root/pipe").object, PathObject::Other);
  EXPECT_EQ(resolve_path("/dev/null").object, PathObject::Other);
  const int listener = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path("root/sock").copy(address.sun_path, sizeof address.sun_path - 1);
  ASSERT_EQ(::bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  EXPECT_EQ(resolved("root/sock").object, PathObject::Other);
  ::close(listener);
}

TEST_F(PathResolution, OfAFileOfAnotherUserSaysSo) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give a file away";
  ASSERT_EQ(::chown(path("secret").c_str(), 65534, 65534), 0);
  EXPECT_EQ(resolved("secret").owner, PathOwner::Another);
}

}  // namespace
}  // namespace yett
