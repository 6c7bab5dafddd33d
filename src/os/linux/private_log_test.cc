#include "os/private_log.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "os/files.h"
#include "os/scratch_folder.h"

namespace yett {
namespace {

class PrivateLogs : public testing::Test {
 protected:
  ScratchFolder folder_ = ScratchFolder::make("/tmp", "yett-log").value();
  std::string file_ = folder_.path() + "/calls";
};

TEST_F(PrivateLogs, GrowByLinesAndAreNobodyElses) {
  for (int i = 0; i < 2; ++i) {
    Result<PrivateLog> log = PrivateLog::open(file_);
    ASSERT_TRUE(log) << log.error().to_string();
    EXPECT_TRUE(log->append("line"));
  }
  EXPECT_EQ(read_file(file_, 100).value(), "line\nline\n");
  struct stat status{};
  ASSERT_EQ(::stat(file_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600u);
}

TEST_F(PrivateLogs, AFileThatOthersCanReadIsRefused) {
  ASSERT_TRUE(write_new_file(file_, ""));
  const Result<PrivateLog> log = PrivateLog::open(file_);
  ASSERT_FALSE(log);
  EXPECT_TRUE(log.error().hint.contains("chmod 600"));
}

TEST_F(PrivateLogs, LinksFoldersAndPipesAreRefused) {
  std::filesystem::create_symlink("/tmp/elsewhere", file_);
  EXPECT_FALSE(PrivateLog::open(file_));
  EXPECT_FALSE(PrivateLog::open(folder_.path()));
  const std::string pipe = folder_.path() + "/pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_FALSE(PrivateLog::open(pipe));
}

}  // namespace
}  // namespace yett
