#include "run/later_run_files.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>

#include "os/linux/system_clock.h"
#include "os/scratch_folder.h"

namespace yett {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class LaterRunFilesTest : public testing::Test {
 protected:
  void SetUp() override {
    auto folder = ScratchFolder::make("/tmp", "yett-later");
    ASSERT_TRUE(folder);
    folder_.emplace(*std::move(folder));
    top_ = folder_->path();
  }

  void write(const std::string& name, mode_t mode = 0644) const {
    const std::string path = top_ + "/" + name;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path) << "x";
    EXPECT_EQ(::chmod(path.c_str(), mode), 0);
  }
  /// Some moment behind all that was written so far; file systems keep time by the tick.
  static TimePoint now() {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const TimePoint moment = SystemClock().now();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return moment;
  }
  [[nodiscard]] std::vector<std::string> found(TimePoint since, Mount::Kind kind = Mount::Kind::ReadWrite) const {
    SandboxPlan plan;
    plan.mounts.push_back({.kind = kind, .from = top_, .to = "/desk"});
    std::vector<std::string> paths = find_later_run_files(plan, since).paths;
    for (std::string& path : paths) path.erase(0, top_.size() + 1);
    return paths;
  }

  std::string top_;

 private:
  std::optional<ScratchFolder> folder_;
};

TEST_F(LaterRunFilesTest, WhatOthersRunIsFoundWhenItWasChanged) {
  write("Makefile");
  write("old/package.json");
  const TimePoint since = now();
  write("package.json");
  write("sub/.envrc");
  write("sub/.vscode/tasks.json");
  write(".git/hooks/pre-commit", 0755);
  write(".git/config");
  write("tool.sh", 0755);
  write("main.c");
  write("notes.txt");
  EXPECT_THAT(found(since), ElementsAre(".git/config", ".git/hooks/pre-commit", "package.json", "sub/.envrc",
                                        "sub/.vscode/tasks.json", "tool.sh"));
}

TEST_F(LaterRunFilesTest, ATimeThatAProgramSetsHidesNothing) {
  const TimePoint since = now();
  write("Makefile");
  const timespec old[2] = {{.tv_sec = 1, .tv_nsec = 0}, {.tv_sec = 1, .tv_nsec = 0}};
  ASSERT_EQ(::utimensat(AT_FDCWD, (top_ + "/Makefile").c_str(), old, 0), 0);
  EXPECT_THAT(found(since), ElementsAre("Makefile"));
}

TEST_F(LaterRunFilesTest, ALinkThatIsRunIsFoundAndNotFollowed) {
  const TimePoint since = now();
  std::filesystem::create_symlink("/usr", top_ + "/linked");
  std::filesystem::create_symlink("/usr/bin/true", top_ + "/Makefile");
  EXPECT_THAT(found(since), ElementsAre("Makefile"));
}

TEST_F(LaterRunFilesTest, DependenciesAndWhatIsOnlyReadAreNotLookedAt) {
  const TimePoint since = now();
  write("node_modules/a/package.json");
  write(".git/objects/ab/cdef", 0755);
  EXPECT_THAT(found(since), IsEmpty());
  write("Makefile");
  EXPECT_THAT(found(since, Mount::Kind::ReadOnly), IsEmpty());
}

}  // namespace
}  // namespace yett
