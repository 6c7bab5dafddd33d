#include "run/server_words.h"

#include <gtest/gtest.h>

namespace yett {
namespace {

Policy policy_with(std::vector<std::string> command) {
  Policy policy;
  policy.servers.push_back({.name = "files", .command = std::move(command)});
  return policy;
}

TEST(ServerWords, ACommandOfThePolicyIsItsServer) {
  const Policy policy = policy_with({"/usr/bin/files", "/srv"});
  EXPECT_EQ(find_server_words(policy, {"/usr/bin/files", "/srv"}), "files");
  EXPECT_EQ(find_server_words(policy, {"/usr/bin/files", "/etc"}), std::nullopt);
}

TEST(ServerWords, NamesThatServersHaveAreKnown) {
  const std::vector<std::vector<std::string>> servers = {
      {"/usr/bin/npx", "-y", "@modelcontextprotocol/server-filesystem", "/srv"},
      {"/usr/bin/npx", "@modelcontextprotocol/server-memory@1.2"},
      {"/usr/bin/node", "/opt/node_modules/@modelcontextprotocol/server-everything/dist/index.js"},
      {"/usr/bin/uvx", "mcp-server-git"},
      {"/usr/bin/python3", "-m", "mcp_server_fetch"},
      {"/usr/local/bin/github-mcp-server", "stdio"},
      {"/usr/bin/uv", "tool", "run", "weather-mcp"},
  };
  for (const auto& words : servers) EXPECT_EQ(find_server_words(Policy(), words), "") << words.back();
}

TEST(ServerWords, OtherCommandsAreNone) {
  const std::vector<std::vector<std::string>> others = {
      {},
      {"/usr/bin/make", "test"},
      {"/usr/bin/git", "-C", "github-mcp-server", "status"},
      {"/usr/bin/node", "server.js"},
      {"/usr/bin/npx", "@modelcontextprotocol/inspector"},
      {"/usr/bin/cat", "/opt/node_modules/@modelcontextprotocol/server-memory/package.json"},
      {"/usr/bin/python3", "-c", "pass", "a", "b", "mcp-server-git"},
  };
  for (const auto& words : others) EXPECT_EQ(find_server_words(Policy(), words), std::nullopt);
}

}  // namespace
}  // namespace yett
