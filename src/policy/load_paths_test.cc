#include "policy/load_paths.h"

#include <gtest/gtest.h>

#include <string>

#include "policy/policy_fixture.h"

namespace yett::policy_test {
namespace {

/// A policy whose line 9 is the first of [paths.tickets].
std::string with_root(std::string_view lines) { return with_section(fmt::format("[paths.tickets]\n{}", lines)); }

TEST(LoadPaths, RefusesRootsThatAreNone) {
  const std::string plain =
      ": a root must be a plain path of at least one folder (leave out ., .., doubled and final slashes, escapes and "
      "control characters)";
  expect_refusals({
      {with_root("root = \"srv\"\naccess = \"read\""),
       "9:8: paths.tickets.root: \"srv\": a root must be an absolute path (begin it with /)"},
      {with_root("root = \"~/srv\"\naccess = \"read\""),
       "9:8: paths.tickets.root: \"~/srv\": a root must be an absolute path (begin it with /)"},
      {with_root("root = \"/\"\naccess = \"read\""), "9:8: paths.tickets.root: \"/\"" + plain},
      {with_root("root = \"/srv/../etc\"\naccess = \"read\""), "9:8: paths.tickets.root: \"/srv/../etc\"" + plain},
      {with_root("root = \"/srv/\"\naccess = \"read\""), "9:8: paths.tickets.root: \"/srv/\"" + plain},
      {with_root("root = \"/srv/\\u0007\"\naccess = \"read\""), "9:8: paths.tickets.root: \"/srv/\\u{0007}\"" + plain},
      {with_root("root = \"/srv/{team}\"\naccess = \"read\""),
       "9:8: paths.tickets.root: \"/srv/{team}\": unknown name in braces (only {tenant} and {user} are filled in)"},
      {with_root("root = \"\"\naccess = \"read\""),
       "9:8: paths.tickets.root: expected a text that is not blank, found an empty string"},
      {with_root("root = [\"/srv\"]\naccess = \"read\""), "9:8: paths.tickets.root: expected a string, found a list"},
  });
}

TEST(LoadPaths, RefusesMissingAndUnknownKeys) {
  expect_refusals({
      {with_root("access = \"read\""), R"(8:1: paths.tickets.root is missing (root = "/FOLDER"))"},
      {with_root("root = \"/srv\""), R"(8:1: paths.tickets.access is missing (access = "read" or "read-write"))"},
      {with_root("root = \"/srv\"\naccess = \"write\""),
       R"(10:10: paths.tickets.access: expected "read" or "read-write", found "write")"},
      {with_root("root = \"/srv\"\nacess = \"read\""),
       R"(10:1: unknown key paths.tickets.acess (did you mean "access"?))"},
      {with_section("[paths]\nroot = \"/srv\""), R"(9:8: paths.root: expected a table, found "/srv")"},
      {with_section("[paths.\"a/b\"]\nroot = \"/srv\"\naccess = \"read\""),
       R"(8:8: "a/b" is no name for a root (1 to 64 letters, digits, _ and -))"},
  });
}

TEST(LoadPaths, RefusesWhatIsNoTable) {
  expect_refused_at_mark({{"paths = §7\n" + with_section(""), "paths: expected a table, found the number 7"}});
}

TEST(LoadPaths, RefusesTwoRootsOfOneFolder) {
  expect_refusals(
      {{with_root("root = \"/srv\"\naccess = \"read\"\n[paths.more]\nroot = \"/srv\"\naccess = \"read-write\""),
        "11:8: paths.more has the root of paths.tickets at yett.toml:8:8 (one folder has one access)"}});
}

TEST(LoadPaths, BlamesTheRootAndNotTheToolThatNamesIt) {
  expect_refused_at_mark({
      {read_tool("path.read = { arguments = [\"p\"], roots = [\"tickets\"] }") +
           "[paths.tickets]\nroot = §\"srv\"\naccess = \"read\"\n",
       "paths.tickets.root: \"srv\": a root must be an absolute path (begin it with /)"},
      {with_root("root = §\"srv\"\naccess = \"read\"\n[paths.more]\nroot = \"srv\"\naccess = \"read\""),
       "paths.tickets.root: \"srv\": a root must be an absolute path (begin it with /)"},
  });
}

TEST(LoadPaths, LeavesTenantAndUserToBeFilledIn) {
  const Policy policy = loaded(with_root("root = \"/srv/{tenant}/{user}/tickets\"\naccess = \"read\""));
  ASSERT_EQ(policy.paths.size(), 1u);
  EXPECT_TRUE(policy.paths[0].root.is_template());
  EXPECT_EQ(policy.paths[0].root.text(), "/srv/{tenant}/{user}/tickets");
}

TEST(LoadPaths, KeepsTheOrderOfTheFile) {
  const Policy policy = loaded(
      with_root("root = \"/srv/tickets\"\naccess = \"read-write\"\n[paths.all]\nroot = \"/srv\"\naccess = \"read\""));
  ASSERT_EQ(policy.paths.size(), 2u);
  EXPECT_EQ(policy.paths[0].name, "tickets");
  EXPECT_EQ(policy.paths[0].root.text(), "/srv/tickets");
  EXPECT_EQ(policy.paths[0].root.access(), PathAccess::Write);
  EXPECT_EQ(policy.paths[0].where.line, 8u);
  EXPECT_EQ(policy.paths[1].name, "all");
  EXPECT_EQ(policy.paths[1].root.access(), PathAccess::Read);
  EXPECT_TRUE(loaded(with_section("[paths]")).paths.empty());
}

}  // namespace
}  // namespace yett::policy_test
