#include "isolate/oci_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace yett {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::UnorderedElementsAre;
using enum Mount::Kind;

Json config_for(const SandboxPlan& plan, OciKind kind = OciKind::Namespaces) {
  static const std::vector<std::string> masks{"/proc/keys"};
  return oci_config(plan, {.kind = kind,
                           .user = 54321,
                           .group = 54322,
                           .command = {"/proc/self/fd/5", "kept", "3", "4", "6"},
                           .texts = {"/run/bundle/text-0", "/run/bundle/text-1"},
                           .files = {"/srv/one-file"},
                           .masks = masks});
}

const Json& at(const Json& value, std::initializer_list<std::string_view> keys) {
  const Json* found = &value;
  for (const auto key : keys) {
    found = found->find(key);
    if (found == nullptr) throw std::out_of_range(std::string(key));
  }
  return *found;
}

std::vector<std::string> texts(const Json& list) {
  std::vector<std::string> all;
  for (const auto& text : *list.as_array()) all.push_back(*text.as_string());
  return all;
}

/// "TYPE FROM TO" of each mount, in order.
std::vector<std::string> mounts_of(const Json& config) {
  std::vector<std::string> all;
  for (const auto& mount : *at(config, {"mounts"}).as_array()) {
    all.push_back(*at(mount, {"type"}).as_string() + " " + *at(mount, {"source"}).as_string() + " " +
                  *at(mount, {"destination"}).as_string());
  }
  return all;
}

std::vector<std::string> options_of(const Json& config, std::string_view to) {
  for (const auto& mount : *at(config, {"mounts"}).as_array()) {
    if (*at(mount, {"destination"}).as_string() == to) return texts(at(mount, {"options"}));
  }
  return {"there is no such mount"};
}

TEST(OciConfig, EveryNamespaceIsNewAndRootOfItIsTheUserAlone) {
  const auto config = config_for({.argv = {"true"}});
  std::vector<std::string> kinds;
  for (const auto& space : *at(config, {"linux", "namespaces"}).as_array()) {
    kinds.push_back(*at(space, {"type"}).as_string());
    EXPECT_EQ(space.find("path"), nullptr) << "one that is there already";
  }
  EXPECT_THAT(kinds, UnorderedElementsAre("user", "pid", "network", "ipc", "uts", "cgroup", "mount"));
  EXPECT_EQ(write_json(at(config, {"linux", "uidMappings"})), R"([{"containerID":0,"hostID":54321,"size":1}])");
  EXPECT_EQ(write_json(at(config, {"linux", "gidMappings"})), R"([{"containerID":0,"hostID":54322,"size":1}])");
}

TEST(OciConfig, TheOneCapabilityIsThatOfMappingRootOnwards) {
  const auto config = config_for({.argv = {"true"}});
  for (const auto* set : {"bounding", "effective", "permitted"}) {
    EXPECT_THAT(texts(at(config, {"process", "capabilities", set})), ElementsAre("CAP_SETFCAP"));
  }
  for (const auto* set : {"inheritable", "ambient"}) {
    EXPECT_THAT(texts(at(config, {"process", "capabilities", set})), IsEmpty());
  }
  EXPECT_TRUE(*at(config, {"process", "noNewPrivileges"}).as_bool());
}

TEST(OciConfig, GvisorMakesItsUserNamespaceItselfAndGetsNoCapability) {
  const auto config = config_for({.argv = {"true"}}, OciKind::Gvisor);
  EXPECT_EQ(at(config, {"linux"}).find("uidMappings"), nullptr);
  for (const auto* set : {"bounding", "effective", "permitted", "inheritable", "ambient"}) {
    EXPECT_THAT(texts(at(config, {"process", "capabilities", set})), IsEmpty());
  }
}

TEST(OciConfig, NothingOfTheProgramIsInIt) {
  const auto text = write_json(config_for({.argv = {"a-program", "the-secret"}, .env = {{"TOKEN", "a-token"}}}));
  for (const auto* word : {"a-program", "the-secret", "TOKEN", "a-token"}) {
    EXPECT_THAT(text, Not(testing::HasSubstr(word)));
  }
  EXPECT_THAT(text, testing::HasSubstr(R"("args":["/proc/self/fd/5","kept","3","4","6"],"env":[])"));
}

