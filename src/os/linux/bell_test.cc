#include "os/bell.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "os/linux/forked_fixture.h"
#include "os/scratch_folder.h"

namespace yett {
namespace {

class BellTest : public testing::Test {
 protected:
  static bool has_rung(const BellListener& listener) {
    pollfd wait{listener.descriptor(), POLLIN, 0};
    return ::poll(&wait, 1, 0) == 1;
  }

  ScratchFolder scratch_ = ScratchFolder::make(testing::TempDir(), "bell").value();
  Bell bell_ = Bell::open(scratch_.path()).value();
};

TEST_F(BellTest, IsSilentUntilSomebodyRings) {
  auto listener = bell_.listen().value();
  EXPECT_FALSE(has_rung(listener));
  ASSERT_TRUE(bell_.ring());
  EXPECT_TRUE(has_rung(listener));
  listener.drain();
  EXPECT_FALSE(has_rung(listener));
  ASSERT_TRUE(bell_.ring());
  EXPECT_TRUE(has_rung(listener));
}

TEST_F(BellTest, RingsBeforeListeningAreNotHeard) {
  ASSERT_TRUE(bell_.ring());
  const auto listener = bell_.listen().value();
  EXPECT_FALSE(has_rung(listener));
}

TEST_F(BellTest, OpeningOrReadingItIsNoRing) {
  const auto listener = bell_.listen().value();
  ASSERT_TRUE(Bell::open(scratch_.path()));
  ASSERT_TRUE(read_file(scratch_.path() + "/bell", 10));
  EXPECT_FALSE(has_rung(listener));
}

TEST_F(BellTest, WakesEveryListener) {
  auto first = bell_.listen().value();
  const auto second = Bell::open(scratch_.path()).value().listen().value();
  ASSERT_TRUE(bell_.ring());
  EXPECT_TRUE(has_rung(first));
  first.drain();
  EXPECT_TRUE(has_rung(second));
}

TEST_F(BellTest, IsHeardAcrossProcesses) {
  const auto listener = bell_.listen().value();
  EXPECT_EQ(in_other_process([this] { return told(Bell::open(scratch_.path()).value().ring()); }), "ok");
  EXPECT_TRUE(has_rung(listener));
}

TEST_F(BellTest, NeverGrowsAndIsOursAlone) {
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(bell_.ring());
  struct stat status{};
  ASSERT_EQ(::stat((scratch_.path() + "/bell").c_str(), &status), 0);
  EXPECT_EQ(status.st_size, 1);
  EXPECT_EQ(status.st_mode & 07777, 0600U);
}

TEST_F(BellTest, IsNoLink) {
  const std::string folder = scratch_.path() + "/other";
  std::filesystem::create_directory(folder);
  std::filesystem::create_symlink(scratch_.path() + "/elsewhere", folder + "/bell");
  EXPECT_FALSE(Bell::open(folder));
  EXPECT_FALSE(std::filesystem::exists(scratch_.path() + "/elsewhere"));
}

TEST_F(BellTest, NeedsItsFolder) {
  const auto bell = Bell::open(scratch_.path() + "/absent");
  ASSERT_FALSE(bell);
  EXPECT_EQ(bell.error().to_string(), "cannot open " + scratch_.path() + "/absent/bell: No such file or directory");
}

TEST_F(BellTest, ListeningNeedsTheFile) {
  std::filesystem::remove(scratch_.path() + "/bell");
  EXPECT_FALSE(bell_.listen());
}

}  // namespace
}  // namespace yett
