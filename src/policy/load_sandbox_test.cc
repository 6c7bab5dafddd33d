#include "policy/load_sandbox.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "policy/policy_fixture.h"

namespace yett::policy_test {
namespace {

/// A policy with two roots, whose line 17 is the first behind the command of [servers.files].
std::string with_server(std::string_view lines) {
  return with_section(
      fmt::format("[paths.desk]\nroot = \"/srv/desk\"\naccess = \"read\"\n[paths.notes]\n"
                  "root = \"/srv/notes\"\naccess = \"read-write\"\n"
                  "[servers.files]\ncommand = [\"/usr/bin/files\"]\n{}",
                  lines));
}

SandboxTerms terms_of(std::string_view lines) { return loaded(with_server(lines)).find_server("files")->sandbox; }

TEST(LoadSandbox, AServerThatSaysNothingIsHeldInAndSeesEveryRoot) {
  const SandboxTerms terms = terms_of("");
  EXPECT_EQ(terms.backend, std::nullopt);
  EXPECT_EQ(terms.none_because, std::nullopt);
  EXPECT_EQ(terms.program_files, ProgramFiles::Found);
  EXPECT_EQ(terms.roots, std::nullopt);
  EXPECT_EQ(terms.memory_bytes, std::uint64_t{2} << 30);
  EXPECT_EQ(terms.processes, 256U);
}

TEST(LoadSandbox, ReadsWhatHoldsAProgramIn) {
  const SandboxTerms terms = terms_of(
      "isolation = \"oci:crun\"\nmounts = [\"/opt/mcp\", \"auto\"]\nroots = [\"notes\"]\nmemory = \"512MiB\"\n"
      "pids = 32\ncpu = \"10m\"\nwall = \"1h\"");
  EXPECT_EQ(terms.backend, Backend::OciCrun);
  EXPECT_EQ(terms.program_files, ProgramFiles::Found);
  EXPECT_EQ(terms.mounts, std::vector<std::string>{"/opt/mcp"});
  EXPECT_EQ(terms.roots, std::vector<std::size_t>{1});
  EXPECT_EQ(terms.memory_bytes, std::uint64_t{512} << 20);
  EXPECT_EQ(terms.processes, 32U);
  EXPECT_EQ(terms.cpu, std::chrono::minutes(10));
  EXPECT_EQ(terms.wall, std::chrono::hours(1));
}

TEST(LoadSandbox, AListOfMountsIsAllThatIsShown) {
  EXPECT_EQ(terms_of("mounts = []").program_files, ProgramFiles::Listed);
  EXPECT_EQ(terms_of("mounts = [\"/opt/mcp\"]").program_files, ProgramFiles::Listed);
}

TEST(LoadSandbox, AnEmptyListOfRootsShowsNone) { EXPECT_EQ(terms_of("roots = []").roots, std::vector<std::size_t>{}); }

TEST(LoadSandbox, TheOnlyWayOutHasAReason) {
  EXPECT_EQ(terms_of("isolation = { none = \"it manages the machine\" }").none_because, "it manages the machine");
  expect_refused_at_mark({
      {with_server("isolation = §\"none\""),
       "servers.files.isolation: a program that nothing holds in needs a reason (isolation = { none = \"WHY\" })"},
      {with_server("isolation = { none = §\"\" }"),
       "servers.files.isolation.none: expected a text that is not blank, found an empty string"},
      {with_server("isolation = { none = §true }"), "servers.files.isolation.none: expected a string, found true"},
      {with_server("isolation = §{}"), "servers.files.isolation.none is missing (none = \"WHY\")"},
      {with_server("isolation = { §why = \"x\" }"), "unknown key servers.files.isolation.why"},
  });
}

TEST(LoadSandbox, RefusesWhatIsNoBackend) {
  expect_refused_at_mark({
      {with_server("isolation = §\"docker\""),
       "servers.files.isolation: expected \"auto\", \"bwrap\", \"oci:crun\", \"oci:runc\", \"oci:runsc\" or "
       "\"landlock\", found \"docker\""},
      {with_server("isolation = §true"),
       "servers.files.isolation: expected the name of a backend, found true (isolation = \"auto\", a backend, or { "
       "none = \"WHY\" } for a program that nothing holds in)"},
  });
}

TEST(LoadSandbox, RefusesMountsThatAreNoPlaces) {
  expect_refused_at_mark({
      {with_server("mounts = [§\"/\"]"),
       "servers.files.mounts[1]: the whole machine is no mount (name the folders that the program needs)"},
      {with_server("mounts = [§\"opt\"]"),
       "servers.files.mounts[1]: expected an absolute path, found \"opt\" (it begins with / and has no . or .. or "
       "empty component)"},
      {with_server("mounts = [\"/opt/a\", §\"/opt/a\"]"),
       "servers.files.mounts[2]: \"/opt/a\" is listed already (remove one of them)"},
      {with_server("mounts = [\"auto\", §\"auto\"]"),
       "servers.files.mounts[2]: \"auto\" is listed already (remove one of them)"},
      {with_server("mounts = §\"auto\""), "servers.files.mounts: expected a list, found \"auto\" (write [\"auto\"])"},
  });
}

TEST(LoadSandbox, RefusesRootsThatThePolicyDoesNotHave) {
  expect_refused_at_mark({
      {with_server("roots = [§\"note\"]"),
       "servers.files.roots[1]: \"note\" is not among [paths] (did you mean \"notes\"?)"},
      {with_server("roots = [\"notes\", §\"notes\"]"),
       "servers.files.roots[2]: \"notes\" is listed already (remove one of them)"},
  });
}

TEST(LoadSandbox, RefusesLimitsOfNothing) {
  expect_refused_at_mark({
      {with_server("memory = §\"1MiB\""),
       "servers.files.memory: no program starts in less than 8MiB (memory = \"2GiB\")"},
      {with_server("pids = §0"), "servers.files.pids: expected a number from 1 to 65536, found the number 0"},
      {with_server("cpu = §\"10ms\""), "servers.files.cpu: less than a second is no limit (cpu = \"1h\")"},
      {with_server("wall = §\"31d\""), "servers.files.wall: expected at most \"30d\", found \"31d\" (at most 30 days)"},
  });
}

TEST(LoadSandbox, ACommandBehindTheDashesHasTermsOfItsOwn) {
  const Policy policy =
      loaded(with_section("[run]\nenv = { LANG = \"C\" }\nisolation = { none = \"a test double\" }\npids = 5\n"));
  EXPECT_EQ(policy.run.sandbox.none_because, "a test double");
  EXPECT_EQ(policy.run.sandbox.processes, 5U);
  EXPECT_EQ(policy.run.env.front().second, "C");
  EXPECT_EQ(loaded(with_section("")).run.sandbox, SandboxTerms{});
  expect_refused_at_mark({{with_section("[run]\n§command = [\"/bin/cat\"]"), "unknown key run.command"}});
}

TEST(LoadSandbox, APolicyForCommandsAloneHasNoTools) {
  const std::string header = "[policy]\nname = \"n\"\nversion = 1\n[session]\npermissions = \"read-only\"\n";
  EXPECT_TRUE(loaded(header + "[run]\n").tools.in_order().empty());
  EXPECT_FALSE(parse_policy(header, "yett.toml"));
}

}  // namespace
}  // namespace yett::policy_test
