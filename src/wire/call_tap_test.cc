#include "wire/call_tap.h"

#include <gtest/gtest.h>

#include <vector>

namespace yett {
namespace {

struct Tapped {
  std::vector<std::string> lines;
  CallTap tap{"m", [this](std::string line) { lines.push_back(std::move(line)); }};
};

constexpr std::string_view kCall =
    R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"look","arguments":{"text":"x"}}})"
    "\n";

TEST(CallTap, ACallBecomesALineOfDecide) {
  Tapped tapped;
  tapped.tap.client_says(kCall);
  ASSERT_EQ(tapped.lines.size(), 1u);
  EXPECT_EQ(tapped.lines[0], R"({"id":"m-1","tool":"look","arguments":{"text":"x"}})");
}

TEST(CallTap, TakesPortionsOfAnySize) {
  Tapped tapped;
  for (const char c : kCall) tapped.tap.client_says(std::string_view(&c, 1));
  tapped.tap.client_says(std::string(kCall) + std::string(kCall));
  EXPECT_EQ(tapped.tap.calls(), 3u);
}

TEST(CallTap, WhatResultsBroughtInIsSaid) {
  Tapped tapped;
  tapped.tap.client_says(kCall);
  tapped.tap.client_says(kCall);
  EXPECT_FALSE(tapped.lines[1].contains("source")) << "no result has come yet";
  tapped.tap.server_says("{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":{}}\n");
  tapped.tap.client_says(kCall);
  EXPECT_FALSE(tapped.lines[2].contains("source")) << "it answers no call";
  tapped.tap.server_says("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":1,\"message\":\"x\"}}\n");
  tapped.tap.client_says(kCall);
  EXPECT_TRUE(tapped.lines[3].ends_with(R"("source":"tool_output"})"));
  tapped.tap.client_says(
      "{\"jsonrpc\":\"2.0\",\"id\":\"r\",\"method\":\"resources/read\",\"params\":{\"uri\":\"a:b\"}}\n");
  tapped.tap.server_says("{\"jsonrpc\":\"2.0\",\"id\":\"r\",\"result\":{}}\n");
  tapped.tap.client_says(kCall);
  EXPECT_TRUE(tapped.lines[4].ends_with(R"("source":["tool_output","retrieved_document"]})"));
}

TEST(CallTap, ARequestOfTheServerWithTheSameIdIsNoResult) {
  Tapped tapped;
  tapped.tap.client_says(kCall);
  tapped.tap.server_says("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n");
  tapped.tap.client_says(kCall);
  EXPECT_FALSE(tapped.lines[1].contains("source"));
}

TEST(CallTap, ListsOfMessagesAreRead) {
  Tapped tapped;
  tapped.tap.client_says(R"([{"id":1,"method":"tools/call","params":{"name":"a"}},{"id":2,"method":"ping"}])"
                         "\n");
  ASSERT_EQ(tapped.lines.size(), 1u);
  EXPECT_EQ(tapped.lines[0], R"({"id":"m-1","tool":"a"})");
}

TEST(CallTap, WhatCannotBeReadIsCountedAndTheNextLineIsRead) {
  Tapped tapped;
  tapped.tap.client_says("nonsense\n\n{\"id\":1,\"id\":2}\n[1,\"x\",null]\n");
  tapped.tap.client_says(kCall);
  EXPECT_EQ(tapped.tap.unread(), 2u);
  EXPECT_EQ(tapped.tap.calls(), 1u);
}

TEST(CallTap, ACallWithoutANameIsLeftForTheGateToRefuse) {
  Tapped tapped;
  tapped.tap.client_says("{\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":5,\"arguments\":[]}}\n");
  EXPECT_EQ(tapped.lines.front(), R"({"id":"m-1","tool":5,"arguments":[]})");
}

TEST(CallTap, ALineThatIsTooLongIsPassedOver) {
  Tapped tapped;
  const std::string part(1u << 20, 'x');
  for (int i = 0; i < 66; ++i) tapped.tap.client_says(part);
  tapped.tap.client_says("\n");
  tapped.tap.client_says(kCall);
  EXPECT_EQ(tapped.tap.unread(), 1u);
  EXPECT_EQ(tapped.tap.calls(), 1u);
}

}  // namespace
}  // namespace yett
