#include "isolate/bwrap_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace yett {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Not;
using enum Mount::Kind;

const BwrapDescriptors kDescriptors{.program = 5, .control = 3, .request = 4, .texts = {6, 7}};

BwrapCommand command_for(const SandboxPlan& plan) {
  const std::vector<std::string> masks{"/proc/keys"};
  return bwrap_arguments(plan, kDescriptors, masks);
}

/// Where these arguments stand one after another; npos when nowhere.
std::size_t place_of(const BwrapCommand& command, std::vector<std::string> wanted) {
  const auto& options = command.options;
  const auto found = std::ranges::search(options, wanted);
  return found.empty() ? std::string::npos : static_cast<std::size_t>(found.begin() - options.begin());
}

bool has(const BwrapCommand& command, std::vector<std::string> wanted) {
  return place_of(command, std::move(wanted)) != std::string::npos;
}

TEST(BwrapCommand, EveryNamespaceIsNewAndTheUserNamespaceIsTheLast) {
  const auto command = command_for({.argv = {"true"}});
  EXPECT_TRUE(has(command, {"--unshare-all", "--unshare-user", "--disable-userns"}));
  EXPECT_TRUE(has(command, {"--uid", "1000", "--gid", "1000"}));
  EXPECT_TRUE(has(command, {"--cap-drop", "ALL"}));
  for (const auto* option : {"--die-with-parent", "--new-session", "--clearenv"}) {
    EXPECT_THAT(command.options, Contains(option));
  }
  for (const auto* option : {"--share-net", "--as-pid-1", "--cap-add", "--dev-bind", "--bind-try"}) {
    EXPECT_THAT(command.options, Not(Contains(option)));
  }
}

TEST(BwrapCommand, TheProgramGetsItsTwoDescriptors) {
  EXPECT_THAT(command_for({.argv = {"true"}}).command, ElementsAre("/proc/self/fd/5", "3", "4"));
}

TEST(BwrapCommand, NothingOfTheProgramIsAmongTheArguments) {
  const auto command = command_for({.argv = {"node", "the-secret"}, .env = {{"TOKEN", "a-token"}}});
  for (const auto* text : {"node", "the-secret", "TOKEN", "a-token"}) {
    EXPECT_THAT(command.options, Not(Contains(text)));
    EXPECT_THAT(command.command, Not(Contains(text)));
  }
}

TEST(BwrapCommand, EachKindOfMountHasItsOption) {
  SandboxPlan plan{.argv = {"true"}};
  plan.mounts = {
      {.kind = ReadOnly, .from = "/usr", .to = "/usr"},        {.kind = Text, .to = "/etc/passwd", .text = "one"},
      {.kind = ReadWrite, .from = "/srv/desk", .to = "/desk"}, {.kind = Scratch, .to = "/tmp", .bytes = 4096},
      {.kind = Link, .from = "usr/bin", .to = "/bin"},         {.kind = Text, .to = "/etc/group", .text = "two"}};
  const auto command = command_for(plan);
  const std::vector<std::size_t> places{
      place_of(command, {"--ro-bind", "/usr", "/usr"}),
      place_of(command, {"--perms", "0444", "--file", "6", "/etc/passwd"}),
      place_of(command, {"--bind", "/srv/desk", "/desk"}),
      place_of(command, {"--perms", "1777", "--size", "4096", "--tmpfs", "/tmp"}),
      place_of(command, {"--symlink", "usr/bin", "/bin"}),
      place_of(command, {"--perms", "0444", "--file", "7", "/etc/group"}),
      place_of(command, {"--remount-ro", "/"}),
  };
  EXPECT_THAT(places, Not(Contains(std::string::npos)));
  EXPECT_TRUE(std::ranges::is_sorted(places)) << "a later mount covers what it stands on";
}

TEST(BwrapCommand, AFolderAboveAMountCannotBeMovedAway) {
  SandboxPlan plan{.argv = {"true"}};
  plan.mounts = {{.kind = ReadWrite, .from = "/srv/desk", .to = "/desk"},
                 {.kind = ReadOnly, .from = "/srv/desk/a/b/kept", .to = "/desk/a/b/kept"},
                 {.kind = ReadOnly, .from = "/srv/other", .to = "/deskshop/a/b"}};
  const auto command = command_for(plan);
  EXPECT_TRUE(has(command, {"--bind", "/srv/desk", "/desk", "--bind", "/srv/desk/a", "/desk/a", "--bind",
                            "/srv/desk/a/b", "/desk/a/b", "--ro-bind", "/srv/desk/a/b/kept", "/desk/a/b/kept",
                            "--ro-bind", "/srv/other", "/deskshop/a/b"}));
}

TEST(BwrapCommand, WhatIsHiddenIsCoveredAndItsFolderCannotBeMovedAway) {
  SandboxPlan plan{.argv = {"true"}};
  plan.mounts = {{.kind = ReadWrite, .from = "/srv/desk", .to = "/desk"},
                 {.kind = HiddenFile, .to = "/desk/a/yett.toml"},
                 {.kind = HiddenFolder, .to = "/desk/state"}};
  EXPECT_TRUE(has(command_for(plan), {"--bind", "/srv/desk", "/desk", "--bind", "/srv/desk/a", "/desk/a", "--ro-bind",
                                      "/dev/null", "/desk/a/yett.toml", "--perms", "0755", "--size", "4096", "--tmpfs",
                                      "/desk/state", "--remount-ro", "/desk/state"}));
}

TEST(BwrapCommand, DevicesAndTheirMemoryCannotBeFilledOrReplaced) {
  const auto command = command_for({.argv = {"true"}});
  EXPECT_TRUE(has(command, {"--dev", "/dev", "--perms", "1777", "--size", "67108864", "--tmpfs", "/dev/shm",
                            "--remount-ro", "/dev"}));
}

TEST(BwrapCommand, FilesOfTheKernelAreMaskedAfterProcIsThere) {
  EXPECT_TRUE(has(command_for({.argv = {"true"}}), {"--proc", "/proc", "--ro-bind", "/dev/null", "/proc/keys"}));
}

TEST(BwrapCommand, MasksAreOnlyForFilesThatAreHere) {
  for (const auto& file : masked_proc_files_here()) {
    EXPECT_THAT(masked_proc_files(), Contains(testing::StrEq(file)));
  }
}

TEST(BwrapCommand, ArgumentsAreSeparatedByNul) {
  using namespace std::string_literals;
  EXPECT_EQ(nul_separated(std::vector<std::string>{"--a", "", "b c"}), "--a\0\0b c\0"s);
}

}  // namespace
}  // namespace yett
