#include "draft/client_config.h"

#include <gtest/gtest.h>

namespace yett {
namespace {

Result<std::vector<ClientServer>> read(std::string_view text) {
  return read_client_config(text, ".mcp.json", [](std::string_view name) -> std::optional<std::string> {
    if (name == "HOME") return "/home/ana";
    if (name == "HUB_TOKEN") return "t-1";
    return std::nullopt;
  });
}

TEST(ClientConfig, ServersOfEachClientAreRead) {
  for (const std::string_view text :
       {R"({"mcpServers":{"a":{"command":"node","args":["x.js"],"cwd":"/srv"}}})",
        R"({"servers":{"a":{"type":"stdio","command":"node","args":["x.js"],"cwd":"/srv"}}})",
        R"({"mcp":{"servers":{"a":{"command":"node","args":["x.js"],"cwd":"/srv"}}}})"}) {
    const auto servers = read(text);
    ASSERT_TRUE(servers) << text;
    ASSERT_EQ(servers->size(), 1u);
    EXPECT_EQ(servers->front().command, (std::vector<std::string>{"node", "x.js"}));
    EXPECT_EQ(servers->front().cwd, "/srv");
    EXPECT_EQ(servers->front().not_taken, NotTaken::No);
  }
}

TEST(ClientConfig, CommentsAndLastCommasMayStandInIt) {
  const auto servers = read(
      "{ // one\n \"mcpServers\": { /* two */ \"a\": {\"command\": \"//no comment\", \"args\": [\"a,]\",], }, }, }");
  ASSERT_TRUE(servers) << servers.error().to_string();
  EXPECT_EQ(servers->front().command, (std::vector<std::string>{"//no comment", "a,]"}));
}

TEST(ClientConfig, ReferencesAreFilledIn) {
  const auto servers = read(R"({"mcpServers":{"a":{"command":"${HOME}/bin/x","args":["${NOPE:-usual}"],
      "env":{"A":"${HUB_TOKEN}","B":"${env:HOME}/b","C":"${input:key}","D":5}}}})");
  ASSERT_TRUE(servers);
  const ClientServer& server = servers->front();
  EXPECT_EQ(server.command, (std::vector<std::string>{"/home/ana/bin/x", "usual"}));
  ASSERT_EQ(server.env.size(), 4u);
  EXPECT_EQ(server.env[0].value, "t-1");
  EXPECT_EQ(server.env[0].named, "HUB_TOKEN");
  EXPECT_EQ(server.env[1].value, "/home/ana/b");
  EXPECT_EQ(server.env[1].named, std::nullopt);
  EXPECT_FALSE(server.env[2].is_complete);
  EXPECT_EQ(server.env[3].value, "5");
}

TEST(ClientConfig, AServerThatCannotBeTakenSaysWhy) {
  const auto servers = read(R"({"mcpServers":{"url":{"type":"http","url":"https://a.example/mcp"},
      "none":{"args":[]}, "list":{"command":"x","args":"y"}, "asks":{"command":"x","args":["${input:k}"]},
      "key":{"command":"x","args":["--api-key","abc"]}, "off":{"command":"x","disabled":true}}})");
  ASSERT_TRUE(servers);
  std::vector<NotTaken> why;
  for (const ClientServer& server : *servers) why.push_back(server.not_taken);
  EXPECT_EQ(why, (std::vector{NotTaken::ByUrl, NotTaken::NoCommand, NotTaken::NoCommand, NotTaken::NeedsClient,
                              NotTaken::HoldsSecret, NotTaken::Disabled}));
}

TEST(ClientConfig, WhatIsNoneIsRefused) {
  for (const std::string_view text :
       {"", "[]", "{}", "{\"mcpServers\":{}}", "{\"mcpServers\":[]}", "\"", "/*", "{\"a\":\"\\"}) {
    EXPECT_FALSE(read(text)) << text;
  }
}

}  // namespace
}  // namespace yett
