#include "os/hand_over.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>

#include <fstream>

#include "os/scratch_folder.h"
#include "os/signals.h"

namespace yett {
namespace {

using testing::HasSubstr;

std::vector<std::string> shell(const std::string& script) { return {"/bin/sh", "-c", script}; }

class HandOverTest : public testing::Test {
 protected:
  void SetUp() override { ignore_broken_pipes(); }

  [[nodiscard]] std::string read(const std::string& name) const {
    std::ifstream file(scratch_.path() + "/" + name);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  static HandOverEnd end_of(const std::string& script, std::string_view text = "text\n") {
    auto hand_over = HandOver::start(shell(script), text);
    if (!hand_over) {
      ADD_FAILURE() << hand_over.error().to_string();
      return {};
    }
    return hand_over->wait();
  }

  ScratchFolder scratch_ = ScratchFolder::make(testing::TempDir(), "hand-over").value();
};

TEST_F(HandOverTest, TellsWhatCannotBeStarted) {
  EXPECT_EQ(HandOver::start({"/proc/self/absent"}, "x").error().kind, ErrorKind::NotFound);
  EXPECT_FALSE(HandOver::start({}, "x"));
  EXPECT_FALSE(HandOver::start(shell("cat"), std::string(HandOver::kLongestText + 1, 'x')));
}

TEST_F(HandOverTest, IsNotDoneUnlessTheProgramSaysSo) {
  EXPECT_FALSE(end_of("exit 3").is_done());
  EXPECT_EQ(end_of("exit 3").to_string(), "exited with code 3");
  EXPECT_FALSE(end_of("kill -9 $$").is_done());
  EXPECT_FALSE(HandOverEnd{}.is_done());
  EXPECT_EQ(end_of("echo what went wrong >&2; exit 1").said, "what went wrong\n");
}

TEST_F(HandOverTest, GivesTheTextAndItsEnd) {
  const std::string text(HandOver::kLongestText, 'x');
  EXPECT_TRUE(end_of("cat > " + scratch_.path() + "/got", text).is_done());
  EXPECT_EQ(read("got"), text);
}

TEST_F(HandOverTest, GivesNothingElse) {
  EXPECT_TRUE(end_of("pwd > " + scratch_.path() + "/where; /usr/bin/env > " + scratch_.path() + "/env").is_done());
  EXPECT_EQ(read("where"), "/\n");
  EXPECT_THAT(read("env"), HasSubstr("PATH=/usr/local/sbin:"));
  EXPECT_EQ(read("env").find("HOME"), std::string::npos);
}

TEST_F(HandOverTest, IsNotStuckInWhatNobodyReadsOrTakes) {
  const HandOverEnd end = end_of("head -c 1000000 /dev/zero; head -c 1000000 /dev/zero >&2");
  EXPECT_TRUE(end.is_done());
  EXPECT_LE(end.said.size(), 1000u);
  EXPECT_TRUE(end_of("exec <&-; exit 0").is_done()) << "it never read";
}

TEST_F(HandOverTest, KillsWhoTakesTooLong) {
  auto hand_over = HandOver::start(shell("trap '' TERM; sleep 1000"), "x");
  ASSERT_TRUE(hand_over);
  EXPECT_FALSE(hand_over->look());
  const HandOverEnd end = hand_over->wait(std::chrono::milliseconds(20));
  EXPECT_TRUE(end.was_too_slow);
  EXPECT_FALSE(end.is_done());
  EXPECT_THAT(end.to_string(), HasSubstr("did not end"));
}

TEST_F(HandOverTest, TellsByItsDescriptorThatItHasEnded) {
  auto hand_over = HandOver::start(shell("exit 0"), "x");
  ASSERT_TRUE(hand_over);
  pollfd wait{hand_over->descriptor(), POLLIN, 0};
  EXPECT_EQ(::poll(&wait, 1, 60'000), 1);
  const auto end = hand_over->look();
  ASSERT_TRUE(end);
  EXPECT_TRUE(end->is_done());
}

}  // namespace
}  // namespace yett
