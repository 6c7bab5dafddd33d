#include "policy/policy.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace yett {
namespace {

Tool named(std::string name) {
  Tool tool;
  tool.name = std::move(name);
  return tool;
}

TEST(ToolTable, FindsNothingThatIsNotThere) {
  const ToolTable empty;
  EXPECT_EQ(empty.find("read_note"), nullptr);
  EXPECT_EQ(empty.find(""), nullptr);

  ToolTable table;
  ASSERT_TRUE(table.insert(named("read_note")));
  EXPECT_EQ(table.find("Read_note"), nullptr);
  EXPECT_EQ(table.find("read_note "), nullptr);
  EXPECT_EQ(table.find("read"), nullptr);
}

TEST(ToolTable, KeepsTheFirstOfTwo) {
  ToolTable table;
  Tool first = named("a");
  first.effect = Effect::Read;
  ASSERT_TRUE(table.insert(first));
  EXPECT_FALSE(table.insert(named("a")));
  EXPECT_EQ(table.in_order().size(), 1u);
  EXPECT_EQ(table.find("a")->effect, Effect::Read);
}

TEST(ToolTable, ListsInOrderAndFindsEach) {
  ToolTable table;
  for (int i = 999; i >= 0; --i) ASSERT_TRUE(table.insert(named("tool_" + std::to_string(i))));
  EXPECT_EQ(table.in_order().front().name, "tool_999");
  EXPECT_EQ(table.in_order().back().name, "tool_0");
  for (int i = 0; i < 1000; ++i) {
    const std::string name = "tool_" + std::to_string(i);
    ASSERT_NE(table.find(name), nullptr);
    EXPECT_EQ(table.find(name)->name, name);
  }
}

TEST(Policy, DefaultsAreTheSafeValues) {
  const Policy policy;
  ASSERT_EQ(policy.lists.size(), 2u);
  EXPECT_EQ(policy.lists[kEgressHosts].kind, DestinationKind::Url);
  EXPECT_EQ(policy.lists[kEgressEmails].kind, DestinationKind::Email);
  EXPECT_TRUE(policy.lists[kEgressHosts].hosts.empty());
  EXPECT_TRUE(policy.lists[kEgressEmails].domains.empty());
  EXPECT_TRUE(policy.session.may_choose.empty());
  for (const SourceSet sources : policy.session.permissions.grants) EXPECT_TRUE(sources.empty());
  EXPECT_EQ(policy.flow, FlowTerms::Confirm);
  EXPECT_TRUE(policy.approval.irreversible_writes);
  EXPECT_EQ(policy.approval.unsigned_because, std::nullopt);
  EXPECT_EQ(policy.state.sync, StateSync::Full);
}

TEST(Policy, FindsItsServer) {
  Policy policy;
  EXPECT_EQ(policy.find_server("files"), nullptr);
  policy.servers.push_back(
      {.name = "files", .command = {"/bin/true"}, .env = {}, .cwd = {}, .rename = {}, .where = {}});
  ASSERT_NE(policy.find_server("files"), nullptr);
  EXPECT_EQ(policy.find_server("files")->command.front(), "/bin/true");
  EXPECT_EQ(policy.find_server("Files"), nullptr);
}

}  // namespace
}  // namespace yett
