#include "model/mcp_opening.h"

#include <gtest/gtest.h>

namespace yett {
namespace {

TEST(McpMethod, HasOneNameEach) {
  for (const std::string_view name : kMcpMethodNames) {
    ASSERT_TRUE(mcp_method(name).has_value()) << name;
    EXPECT_EQ(to_string(*mcp_method(name)), name);
  }
  for (const std::string_view name : {"tools/call", "resources/Read", "resources/read ", ""}) {
    EXPECT_FALSE(mcp_method(name).has_value()) << name;
  }
}

TEST(ClientRequest, HasOneMethodEach) {
  for (const ClientRequest request : kClientRequests) EXPECT_EQ(client_request(method_of(request)), request);
  EXPECT_EQ(client_request("tasks/list"), std::nullopt);
  EXPECT_EQ(client_request("ping"), std::nullopt);
}

}  // namespace
}  // namespace yett
