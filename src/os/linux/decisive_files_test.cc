#include "os/decisive_files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "os/scratch_folder.h"

namespace yett {
namespace {

namespace fs = std::filesystem;

class DecisiveFilesTest : public testing::Test {
 protected:
  DecisiveFilesTest() : scratch_(ScratchFolder::make("/tmp", "yett-decisive").value()) {
    at_ = fs::canonical(scratch_.path());
  }

  ScratchFolder scratch_;
  fs::path at_;
};

TEST_F(DecisiveFilesTest, AreSealedAllOfThemWhetherTheyExistOrNot) {
  std::ofstream(at_ / "yett.toml") << "x";
  const auto sealed = sealed_paths({.policy = at_ / "a/../yett.toml",
                                    .lock = at_ / "yett.lock",
                                    .sessions = {at_ / "one.json", at_ / "two.json"},
                                    .state = at_ / "state",
                                    .cards = {at_ / "cards", at_ / "other"}});
  for (const char* name : {"yett.toml", "yett.lock", "one.json", "two.json", "state", "cards", "other"}) {
    EXPECT_EQ(std::ranges::count(sealed.value(), (at_ / name).string()), 1) << name;
  }
  EXPECT_TRUE(sealed_paths({.policy = {}, .sessions = {}, .state = {}, .cards = {}}).value().empty());
}

TEST_F(DecisiveFilesTest, AreSealedByTheNameOfALinkAndByWhereItLeads) {
  fs::create_directory(at_ / "real");
  std::ofstream(at_ / "real/yett.toml") << "x";
  fs::create_symlink("real", at_ / "link");
  EXPECT_EQ(sealed_paths({.policy = at_ / "link/yett.toml", .sessions = {}, .state = {}, .cards = {}}).value(),
            (std::vector<std::string>{at_ / "link/yett.toml", at_ / "real/yett.toml"}));
}

TEST_F(DecisiveFilesTest, AreRefusedWhereNobodyCanTellWhereTheyLie) {
  fs::create_symlink("loop", at_ / "loop");
  EXPECT_EQ(sealed_paths({.policy = {}, .sessions = {}, .state = at_ / "loop/state", .cards = {}}).error().kind,
            ErrorKind::System);
}

}  // namespace
}  // namespace yett
