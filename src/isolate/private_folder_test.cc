#include "isolate/private_folder.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>

namespace yett {
namespace {

TEST(PrivateFolder, WhatAKilledLauncherHasLeftIsRemovedAndWhatIsInUseIsNot) {
  const auto parent = ScratchFolder::make(testing::TempDir(), "parent").value();
  const pid_t killed = ::fork();
  if (killed == 0) {
    const auto left = PrivateFolder::make(parent.path(), {});
    ::_exit(left ? 0 : 1);  // no destructor runs
  }
  int status = 0;
  ASSERT_EQ(::waitpid(killed, &status, 0), killed);
  ASSERT_EQ(status, 0);
  const auto count = [&] {
    return std::distance(std::filesystem::directory_iterator(parent.path()), std::filesystem::directory_iterator());
  };
  ASSERT_EQ(count(), 1);
  const auto used = PrivateFolder::make(parent.path(), {});
  ASSERT_TRUE(used);
  EXPECT_EQ(count(), 2) << "a young one could still be without its lock";
  const auto another = PrivateFolder::make(parent.path(), {}, std::chrono::seconds(0));
  ASSERT_TRUE(another);
  EXPECT_EQ(count(), 2);
  EXPECT_TRUE(std::filesystem::exists(used->path()));
}

}  // namespace
}  // namespace yett
