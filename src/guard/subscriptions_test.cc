#include "guard/subscriptions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "decide/office_fixture.h"

namespace yett {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Json wish(std::string_view notifications) { return json_of(R"({"notifications":)" + std::string(notifications) + "}"); }

TEST(Subscriptions, AreForWhatIsOfferedOfWhatIsWanted) {
  Subscriptions open;
  const auto opened = open.open(
      Json("s"), wish(R"({"toolsListChanged":true,"promptsListChanged":true,"resourceSubscriptions":["a:b"]})"),
      {.tools = true, .resources = true});
  ASSERT_TRUE(opened.has_value());
  EXPECT_EQ(json_of(*opened), json_of(R"({"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{
                "_meta":{"io.modelcontextprotocol/subscriptionId":"s"},"notifications":{"toolsListChanged":true}}})"));
  EXPECT_THAT(open.lines_about(Changed::Prompts), IsEmpty());
  EXPECT_THAT(open.lines_about(Changed::Resources), IsEmpty()) << "offered, not wanted";
  const std::vector<std::string> lines = open.lines_about(Changed::Tools);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(json_of(lines.front()), json_of(R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{
                "_meta":{"io.modelcontextprotocol/subscriptionId":"s"}}})"));
}

TEST(Subscriptions, RefuseWhatSaysNotWhatFor) {
  Subscriptions open;
  for (const char* params : {"null", "{}", R"({"notifications":[]})", R"({"notifications":null})"}) {
    const auto opened = open.open(Json(1), json_of(params), {.tools = true});
    ASSERT_FALSE(opened.has_value()) << params;
    EXPECT_EQ(opened.error().code, RpcErrorCode::InvalidParams);
  }
  EXPECT_FALSE(open.has(Json(1)));
}

TEST(Subscriptions, AreNotWithoutNumber) {
  Subscriptions open;
  for (std::size_t i = 0; i < Subscriptions::kMaxOpen; ++i) {
    EXPECT_TRUE(open.open(Json(static_cast<std::uint64_t>(i)), wish("{}"), {}).has_value());
  }
  EXPECT_FALSE(open.open(Json("one more"), wish("{}"), {}).has_value());
  EXPECT_TRUE(open.close(Json(3)));
  EXPECT_TRUE(open.open(Json("one more"), wish("{}"), {}).has_value());
}

TEST(Subscriptions, EndOneByOneOrAllTogether) {
  Subscriptions open;
  ASSERT_TRUE(open.open(Json(1), wish(R"({"toolsListChanged":true})"), {.tools = true}).has_value());
  ASSERT_TRUE(open.open(Json("1"), wish(R"({"toolsListChanged":true})"), {.tools = true}).has_value());
  EXPECT_FALSE(open.close(Json(2)));
  EXPECT_TRUE(open.close(Json(1)));
  EXPECT_FALSE(open.close(Json(1)));
  EXPECT_TRUE(open.has(Json("1"))) << "an id that is a text is another one";
  EXPECT_THAT(open.close_all(), ElementsAre(testing::HasSubstr(R"("id":"1","result")")));
  EXPECT_THAT(open.lines_about(Changed::Tools), IsEmpty());
}

}  // namespace
}  // namespace yett
