// Somebody else changes the folders while we open. Whatever happens, nothing from outside is ever read.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/fs.h>
#include <stdio.h>
#include <sys/stat.h>

#include <atomic>
#include <filesystem>
#include <functional>
#include <thread>

#include "os/linux/root_folders_fixture.h"

namespace yett {
namespace {

constexpr int kOpenings = 20'000;
constexpr int kPatience = 100 * kOpenings;

class RootFoldersRace : public FoldersOfAPolicy {
 protected:
  /// What became of `kOpenings` or more while another thread exchanged two names below "ws".
  struct Tally {
    int inside = 0;
    int refused = 0;
    int outside = 0;
  };

  Tally open_while_exchanging(const std::string& name, const std::string& other,
                              const std::function<Result<OpenedFile>()>& open_once) const {
    struct stat secret{};
    EXPECT_EQ(::stat(at("secret/f").c_str(), &secret), 0);
    std::atomic<int> exchanges = 0;
    std::jthread attacker([&](const std::stop_token& stop) {
      while (!stop.stop_requested()) {
        if (::renameat2(AT_FDCWD, name.c_str(), AT_FDCWD, other.c_str(), RENAME_EXCHANGE) == 0) ++exchanges;
      }
    });
    while (exchanges == 0) std::this_thread::yield();
    Tally tally;
    // Until both sides of the exchange were met, however rarely the other thread gets to run.
    for (int i = 0; i < kOpenings || (i < kPatience && (tally.inside == 0 || tally.refused == 0)); ++i) {
      const auto opened = open_once();
      struct stat status{};
      if (!opened) {
        ++tally.refused;
      } else if (::fstat(opened->descriptor.get(), &status) != 0 || !S_ISREG(status.st_mode) ||
                 status.st_ino == secret.st_ino) {
        ++tally.outside;
      } else {
        ++tally.inside;
      }
    }
    EXPECT_GT(exchanges, 1) << "nobody raced";
    return tally;
  }
};

TEST_F(RootFoldersRace, AFolderSwappedForALinkNeverLeadsOut) {
  make_file("secret/f", "secret");
  make_file("ws/a/f", "inside");
  link("../secret", "ws/b");
  const auto roots = hold({writable("ws")}).value();
  const auto tally =
      open_while_exchanging(at("ws/a"), at("ws/b"), [&] { return open(roots, at("ws/a/f"), FileUse::Read); });
  EXPECT_EQ(tally.outside, 0);
  EXPECT_GT(tally.inside, 0);
  EXPECT_GT(tally.refused, 0);
}

TEST_F(RootFoldersRace, ASwapBetweenLookAndOpeningNeverLeadsOut) {
  make_file("secret/f", "secret");
  make_file("ws/a/f", "inside");
  link("../secret", "ws/b");
  const auto roots = hold({writable("ws")}).value();
  const auto resolved = roots.resolve(at("ws/a/f")).value();
  const auto tally =
      open_while_exchanging(at("ws/a"), at("ws/b"), [&] { return roots.open(resolved, FileUse::Create); });
  EXPECT_EQ(tally.outside, 0);
  EXPECT_GT(tally.inside, 0);
  EXPECT_GT(tally.refused, 0);
}

TEST_F(RootFoldersRace, AFileSwappedForAPipeIsNeverHandedOut) {
  make_file("secret/f", "secret");
  make_file("ws/f", "inside");
  ASSERT_EQ(::mkfifo(at("ws/pipe").c_str(), 0600), 0);
  const auto roots = hold({writable("ws")}).value();
  const auto tally =
      open_while_exchanging(at("ws/f"), at("ws/pipe"), [&] { return open(roots, at("ws/f"), FileUse::Read); });
  EXPECT_EQ(tally.outside, 0);
  EXPECT_GT(tally.inside, 0);
  EXPECT_GT(tally.refused, 0);
}

}  // namespace
}  // namespace yett
