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

Tool of(std::string server, std::string name) {
  Tool tool = named(std::move(name));
  tool.server = std::move(server);
  return tool;
}

TEST(ToolTable, TellsTheToolsOfServersApart) {
  ToolTable table;
  ASSERT_TRUE(table.insert(of("files", "read")));
  ASSERT_TRUE(table.insert(of("files", "find")));
  EXPECT_EQ(table.find("read"), table.find("files.read")) << "one server has it: both names do";
  ASSERT_TRUE(table.insert(of("mail", "read")));
  EXPECT_FALSE(table.insert(of("mail", "read")));
  EXPECT_EQ(table.in_order().size(), 3u);

  EXPECT_EQ(table.find("read"), nullptr) << "two servers have it: only the long names do";
  ASSERT_NE(table.find("files.read"), nullptr);
  EXPECT_EQ(table.find("files.read")->server, "files");
  EXPECT_EQ(table.find("mail.read")->server, "mail");
  EXPECT_EQ(table.find("mail.find"), nullptr);
  EXPECT_EQ(table.find_at("files", "read"), table.find("files.read"));
  EXPECT_EQ(table.find_at("mail", "read"), table.find("mail.read"));
  EXPECT_EQ(table.find_at("desk", "read"), nullptr);
  EXPECT_EQ(table.find_at("mail", "find"), nullptr);
  EXPECT_EQ(table.find_at("files", "find"), table.find("find"));
}

TEST(ToolTable, FindsAToolOfNoServerInParticularByItsNameAlone) {
  ToolTable table;
  ASSERT_TRUE(table.insert(named("read")));
  EXPECT_EQ(table.find(".read"), nullptr);
  EXPECT_EQ(table.find("files.read"), nullptr);
  EXPECT_EQ(table.find_at("files", "read"), table.find("read"));
}

TEST(TenantTable, FindsEachByItsName) {
  TenantTable table;
  EXPECT_TRUE(table.empty());
  ASSERT_TRUE(table.insert({.name = "acme", .lists = {{0, 2}}, .where = {}}));
  ASSERT_TRUE(table.insert({.name = "globex", .lists = {}, .where = {}}));
  EXPECT_FALSE(table.insert({.name = "acme", .lists = {}, .where = {}}));
  ASSERT_EQ(table.in_order().size(), 2u);
  ASSERT_NE(table.find("acme"), nullptr);
  EXPECT_EQ(table.find("acme")->lists.at(0), 2u) << "the first of two is kept";
  EXPECT_EQ(table.find("Acme"), nullptr);
  EXPECT_EQ(table.find(""), nullptr);
}

TEST(Policy, JudgesByTheListOfTheTenant) {
  Policy policy;
  policy.lists.push_back({.name = "hosts", .kind = DestinationKind::Url});
  ASSERT_TRUE(policy.tenants.insert({.name = "acme", .lists = {{kEgressHosts, 2}}, .where = {}}));
  EXPECT_EQ(&policy.list_for(kEgressHosts, "acme"), &policy.lists[2]);
  EXPECT_EQ(&policy.list_for(kEgressEmails, "acme"), &policy.lists[kEgressEmails]);
  EXPECT_EQ(&policy.list_for(kEgressHosts, "globex"), &policy.lists[kEgressHosts]);
  EXPECT_EQ(&policy.list_for(kEgressHosts, std::nullopt), &policy.lists[kEgressHosts]);
}

TEST(Policy, FindsItsPermissionSets) {
  Policy policy;
  PermissionSet role;
  role.name = "support";
  policy.roles.push_back(role);
  EXPECT_EQ(policy.find_permission_set("support"), &policy.roles[0]);
  EXPECT_EQ(policy.find_permission_set("full-access"), find_builtin_permission_set("full access"));
  EXPECT_EQ(policy.find_permission_set("Support"), nullptr);
  EXPECT_EQ(policy.find_permission_set(""), nullptr);
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
  policy.servers.push_back({.name = "files",
                            .command = {"/bin/true"},
                            .env = {},
                            .secrets = {},
                            .cwd = {},
                            .rename = {},
                            .methods = {},
                            .client_requests = {},
                            .where = {}});
  ASSERT_NE(policy.find_server("files"), nullptr);
  EXPECT_EQ(policy.find_server("files")->command.front(), "/bin/true");
  EXPECT_EQ(policy.find_server("Files"), nullptr);
}

}  // namespace
}  // namespace yett
