#include "isolate/sandbox_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "isolate/runtime_mounts.h"

namespace yett {
namespace {

using testing::HasSubstr;
using enum Mount::Kind;

SandboxPlan plan_with(Mount mount) { return {.argv = {"true"}, .mounts = {std::move(mount)}}; }

std::string refusal_of(const SandboxPlan& plan) {
  const auto checked = check_plan(plan);
  return checked ? "" : checked.error().message;
}

TEST(SandboxPlan, AnOrdinaryPlanIsTaken) {
  SandboxPlan plan{.argv = {"node", "server.js"}, .env = {{"PATH", "/usr/bin"}}, .cwd = "/srv/desk"};
  plan.mounts = debian_runtime_mounts();
  plan.mounts.push_back({.kind = ReadWrite, .from = "/srv/desk", .to = "/srv/desk"});
  plan.mounts.push_back({.kind = Scratch, .to = "/tmp", .bytes = 4096});
  EXPECT_EQ(refusal_of(plan), "");
}

TEST(SandboxPlan, NoProgramIsRefused) {
  EXPECT_THAT(refusal_of({}), HasSubstr("no program"));
  EXPECT_THAT(refusal_of({.argv = {""}}), HasSubstr("no program"));
}

TEST(SandboxPlan, ANulWouldEndAnArgumentEarly) {
  using namespace std::string_literals;
  EXPECT_THAT(refusal_of({.argv = {"true", "a\0--bind"s}}), HasSubstr("NUL"));
  EXPECT_THAT(refusal_of({.argv = {"true"}, .env = {{"A", "b\0c"s}}}), HasSubstr("environment variable"));
  EXPECT_THAT(refusal_of({.argv = {"true"}, .cwd = "/a\0b"s}), HasSubstr("folder"));
  EXPECT_THAT(refusal_of(plan_with({.kind = ReadOnly, .from = "/a\0b"s, .to = "/a"})), HasSubstr("plain spelling"));
}

TEST(SandboxPlan, AVariableNeedsAName) {
  EXPECT_THAT(refusal_of({.argv = {"true"}, .env = {{"", "x"}}}), HasSubstr("environment variable"));
  EXPECT_THAT(refusal_of({.argv = {"true"}, .env = {{"A=B", "x"}}}), HasSubstr("environment variable"));
}

TEST(SandboxPlan, APlaceHasOneSpelling) {
  for (const auto* path : {"", "a", "/a/../proc", "/a/./b", "/a//b", "/a/"}) {
    EXPECT_NE(refusal_of(plan_with({.kind = ReadOnly, .from = "/usr", .to = path})), "") << path;
    EXPECT_NE(refusal_of(plan_with({.kind = ReadOnly, .from = path, .to = "/usr"})), "") << path;
  }
}

TEST(SandboxPlan, WhatTheSandboxMakesItselfIsNotCovered) {
  for (const auto* path :
       {"/", "/proc", "/proc/sys", "/dev", "/dev/null", "/dev/shm", "/dev/shmem/a", "/sys", "/sys/kernel"}) {
    EXPECT_THAT(refusal_of(plan_with({.kind = ReadOnly, .from = "/usr", .to = path})), HasSubstr("makes that place"))
        << path;
  }
  EXPECT_EQ(refusal_of(plan_with({.kind = ReadOnly, .from = "/usr", .to = "/process"})), "");
  EXPECT_EQ(refusal_of(plan_with({.kind = ReadOnly, .from = "/usr", .to = "/dev/shm/yett"})), "");
}

TEST(SandboxPlan, AScratchFolderWithoutASizeWouldFillTheMachine) {
  EXPECT_THAT(refusal_of(plan_with({.kind = Scratch, .to = "/tmp"})), HasSubstr("size"));
}

TEST(SandboxPlan, ATextInAShownFolderWouldBeWrittenForReal) {
  for (const auto kind : {ReadOnly, ReadWrite}) {
    auto plan = plan_with({.kind = kind, .from = "/srv", .to = "/srv"});
    plan.mounts.push_back({.kind = Text, .to = "/srv/key", .text = "x"});
    EXPECT_THAT(refusal_of(plan), HasSubstr("folder of this machine"));
    plan.mounts.back() = {.kind = Link, .from = "a", .to = "/srv/b"};
    EXPECT_THAT(refusal_of(plan), HasSubstr("folder of this machine"));
    plan.mounts.back() = {.kind = Text, .to = "/srv2/key", .text = "x"};
    EXPECT_EQ(refusal_of(plan), "");
  }
}

std::vector<std::string> places_of(std::span<const Mount> mounts) {
  std::vector<std::string> places;
  for (const auto& mount : mounts) {
    places.push_back((mount.kind == ReadWrite  ? "rw "
                      : mount.kind == ReadOnly ? "ro "
                                               : "hidden ") +
                     mount.from + " " + mount.to);
  }
  return places;
}

TEST(PinnedFolders, AFolderAboveAMountIsOneItself) {
  const std::vector<Mount> mounts{{.kind = ReadWrite, .from = "/srv/desk", .to = "/desk"},
                                  {.kind = ReadOnly, .from = "/srv/desk/a/b/kept", .to = "/desk/a/b/kept"},
                                  {.kind = ReadOnly, .from = "/srv/other", .to = "/deskshop/a/b"}};
  EXPECT_THAT(places_of(with_pinned_folders(mounts)),
              testing::ElementsAre("rw /srv/desk /desk", "rw /srv/desk/a /desk/a", "rw /srv/desk/a/b /desk/a/b",
                                   "ro /srv/desk/a/b/kept /desk/a/b/kept", "ro /srv/other /deskshop/a/b"));
}

TEST(PinnedFolders, TwoMountsInOneFolderDoNotCoverEachOther) {
  const std::vector<Mount> mounts{{.kind = ReadWrite, .from = "/w", .to = "/w"},
                                  {.kind = ReadOnly, .from = "/w/.git/config", .to = "/w/.git/config"},
                                  {.kind = ReadOnly, .from = "/w/.git/hooks", .to = "/w/.git/hooks"}};
  EXPECT_THAT(places_of(with_pinned_folders(mounts)),
              testing::ElementsAre("rw /w /w", "rw /w/.git /w/.git", "ro /w/.git/config /w/.git/config",
                                   "ro /w/.git/hooks /w/.git/hooks"));
}

TEST(PinnedFolders, WhatIsOnlyReadIsNotMadeToBeChanged) {
  const std::vector<Mount> mounts{{.kind = ReadWrite, .from = "/w", .to = "/w"},
                                  {.kind = ReadOnly, .from = "/w/kept", .to = "/w/kept"},
                                  {.kind = HiddenFile, .to = "/w/kept/deep/file"},
                                  {.kind = ReadWrite, .from = "/w/kept/free", .to = "/w/kept/free"},
                                  {.kind = HiddenFile, .to = "/w/kept/free/deep/file"}};
  EXPECT_THAT(places_of(with_pinned_folders(mounts)),
              testing::ElementsAre("rw /w /w", "ro /w/kept /w/kept", "hidden  /w/kept/deep/file",
                                   "rw /w/kept/free /w/kept/free", "rw /w/kept/free/deep /w/kept/free/deep",
                                   "hidden  /w/kept/free/deep/file"));
}

TEST(SandboxPlan, NothingIsHiddenWhereNothingIsShown) {
  for (const auto kind : {HiddenFile, HiddenFolder}) {
    auto plan = plan_with({.kind = ReadWrite, .from = "/srv", .to = "/srv"});
    plan.mounts.push_back({.kind = kind, .to = "/srv/yett.toml"});
    EXPECT_EQ(refusal_of(plan), "");
    plan.mounts.back().to = "/other/yett.toml";
    EXPECT_THAT(refusal_of(plan), HasSubstr("nothing is shown"));
  }
}

TEST(RuntimeMounts, NothingOfTheMachineIsShownBeyondItsPrograms) {
  for (const auto& mount : debian_runtime_mounts()) {
    EXPECT_NE(mount.kind, ReadWrite) << mount.to;
    EXPECT_NE(mount.to, "/etc");
    if (mount.kind != ReadOnly) continue;
    for (const auto* hidden : {"/home", "/root", "/run", "/sys", "/var", "/etc/shadow", "/etc/passwd"}) {
      EXPECT_FALSE(mount.from == hidden || mount.from.starts_with(std::string(hidden) + "/")) << mount.from;
    }
  }
}

TEST(RuntimeMounts, TheUserOfTheSandboxHasAName) {
  const auto mounts = debian_runtime_mounts();
  const auto passwd = std::ranges::find(mounts, "/etc/passwd", &Mount::to);
  ASSERT_NE(passwd, mounts.end());
  EXPECT_THAT(passwd->text, HasSubstr("user:x:1000:1000:"));
  EXPECT_THAT(passwd->text, testing::Not(HasSubstr("root")));
}

}  // namespace
}  // namespace yett
