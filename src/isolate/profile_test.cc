#include "isolate/profile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "os/scratch_folder.h"
#include "policy/load.h"

namespace yett {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;
using enum Mount::Kind;

/// A ground with folders, and the profile of a program on it.
class ProfileTest : public testing::Test {
 protected:
  void SetUp() override {
    auto folder = ScratchFolder::make("/tmp", "yett-profile");
    ASSERT_TRUE(folder);
    folder_.emplace(*std::move(folder));
    top_ = folder_->path();
  }

  std::string make(const std::string& name) const {
    std::filesystem::create_directories(top_ + "/" + name);
    return top_ + "/" + name;
  }
  std::string file(const std::string& name) const {
    std::filesystem::create_directories(std::filesystem::path(top_ + "/" + name).parent_path());
    std::ofstream(top_ + "/" + name) << "x";
    return top_ + "/" + name;
  }

  /// [paths] and [run] of a policy.
  void load(const std::string& lines) {
    const std::string text = "[policy]\nname = \"n\"\nversion = 1\n[session]\npermissions = \"read-only\"\n" + lines +
                             (lines.contains("[run]") ? "" : "[run]\n");
    auto policy = parse_policy(text, "yett.toml");
    ASSERT_TRUE(policy) << policy.error().to_string();
    policy_ = *std::move(policy);
  }
  [[nodiscard]] std::string root(const std::string& name, const std::string& path, const std::string& access) const {
    return "[paths." + name + "]\nroot = \"" + path + "\"\naccess = \"" + access + "\"\n";
  }

  [[nodiscard]] ProgramRequest request() const {
    return {.policy = *policy_,
            .terms = policy_->run.sandbox,
            .bindings = {.tenant = "acme", .user = "ana"},
            .argv = {"/usr/bin/true"},
            .env = Environment(Environment::Values{{"PATH", "/usr/bin"}})};
  }
  static Profile made(const ProgramRequest& request) {
    auto profile = make_profile(request);
    EXPECT_TRUE(profile) << profile.error().to_string();
    if (!profile) return {};
    const auto checked = check_plan(profile->plan);
    EXPECT_TRUE(checked) << checked.error().message;
    return *std::move(profile);
  }
  /// What is shown of the ground, with its kind in front: "rw /desk".
  [[nodiscard]] std::vector<std::string> shown(const Profile& profile) const {
    std::vector<std::string> shown;
    for (const Mount& mount : profile.plan.mounts) {
      if (mount.to != top_ && !mount.to.starts_with(top_ + "/")) continue;
      const char* kind = mount.kind == ReadWrite      ? "rw "
                         : mount.kind == ReadOnly     ? "ro "
                         : mount.kind == HiddenFile   ? "hidden "
                         : mount.kind == HiddenFolder ? "hidden/ "
                                                      : "? ";
      shown.push_back(kind + mount.to.substr(top_.size()));
    }
    return shown;
  }

  std::string top_;
  PolicyRef policy_;