TEST(OciConfig, EachKindOfMountIsThereInItsOrder) {
  SandboxPlan plan{.argv = {"true"}};
  plan.mounts = {
      {.kind = ReadOnly, .from = "/usr", .to = "/usr"},        {.kind = Text, .to = "/etc/passwd", .text = "one"},
      {.kind = ReadWrite, .from = "/srv/desk", .to = "/desk"}, {.kind = Scratch, .to = "/tmp", .bytes = 4096},
      {.kind = Link, .from = "usr/bin", .to = "/bin"},         {.kind = Text, .to = "/etc/group", .text = "two"}};
  const auto config = config_for(plan);
  EXPECT_THAT(mounts_of(config),
              ElementsAre("proc proc /proc", "tmpfs tmpfs /dev", "devpts devpts /dev/pts", "tmpfs shm /dev/shm",
                          "bind /usr /usr", "bind /run/bundle/text-0 /etc/passwd", "bind /srv/desk /desk",
                          "tmpfs tmpfs /tmp", "bind /run/bundle/text-1 /etc/group"));
  EXPECT_THAT(options_of(config, "/tmp"), ElementsAre("nosuid", "nodev", "mode=1777", "size=4096", "nr_inodes=1024"));
  for (const auto* place : {"/usr", "/etc/passwd", "/dev"}) EXPECT_THAT(options_of(config, place), Contains("ro"));
  EXPECT_THAT(options_of(config, "/usr"), testing::IsSupersetOf({"rbind", "rro", "rnosuid", "rnodev"}));
  EXPECT_THAT(options_of(config, "/desk"), ElementsAre("rbind", "nosuid", "nodev", "rnosuid", "rnodev"));
  EXPECT_TRUE(*at(config, {"root", "readonly"}).as_bool());
}

TEST(OciConfig, WhatIsBelowAFileIsNotSpokenOf) {
  SandboxPlan plan{.argv = {"true"}};
  plan.mounts = {{.kind = ReadOnly, .from = "/srv/one-file", .to = "/one-file"}};
  EXPECT_THAT(options_of(config_for(plan), "/one-file"), ElementsAre("bind", "nosuid", "nodev", "ro"));
}

TEST(OciConfig, WhatIsHiddenIsCoveredAndItsFolderCannotBeMovedAway) {
  SandboxPlan plan{.argv = {"true"}};
  plan.mounts = {{.kind = ReadWrite, .from = "/srv/desk", .to = "/desk"},
                 {.kind = HiddenFile, .to = "/desk/a/yett.toml"},
                 {.kind = HiddenFolder, .to = "/desk/state"}};
  const auto config = config_for(plan);
  const auto mounts = mounts_of(config);
  EXPECT_THAT(std::vector(mounts.end() - 4, mounts.end()),
              ElementsAre("bind /srv/desk /desk", "bind /srv/desk/a /desk/a", "bind /dev/null /desk/a/yett.toml",
                          "tmpfs tmpfs /desk/state"));
  EXPECT_THAT(options_of(config, "/desk/a/yett.toml"), ElementsAre("bind", "nosuid", "nodev", "ro"));
  EXPECT_THAT(options_of(config, "/desk/state"), Contains("ro"));
}

TEST(OciConfig, FilesOfTheKernelAreMaskedOrToBeReadOnly) {
  const auto config = config_for({.argv = {"true"}});
  EXPECT_THAT(texts(at(config, {"linux", "maskedPaths"})), ElementsAre("/proc/keys"));
  EXPECT_THAT(texts(at(config, {"linux", "readonlyPaths"})),
              testing::IsSupersetOf({"/proc/sys", "/proc/sysrq-trigger", "/proc/irq", "/proc/bus"}));
  EXPECT_THAT(mounts_of(config), Not(Contains(testing::HasSubstr("/sys"))));
}

TEST(OciConfig, ALinkIsNotMadeWhereAMountWouldCoverItOrALinkLeadAway) {
  SandboxPlan plan{.argv = {"true"}};
  plan.mounts = {{.kind = Link, .from = "usr/bin", .to = "/bin"}};
  EXPECT_TRUE(check_oci_plan(plan));
  plan.mounts.push_back({.kind = Scratch, .to = "/tmp", .bytes = 1});
  plan.mounts.push_back({.kind = Link, .from = "/x", .to = "/tmp/link"});
  EXPECT_EQ(check_oci_plan(plan).error().kind, ErrorKind::Input);
  plan.mounts.back() = {.kind = Link, .from = "/x", .to = "/bin/link"};
  EXPECT_EQ(check_oci_plan(plan).error().kind, ErrorKind::Input);
}

}  // namespace
}  // namespace yett
