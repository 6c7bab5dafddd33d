#include "store/writer_lock.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <optional>
#include <thread>
#include <utility>

#include "os/scratch_folder.h"

namespace yett {
namespace {

class WriterLockTest : public ::testing::Test {
 protected:
  WriterLock open() { return std::move(WriterLock::open(path_).value()); }

  ScratchFolder folder_ = std::move(ScratchFolder::make("/tmp", "yett-lock").value());
  std::string path_ = folder_.path() + "/write.lock";
};

TEST_F(WriterLockTest, SaysWhatItCannotOpen) {
  const auto absent = WriterLock::open(folder_.path() + "/no/write.lock");
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error().kind, ErrorKind::Store);
  EXPECT_NE(absent.error().message.find("no/write.lock"), std::string::npos);
}

TEST_F(WriterLockTest, LetsOneInAtATime) {
  constexpr int kThreads = 4;
  constexpr int kEach = 200;
  int count = 0;  // guarded by nothing but the lock under test
  std::atomic<int> inside = 0;
  std::atomic<bool> crowded = false;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back([&] {
        WriterLock lock = open();
        for (int j = 0; j < kEach; ++j) {
          const auto held = lock.acquire();
          if (!held || inside.fetch_add(1) != 0) crowded = true;
          ++count;
          inside.fetch_sub(1);
        }
      });
    }
  }
  EXPECT_FALSE(crowded);
  EXPECT_EQ(count, kThreads * kEach);
}

TEST_F(WriterLockTest, WaitsForTheHolder) {
  WriterLock first = open();
  std::atomic<bool> given_back = false;
  std::optional<HeldWriterLock> held(std::move(first.acquire().value()));
  bool came_after = false;
  std::jthread waiting([&] {
    WriterLock second = open();
    const auto got = second.acquire();
    came_after = got.has_value() && given_back;
  });
  given_back = true;
  held->release();
  held->release();  // the second time it does nothing
  waiting.join();
  EXPECT_TRUE(came_after);
}

TEST_F(WriterLockTest, GoesWithItsHolder) {
  WriterLock first = open();
  {
    HeldWriterLock held = std::move(first.acquire().value());
    const HeldWriterLock moved = std::move(held);
  }
  WriterLock second = open();
  EXPECT_TRUE(second.acquire());
}

TEST_F(WriterLockTest, MakesAFileForItsOwnerAlone) {
  (void)open();
  EXPECT_EQ(std::filesystem::status(path_).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

}  // namespace
}  // namespace yett