 private:
  std::optional<ScratchFolder> folder_;
};

TEST_F(ProfileTest, NothingIsShownThatThePolicyDoesNotName) {
  make("desk");
  load("");
  const Profile profile = made(request());
  EXPECT_THAT(shown(profile), IsEmpty());
  EXPECT_EQ(profile.plan.cwd, "/");
  EXPECT_EQ(profile.plan.env, (std::map<std::string, std::string>{{"PATH", "/usr/bin"}}));
  EXPECT_EQ(profile.plan.network, Network::None);
}

TEST_F(ProfileTest, RootsAreShownAsTheyMayBeUsed) {
  load(root("desk", make("desk"), "read-write") + root("kept", make("kept"), "read"));
  EXPECT_THAT(shown(made(request())), UnorderedElementsAre("rw /desk", "ro /kept"));
}

TEST_F(ProfileTest, ARootWithinAnotherComesBehindIt) {
  load(root("inner", make("desk/kept"), "read") + root("desk", make("desk"), "read-write"));
  EXPECT_THAT(shown(made(request())), testing::ElementsAre("rw /desk", "ro /desk/kept"));
}

TEST_F(ProfileTest, ATemplateIsFilledFromTheSessionOrLeftOut) {
  make("acme");
  load(root("tickets", top_ + "/{tenant}", "read"));
  EXPECT_THAT(shown(made(request())), UnorderedElementsAre("ro /acme"));
  auto without = request();
  without.bindings.tenant.reset();
  const Profile profile = made(without);
  EXPECT_THAT(shown(profile), IsEmpty());
  EXPECT_THAT(profile.remarks, testing::ElementsAre(HasSubstr("the session does not fill in")));
}

TEST_F(ProfileTest, AnotherTenantsFolderIsNotShown) {
  make("acme");
  make("globex");
  load(root("tickets", top_ + "/{tenant}", "read-write"));
  EXPECT_THAT(shown(made(request())), UnorderedElementsAre("rw /acme"));
}

TEST_F(ProfileTest, ListedRootsAreTheOnlyOnes) {
  const std::string roots = root("desk", make("desk"), "read-write") + root("kept", make("kept"), "read");
  load(roots + "[run]\nroots = [\"kept\"]\n");
  EXPECT_THAT(shown(made(request())), UnorderedElementsAre("ro /kept"));
  load(roots + "[run]\nroots = []\n");
  EXPECT_THAT(shown(made(request())), IsEmpty());
}

TEST_F(ProfileTest, ARootThatIsNotThereIsRemarked) {
  load(root("desk", top_ + "/none", "read"));
  const Profile profile = made(request());
  EXPECT_THAT(shown(profile), IsEmpty());
  EXPECT_THAT(profile.remarks, testing::ElementsAre(HasSubstr("there is no")));
}

TEST_F(ProfileTest, ALinkInAFolderThatAProgramMayChangeIsNoRoot) {
  make("secret");
  std::filesystem::create_symlink(top_ + "/secret", make("desk") + "/inner");
  load(root("desk", top_ + "/desk", "read-write") + root("inner", top_ + "/desk/inner", "read"));
  const Profile profile = made(request());
  EXPECT_THAT(shown(profile), UnorderedElementsAre("rw /desk"));
  EXPECT_THAT(profile.remarks, testing::ElementsAre(HasSubstr("a link that a program could have made")));
}

TEST_F(ProfileTest, ARootByALinkIsShownOnceAndALinkLeadsThere) {
  std::filesystem::create_symlink(make("real"), top_ + "/link");
  make("real/state");
  load(root("desk", top_ + "/link", "read-write"));
  auto with_own = request();
  with_own.sealed = {top_ + "/real/state"};
  const Profile profile = made(with_own);
  EXPECT_THAT(shown(profile), testing::ElementsAre("? /link", "rw /real", "hidden/ /real/state"));
  EXPECT_EQ(std::ranges::find(profile.plan.mounts, top_ + "/link", &Mount::to)->kind, Link);
}

TEST_F(ProfileTest, ALinkThatAnotherProgramCouldHaveMadeIsNoRootAndNoMount) {
  make("outer");
  make("secret");
  std::filesystem::create_symlink(top_ + "/secret", top_ + "/outer/inner");
  const std::string roots = root("outer", top_ + "/outer", "read-write") + root("inner", top_ + "/outer/inner", "read");
  load(roots + "[run]\nroots = [\"inner\"]\n");
  EXPECT_THAT(shown(made(request())), IsEmpty());
  load(roots + "[run]\nroots = []\nmounts = [\"" + top_ + "/outer/inner\"]\n");
  EXPECT_FALSE(make_profile(request()));
}

TEST_F(ProfileTest, WhatAProgramCouldHaveMadeSaysNotWhatItIsShown) {
  file("secret/bin/tool");
  file("secret/lib/x");
  file("desk/build.sh");
  std::ofstream(top_ + "/desk/build.sh") << "#!" << top_ << "/secret/bin/tool\n";
  load(root("desk", top_ + "/desk", "read-write"));
  auto script = request();
  script.argv = {top_ + "/desk/build.sh"};
  EXPECT_THAT(shown(made(script)), UnorderedElementsAre("rw /desk"));
}

TEST_F(ProfileTest, APolicyThatIsNamedByALinkInARootIsRefused) {
  load(root("desk", make("desk"), "read-write"));
  std::filesystem::create_symlink(make("elsewhere"), top_ + "/desk/conf");
  for (const std::string& sealed : {top_ + "/desk/conf/yett.toml", top_ + "/desk/none.toml"}) {
    auto with_own = request();
    with_own.sealed = {sealed};
    EXPECT_FALSE(make_profile(with_own)) << sealed;
  }
}

TEST_F(ProfileTest, FoldersOnTheWayToAMountAreThoseThatWereLookedAt) {
  load(root("desk", make("desk"), "read-write") + root("kept", make("desk/a/b/kept"), "read"));
  const Profile profile = made(request());
  EXPECT_THAT(shown(profile), testing::ElementsAre("rw /desk", "rw /desk/a", "rw /desk/a/b", "ro /desk/a/b/kept"));
  for (const Mount& mount : profile.plan.mounts) {
    if (mount.to.starts_with(top_)) EXPECT_NE(mount.identity.inode, 0U) << mount.to;
  }
}

TEST_F(ProfileTest, WhatIsYettsOwnIsHidden) {
  load(root("desk", make("desk"), "read-write") + root("kept", make("kept"), "read"));
  auto with_own = request();
  with_own.sealed = {file("kept/yett.toml"), make("desk/state"), file("elsewhere/yett.lock"), top_ + "/none"};
  EXPECT_THAT(shown(made(with_own)),
              UnorderedElementsAre("rw /desk", "ro /kept", "hidden /kept/yett.toml", "hidden/ /desk/state"));
}

TEST_F(ProfileTest, WhatAProgramIsHeldByDoesNotLieInWhatItMayChange) {
  load(root("desk", make("desk"), "read-write"));
  auto with_own = request();
  with_own.sealed = {file("desk/conf/yett.toml")};
  const auto profile = make_profile(with_own);
  ASSERT_FALSE(profile);
  EXPECT_THAT(profile.error().message, HasSubstr("it could change what it is held by"));
  // A folder in it that is only read keeps it apart.
  load(root("desk", make("desk"), "read-write") + root("conf", make("desk/conf"), "read"));
  auto apart = request();
  apart.sealed = {top_ + "/desk/conf/yett.toml"};
  EXPECT_THAT(shown(made(apart)), testing::Contains("hidden /desk/conf/yett.toml"));
}

TEST_F(ProfileTest, ARootThatIsYettsOwnIsNotShown) {
  load(root("state", make("state/inner"), "read"));
  auto with_own = request();
  with_own.sealed = {top_ + "/state"};
  const Profile profile = made(with_own);
  EXPECT_THAT(shown(profile), IsEmpty());
  EXPECT_THAT(profile.remarks, testing::ElementsAre(HasSubstr("Yett's own")));
}

TEST_F(ProfileTest, GivenFoldersAreShownThoughTheyAreYettsOwn) {
  load(root("desk", make("desk"), "read-write"));
  auto with_secrets = request();
  with_secrets.sealed = {make("desk/cards")};
  with_secrets.given = {make("desk/cards/secrets")};
  EXPECT_THAT(shown(made(with_secrets)), testing::Contains("ro /desk/cards/secrets"));
}

TEST_F(ProfileTest, WhatOthersRunIsNotChangedWhereItLies) {
  file("desk/.git/config");
  file("desk/.envrc");
  file("desk/main.c");
  load(root("desk", top_ + "/desk", "read-write"));
  EXPECT_THAT(shown(made(request())), UnorderedElementsAre("rw /desk", "ro /desk/.git", "ro /desk/.envrc"));
  // Who wants commits says so.
  load(root("desk", top_ + "/desk", "read-write") + root("git", top_ + "/desk/.git", "read-write"));
  EXPECT_THAT(shown(made(request())), UnorderedElementsAre("rw /desk", "rw /desk/.git", "ro /desk/.envrc"));
}

TEST_F(ProfileTest, AProtectedNameThatIsALinkIsNotFollowed) {
  make("secret");
  make("desk");
  std::filesystem::create_symlink(top_ + "/secret", top_ + "/desk/.vscode");
  load(root("desk", top_ + "/desk", "read-write"));
  EXPECT_THAT(shown(made(request())), UnorderedElementsAre("rw /desk"));
}

TEST_F(ProfileTest, MountsAreShownAndMustBeThere) {
  load("[run]\nmounts = [\"" + make("opt/mcp") + "\"]\n");
  EXPECT_THAT(shown(made(request())), UnorderedElementsAre("ro /opt/mcp"));
  load("[run]\nmounts = [\"" + top_ + "/none\"]\n");
  const auto profile = make_profile(request());
  ASSERT_FALSE(profile);
  EXPECT_THAT(profile.error().to_string(), HasSubstr("yett.toml:"));
}

TEST_F(ProfileTest, ThePackageOfTheProgramIsFoundUnlessMountsAreListed) {
  file("server/package.json");
  const std::vector<std::string> argv{"/usr/bin/node", file("server/dist/index.js"), make("desk")};
  load("");
  auto found = request();
  found.argv = argv;
  EXPECT_THAT(shown(made(found)), UnorderedElementsAre("ro /server"));
  load("[run]\nmounts = []\n");
  auto listed = request();
  listed.argv = argv;
  EXPECT_THAT(shown(made(listed)), IsEmpty());
}

TEST_F(ProfileTest, AFolderToStartInMustBeShown) {
  load(root("desk", make("desk/desk"), "read-write"));
  auto inside = request();
  inside.cwd = top_ + "/desk/desk";
  EXPECT_EQ(made(inside).plan.cwd, top_ + "/desk/desk");
  inside.cwd = top_ + "/desk";  // the folder above is made for the root
  EXPECT_EQ(made(inside).plan.cwd, top_ + "/desk");
  inside.cwd = make("other");
  const auto profile = make_profile(inside);
  ASSERT_FALSE(profile);
  EXPECT_THAT(profile.error().message, HasSubstr("it is shown nothing there"));
}

TEST_F(ProfileTest, WithoutOneItStartsWhereWeAreIfThatIsShown) {
  load(root("desk", make("desk"), "read-write"));
  auto here = request();
  here.current = top_ + "/desk";
  EXPECT_EQ(made(here).plan.cwd, top_ + "/desk");
  here.current = make("home");
  EXPECT_EQ(made(here).plan.cwd, "/");
}

TEST_F(ProfileTest, LimitsAreThoseOfThePolicy) {
  load("[run]\nmemory = \"64MiB\"\npids = 7\ncpu = \"1500ms\"\nwall = \"1m\"\n");
  const Limits limits = made(request()).plan.limits;
  EXPECT_EQ(limits.memory_bytes, std::uint64_t{64} << 20);
  EXPECT_EQ(limits.processes, 7U);
  EXPECT_EQ(limits.cpu_seconds, 2U);
  EXPECT_EQ(limits.wall_seconds, 60U);
}

TEST_F(ProfileTest, ARootThatHoldsEtcLeavesNoTextOfOursInIt) {
  load(root("etc", "/etc", "read"));
  for (const Mount& mount : made(request()).plan.mounts) EXPECT_FALSE(mount.to.starts_with("/etc/")) << mount.to;
}

}  // namespace
}  // namespace yett
