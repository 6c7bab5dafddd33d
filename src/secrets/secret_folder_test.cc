#include "secrets/secret_folder.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

#include "os/files.h"
#include "os/scratch_folder.h"

namespace yett {
namespace {

class SecretFolderTest : public testing::Test {
 protected:
  SecretFolder make(const ProcessIdentity& owner) {
    Result<SecretFolder> made = SecretFolder::make(memory_.path(), owner);
    EXPECT_TRUE(made.has_value()) << made.error().to_string();
    return std::move(*made);
  }
  [[nodiscard]] std::size_t entries() const {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(memory_.path())) ++count;
    return count;
  }

  ScratchFolder memory_ = ScratchFolder::make("/dev/shm", "yett-secrets").value();
  ProcessIdentity self_ = own_identity().value();
};

unsigned mode_of(const std::string& path) {
  struct stat status{};
  EXPECT_EQ(stat(path.c_str(), &status), 0);
  return status.st_mode & 07777U;
}

TEST_F(SecretFolderTest, HoldsASecretForItsOwnerAlone) {
  const SecretFolder folder = make(self_);
  ASSERT_TRUE(folder.put("token", "ghs_12345678").has_value());
  EXPECT_EQ(read_file(folder.path_of("token"), 100).value(), "ghs_12345678");
  EXPECT_EQ(mode_of(folder.path_of("token")), 0600U);
  EXPECT_EQ(mode_of(std::filesystem::path(folder.path_of("token")).parent_path()), 0700U);
}

TEST_F(SecretFolderTest, PutsANewSecretInPlaceOfTheOld) {
  const SecretFolder folder = make(self_);
  ASSERT_TRUE(folder.put("token", "the first one").has_value());
  ASSERT_TRUE(folder.put("token", "second").has_value());
  EXPECT_EQ(read_file(folder.path_of("token"), 100).value(), "second");
  folder.remove("token");
  EXPECT_FALSE(std::filesystem::exists(folder.path_of("token")));
}

TEST_F(SecretFolderTest, IsGoneWithItsProcess) {
  {
    const SecretFolder folder = make(self_);
    ASSERT_TRUE(folder.put("token", "ghs_12345678").has_value());
    EXPECT_EQ(entries(), 1u);
  }
  EXPECT_EQ(entries(), 0u);
}

TEST_F(SecretFolderTest, RemovesWhatAKilledProcessLeftBehindAndNothingOfOthers) {
  ProcessIdentity dead = self_;
  dead.pid = fork();
  if (dead.pid == 0) _exit(0);
  waitpid(static_cast<pid_t>(dead.pid), nullptr, 0);
  const SecretFolder left_behind = make(dead);
  ASSERT_TRUE(left_behind.put("token", "ghs_12345678").has_value());
  ASSERT_TRUE(write_private_file(memory_.path() + "/card.json", "{}").has_value());
  const SecretFolder folder = make(self_);
  EXPECT_FALSE(std::filesystem::exists(left_behind.path_of("token")));
  EXPECT_EQ(entries(), 2u) << "its own, and what is no folder of secrets";
  const SecretFolder another = make(parent_identity().value());
  EXPECT_EQ(entries(), 3u) << "this process lives";
}

}  // namespace
}  // namespace yett
