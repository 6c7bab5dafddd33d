#include "traces/policy_name.h"

#include <gtest/gtest.h>

#include "policy/policy.h"

namespace yett {
namespace {

/// A tool `server.name`, which its server calls `at_server` where that is not empty.
void add(Policy& policy, std::string server, std::string name, std::string at_server = {}) {
  Tool tool;
  tool.name = std::move(name);
  tool.server = std::move(server);
  tool.server_name = std::move(at_server);
  ASSERT_TRUE(policy.tools.insert(std::move(tool)));
}

TEST(PolicyName, IsThatOfTheToolAtTheServer) {
  Policy policy;
  add(policy, "desk", "read_ticket");
  add(policy, "desk", "search");
  add(policy, "web", "search");
  add(policy, "", "now");
  EXPECT_EQ(policy_name(policy, "mcp__desk__read_ticket"), "read_ticket");
  EXPECT_EQ(policy_name(policy, "mcp__desk__search"), "desk.search");
  EXPECT_EQ(policy_name(policy, "mcp__web__search"), "web.search");
  EXPECT_EQ(policy_name(policy, "mcp__any__now"), "now") << "it belongs to no server in particular";
}

TEST(PolicyName, IsNotThatOfAnotherServersTool) {
  Policy policy;
  add(policy, "desk", "read_ticket");
  EXPECT_EQ(policy_name(policy, "mcp__other__read_ticket"), "other.read_ticket");
  EXPECT_EQ(policy_name(policy, "mcp__desk__write"), "desk.write");
}

TEST(PolicyName, ThatThePolicyHasWins) {
  Policy policy;
  add(policy, "desk", "read");
  add(policy, "", "mcp__desk__read");
  EXPECT_EQ(policy_name(policy, "mcp__desk__read"), "mcp__desk__read");
  EXPECT_EQ(policy_name(policy, "desk.read"), "desk.read");
}

TEST(PolicyName, StaysWhereItIsOfNoServer) {
  const Policy policy;
  for (const char* name : {"Bash", "", "mcp", "mcp__", "mcp__desk", "mcp__desk__", "mcp____read"}) {
    EXPECT_EQ(policy_name(policy, name), name);
  }
}

TEST(PolicyName, IsFoundBySpellingsOfClaudeCode) {
  Policy policy;
  add(policy, "my-files.local", "read file");
  add(policy, "a__b", "c__d");
  EXPECT_EQ(policy_name(policy, "mcp__my-files_local__read_file"), "read file");
  EXPECT_EQ(policy_name(policy, "mcp__a__b__c__d"), "c__d");
}

TEST(PolicyName, IsFoundByTheNameAtTheServer) {
  Policy policy;
  add(policy, "desk", "ticket", "read_ticket");
  add(policy, "desk", "note", "ticket");
  EXPECT_EQ(policy_name(policy, "mcp__desk__read_ticket"), "ticket");
  EXPECT_EQ(policy_name(policy, "mcp__desk__ticket"), "ticket") << "the policy's own name comes first";
}

TEST(PolicyNameAtAServer, IsThatOfTheToolAtTheServer) {
  Policy policy;
  add(policy, "desk", "read_ticket");
  add(policy, "desk", "search");
  add(policy, "web", "search");
  add(policy, "web", "ticket", "read");
  add(policy, "", "now");
  EXPECT_EQ(policy_name_at(policy, "desk", "read_ticket"), "read_ticket");
  EXPECT_EQ(policy_name_at(policy, "web", "search"), "web.search");
  EXPECT_EQ(policy_name_at(policy, "web", "read"), "ticket") << "the server calls it so";
  EXPECT_EQ(policy_name_at(policy, "any", "now"), "now") << "it belongs to no server in particular";
  EXPECT_EQ(policy_name_at(policy, "web", "read_ticket"), "web.read_ticket");
}

TEST(PolicyNameAtAServer, IsNotCutElsewhere) {
  Policy policy;
  add(policy, "files__x", "read");
  add(policy, "a", "b.c");
  add(policy, "x", "c");
  add(policy, "y", "c");
  add(policy, "", "desk.now");
  EXPECT_EQ(policy_name_at(policy, "files", "x__read"), "files.x__read");
  EXPECT_EQ(policy_name_at(policy, "files__x", "read"), "read");
  EXPECT_EQ(policy_name_at(policy, "a.b", "c"), "a.b.c?") << "the tool b.c of the server a is called a.b.c";
  EXPECT_EQ(policy_name_at(policy, "desk", "now"), "desk.now?");
  EXPECT_EQ(policy.tools.find("a.b.c?"), nullptr);
}

TEST(PolicyName, IsNotGuessedWhereTwoToolsAreCalledAlike) {
  Policy policy;
  add(policy, "a", "b__c");
  add(policy, "a__b", "c");
  EXPECT_EQ(policy.tools.find(policy_name(policy, "mcp__a__b__c")), nullptr);
}

}  // namespace
}  // namespace yett
