#include "isolate/cgroup.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

#include "os/scratch_folder.h"

namespace yett {
namespace {

namespace files = std::filesystem;

/// A folder that looks like hierarchies; limits are files that nobody obeys.
class CgroupPlacesTest : public testing::Test {
 protected:
  void SetUp() override { folder_ = ScratchFolder::make("/tmp", "yett-cgroup").value(); }

  CgroupPlaces places(const std::string& own) {
    std::ofstream(folder_->path() + "/own") << own;
    return {.own = folder_->path() + "/own", .hierarchies = folder_->path()};
  }
  void add(const std::string& name, const std::string& text = "") {
    files::create_directories(files::path(folder_->path() + "/" + name).parent_path());
    std::ofstream(folder_->path() + "/" + name) << text;
  }

  std::optional<ScratchFolder> folder_;
};

TEST_F(CgroupPlacesTest, WithoutControlGroupsThereIsNone) {
  EXPECT_FALSE(Cgroup::make({}, places("")).value());
  EXPECT_FALSE(Cgroup::make({}, places("0::/\n")).value());
  EXPECT_FALSE(Cgroup::make({}, {.own = "/nowhere", .hierarchies = "/nowhere"}).value());
}

TEST_F(CgroupPlacesTest, AGroupThatOthersMadeIsNotDivided) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root may write into groups that are not its own";
  add("memory/cgroup.procs");
  add("memory/theirs/cgroup.procs");
  EXPECT_FALSE(Cgroup::make({}, places("4:memory:/theirs\n")).value());
  EXPECT_FALSE(files::exists(folder_->path() + "/memory/yett-sandbox-0"));
}

TEST_F(CgroupPlacesTest, AControllerThatIsNotHandedDownLimitsNothing) {
  add("cgroup.procs");
  add("cgroup.subtree_control", "cpu io");
  EXPECT_FALSE(Cgroup::make({}, places("0::/\n")).value());
}

TEST_F(CgroupPlacesTest, AGroupWithoutItsLimitsIsAFailureAndGone) {
  add("cgroup.procs");
  add("cgroup.subtree_control", "memory pids");
  EXPECT_FALSE(Cgroup::make({}, places("0::/\n")));  // a plain folder has no pids.max
  for (const auto& entry : files::directory_iterator(folder_->path())) EXPECT_FALSE(entry.is_directory());
}

class CgroupTest : public testing::Test {
 protected:
  void SetUp() override {
    limits_.processes = 5;
    auto made = Cgroup::make(limits_);
    ASSERT_TRUE(made) << made.error().to_string();
    if (!*made) GTEST_SKIP() << "no control group can be had here";
    group_.emplace(**std::move(made));
  }

  Limits limits_;
  std::optional<Cgroup> group_;
};

TEST_F(CgroupTest, AForkBombIsHeldAndKilledAsOne) {
  if (!group_->limits_processes()) GTEST_SKIP() << "no control group that limits processes can be had here";
  const pid_t first = ::fork();
  ASSERT_NE(first, -1);
  if (first == 0) {
    if (!group_->take(::getpid())) ::_exit(100);
    int started = 0;
    for (pid_t child = 1; started < 50 && (child = ::fork()) != -1; ++started) {
      if (child == 0) {
        for (;;) ::pause();
      }
    }
    if (started != 4) ::_exit(101);
    for (;;) ::pause();
  }
  const auto folder = group_->folders().front();
  const auto count = [&] {
    std::ifstream file(folder + "/cgroup.procs");
    int processes = 0;
    for (std::string line; std::getline(file, line);) ++processes;
    return processes;
  };
  while (count() < 5 && ::waitpid(first, nullptr, WNOHANG) == 0) ::usleep(1000);
  EXPECT_EQ(count(), 5);
  group_->kill();
  int status = 0;
  ASSERT_EQ(::waitpid(first, &status, 0), first);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  group_.reset();
  EXPECT_FALSE(files::exists(folder));
}

TEST_F(CgroupTest, WhatAKilledLauncherHasLeftIsRemovedByTheNextOne) {
  const pid_t launcher = ::fork();
  ASSERT_NE(launcher, -1);
  if (launcher == 0) {
    auto made = Cgroup::make(limits_);
    ::_exit(made && *made ? 0 : 1);  // without any destructor
  }
  int status = 0;
  ASSERT_EQ(::waitpid(launcher, &status, 0), launcher);
  ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  const auto parent = files::path(group_->folders().front()).parent_path();
  const auto left = [&] {
    const auto begin = "yett-sandbox-" + std::to_string(launcher) + "-";
    std::size_t count = 0;
    for (const auto& entry : files::directory_iterator(parent)) {
      if (entry.path().filename().string().starts_with(begin)) ++count;
    }
    return count;
  };
  ASSERT_EQ(left(), 1U);
  ASSERT_TRUE(Cgroup::make(limits_));
  EXPECT_EQ(left(), 0U);
}

}  // namespace
}  // namespace yett
