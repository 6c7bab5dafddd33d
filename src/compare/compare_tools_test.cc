#include <gtest/gtest.h>

#include "compare/compare_fixture.h"
#include "policy/policy_fixture.h"

namespace yett::compare_test {
namespace {

using policy_test::tool;
using policy_test::with_tool;

TEST(CompareTools, TrustedResultsAreAGrant) {
  const std::string plain = tool("read", "internal", "true");
  EXPECT_EQ(told(plain, tool("read", "internal", "true", "returns = \"trusted\"")),
            "grants tools.t.returns: tool_output -> trusted\n");
}

TEST(CompareTools, TheTierStandsBesideTheFieldThatItFollowsFrom) {
  EXPECT_EQ(told(tool("send", "internal", "false", "destination.url = [\"url\"]"),
                 tool("send", "internal", "true", "destination.url = [\"url\"]")),
            "grants tools.t.reversible: false (dangerous) -> true (sensitive)\n");
}

TEST(CompareTools, AnArgumentThatIsNoLongerJudgedIsGrave) {
  const auto found = differences(tool("read", "internal", "true", "destination.url = [\"url\"]"),
                                 tool("read", "internal", "true", "unbound = [\"url\"]"));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(told(found), "grants tools.t.unbound: url: destination.url -> url: unbound\n");
  EXPECT_EQ(found[0].danger, Danger::Grave);
  EXPECT_EQ(found[0].before.where.file, "old.toml");
  EXPECT_EQ(found[0].after.where.file, "new.toml");
}

TEST(CompareTools, ASchemaThatIsDroppedMayGrant) {
  const std::string with =
      tool("read", "internal", "true", "arguments = { properties = { a = { type = \"string\" } } }");
  const std::string without = tool("read", "internal", "true", "content = [\"a\"]");
  for (const auto& found : {differences(with, without), differences(without, with)}) {
    const auto schema = std::ranges::find(found, Matter::Schema, &Difference::matter);
    ASSERT_NE(schema, found.end());
    EXPECT_EQ(schema->direction, Direction::Changes);
  }
}

TEST(CompareTools, ANewToolIsAsGraveAsItsTier) {
  const std::string base = with_tool("a = { effect = \"read\", sensitivity = \"internal\", reversible = true }");
  const auto with = [&](std::string_view line) { return base + std::string(line) + "\n"; };
  const auto danger = [&](std::string_view line) { return differences(base, with(line)).at(0).danger; };
  EXPECT_EQ(danger("b = { effect = \"read\", sensitivity = \"internal\", reversible = true }"), Danger::Marked);
  EXPECT_EQ(danger("b = { effect = \"write\", sensitivity = \"internal\", reversible = true }"), Danger::Serious);
  EXPECT_EQ(danger("b = { effect = \"execute\", sensitivity = \"internal\", reversible = false }"), Danger::Grave);
}

TEST(CompareTools, AToolUnderItsOnlyServerIsTheOneUnderTools) {
  const std::string_view head =
      "[policy]\nname = \"a\"\nversion = 1\n[session]\npermissions = \"no execution\"\n"
      "[servers.one]\ncommand = [\"/bin/one\"]\n";
  const std::string_view line = "t = { effect = \"read\", sensitivity = \"internal\", reversible = true }\n";
  EXPECT_EQ(told(fmt::format("{}[tools]\n{}", head, line), fmt::format("{}[servers.one.tools]\n{}", head, line)), "");
}

TEST(CompareTools, GrantsStandInFrontTheGravestFirst) {
  const std::string before = tool("send", "internal", "false", "destination.url = [\"url\"], until = 2027-01-01");
  const std::string after =
      tool("send", "private", "true", "tenant = \"single\", destination.url = [\"url\"], until = 2027-02-01");
  const auto found = differences(before, after);
  ASSERT_EQ(found.size(), 4u) << told(found);
  EXPECT_EQ(found[0].matter, Matter::Reversible);
  EXPECT_EQ(found[1].matter, Matter::ToolEnd);
  EXPECT_EQ(found[2].direction, Direction::TakesAway);
  EXPECT_EQ(found[3].direction, Direction::TakesAway);
}

TEST(CompareTools, DemandingAnotherRightOnlyNarrowsWhereEverySetHasTheSmallerOneToo) {
  const auto policy = [](std::string_view effect, std::string_view set) {
    return fmt::format(
        "[policy]\nname = \"a\"\nversion = 1\n[session]\npermissions = \"{}\"\n[permissions.writer]\n"
        "grants = {{ write = [\"user\"] }}\n[tools]\nt = {{ effect = \"{}\", sensitivity = \"internal\", "
        "reversible = true }}\n",
        set, effect);
  };
  EXPECT_EQ(differences(policy("read", "no execution"), policy("write", "no execution")).at(0).direction,
            Direction::TakesAway);
  EXPECT_EQ(differences(policy("write", "no execution"), policy("read", "no execution")).at(0).direction,
            Direction::Grants);
  EXPECT_EQ(differences(policy("read", "writer"), policy("write", "writer")).at(0).direction, Direction::Changes);
}

TEST(CompareTools, OneRootLessMayGiveRelativePathsABase) {
  const auto policy = [](std::string_view roots) {
    return policy_test::read_tool(fmt::format("path.read = {{ arguments = [\"p\"]{} }}", roots)) +
           "[paths.a]\nroot = \"/srv/a\"\naccess = \"read\"\n[paths.b]\nroot = \"/srv/b\"\naccess = \"read\"\n";
  };
  EXPECT_EQ(told(policy(", roots = [\"a\", \"b\"]"), policy(", roots = [\"a\"]")),
            "changes tools.t.path.read.base:  -> a\ntakes away tools.t.path.read: a, b -> a\n");
  EXPECT_EQ(told(policy(", roots = [\"a\", \"b\"], base = \"a\""), policy(", roots = [\"a\"]")),
            "takes away tools.t.path.read: a, b -> a\n");
}

TEST(CompareTools, OneDestinationMoreMayBeTheOneThatWasMissing) {
  const auto policy = [](std::string_view bound) {
    return tool(
        "send", "internal", "true",
        fmt::format("arguments = {{ properties = {{ a = {{ type = \"string\" }}, b = {{ type = \"string\" }} }} }}, {}",
                    bound));
  };
  EXPECT_EQ(
      differences(policy("destination.url = [\"a\"]"), policy("destination.url = [\"a\", \"b\"]")).at(0).direction,
      Direction::Changes);
}

TEST(CompareCommands, WordsInFrontOfTheRestHaveToBeThere) {
  const auto policy = [](std::string_view paths) {
    return tool(
        "execute", "internal", "true",
        fmt::format("command.argv = [\"argv\"], commands = [{{ program = \"/opt/bin/a\", effect = \"read\"{} }}]",
                    paths));
  };
  const auto direction = [&](std::string_view before, std::string_view after) {
    return differences(policy(before), policy(after)).at(0).direction;
  };
  EXPECT_EQ(direction(", paths = \"text\"", ""), Direction::TakesAway);
  EXPECT_EQ(direction(", paths = [\"text\", \"rest\"]", ""), Direction::Changes);
}

TEST(CompareTools, APlainNameOfTwoServersMeansTheOtherToolOnceOneIsGone) {
  const auto policy = [](std::string_view tools) {
    return fmt::format(
        "[policy]\nname = \"a\"\nversion = 1\n[session]\npermissions = \"no execution\"\n"
        "[servers.one]\ncommand = [\"/bin/one\"]\n[servers.two]\ncommand = [\"/bin/two\"]\n"
        "[servers.one.tools]\n{}[servers.two.tools]\n{}{}",
        "t = { effect = \"read\", sensitivity = \"internal\", reversible = true }\n",
        "u = { effect = \"read\", sensitivity = \"internal\", reversible = true }\n", tools);
  };
  const std::string_view same = "t = { effect = \"read\", sensitivity = \"internal\", reversible = true }\n";
  EXPECT_EQ(differences(policy(same), policy("")).at(0).direction, Direction::Changes);
}

TEST(CompareLocks, ALockThatIsGoneLetsEveryDefinitionThrough) {
  const Side plain = side_of(tool("read", "internal", "true"), "a.toml");
  auto pinned = std::make_shared<Policy>(*plain.policy);
  pinned->lock = ToolLock{.servers = {{.name = "s", .command = {"/bin/s"}, .cwd = {}, .tools = {{"t", Json("one")}}}},
                          .signature = {}};
  auto changed = std::make_shared<Policy>(*pinned);
  changed->lock->servers[0].tools[0].definition = Json("two");
  auto more = std::make_shared<Policy>(*pinned);
  more->lock->servers[0].tools.push_back({"u", Json("new")});
  const auto compare = [&](const Policy& one, const Policy& other) {
    return told(compare_policies({one, plain.document}, {other, plain.document}));
  };
  EXPECT_EQ(compare(*pinned, *plain.policy), "grants lock: yett.lock -> \n");
  EXPECT_EQ(compare(*plain.policy, *pinned), "takes away lock:  -> yett.lock\n");
  EXPECT_EQ(compare(*pinned, *changed), "changes lock.s.t: \"one\" -> \"two\"\n");
  EXPECT_EQ(compare(*pinned, *more), "grants lock.s.u:  -> \"new\"\n");
  EXPECT_EQ(compare(*more, *pinned), "takes away lock.s.u: \"new\" -> \n");
  EXPECT_EQ(compare(*pinned, *pinned), "");
}

TEST(CompareSets, ASetThatNoSessionCanHaveDecidesNothing) {
  const std::string role = "[permissions.idle]\ngrants = { read = [\"user\"] }";
  const std::string wider = "[permissions.idle]\ngrants = { read = [\"user\"], write = [\"user\"] }";
  EXPECT_EQ(told(policy_test::with_section(role), policy_test::with_section(wider)), "");
}

TEST(ComparePaths, ARootWithinAnotherOneDecidesForItToo) {
  const auto policy = [](std::string_view roots) {
    return policy_test::with_section(fmt::format("[paths.all]\nroot = \"/srv\"\naccess = \"read-write\"\n{}", roots));
  };
  const std::string_view inner = "[paths.inner]\nroot = \"/srv/keys\"\naccess = \"read\"";
  EXPECT_EQ(differences(policy(inner), policy("")).at(0).direction, Direction::Changes);
  EXPECT_EQ(differences(policy("[paths.other]\nroot = \"/var/a\"\naccess = \"read\""), policy("")).at(0).direction,
            Direction::TakesAway);
}

}  // namespace
}  // namespace yett::compare_test
