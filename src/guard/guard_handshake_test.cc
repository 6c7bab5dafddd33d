// How a conversation begins, on either side, and which tools the client is shown.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "guard/guard_fixture.h"

namespace yett {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::string_view kInitialize =
    R"({"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{"roots":{}},"clientInfo":{"name":"c","version":"1"}}})";
constexpr std::string_view kInitializeResult =
    R"({"jsonrpc":"2.0","id":2,"result":{"protocolVersion":"2025-03-26","capabilities":{}}})";

std::vector<std::string> names_of(const Json& tools_list_reply) {
  std::vector<std::string> names;
  for (const Json& tool : *tools_list_reply.find("result")->find("tools")->as_array()) {
    names.push_back(*tool.find("name")->as_string());
  }
  return names;
}

Json list_tools(GuardWorld& world) {
  world.client_says({R"({"jsonrpc":"2.0","id":"l","method":"tools/list"})"});
  return world.reply();
}

// --- The server's side ----------------------------------------------------------------------------------------------

TEST(GuardHandshake, OffersTheServerNothingAndThenAsksForItsTools) {
  GuardWorld world;
  world.begin_legacy();
  const Json initialize = world.request();
  EXPECT_EQ(*initialize.find("method"), Json("initialize"));
  EXPECT_EQ(*initialize.find("params")->find("capabilities"), json_of("{}"));
  world.server_says({std::string(kInitializeResult)});
  const std::vector<Json> asked = world.take_for_server();
  ASSERT_THAT(asked, SizeIs(2));
  EXPECT_EQ(*asked[0].find("method"), Json("notifications/initialized"));
  EXPECT_EQ(*asked[1].find("method"), Json("tools/list"));
}

TEST(GuardHandshake, EndsWithAServerThatCannotBeSpokenTo) {
  for (const char* answer :
       {R"({"jsonrpc":"2.0","id":2,"error":{"code":-32000,"message":"no"}})", R"({"jsonrpc":"2.0","id":2,"result":{}})",
        R"({"jsonrpc":"2.0","id":2,"result":{"protocolVersion":null}})",
        R"({"jsonrpc":"2.0","id":2,"result":{"protocolVersion":"1999-01-01"}})",
        R"({"jsonrpc":"2.0","id":2,"result":{"protocolVersion":"\ud800"}})"}) {
    GuardWorld world;
    world.begin_legacy();
    world.client_says({std::string(kInitialize)});
    world.server_says({answer});
    EXPECT_EQ(error_code_of(world.reply()), -32603) << answer;
    world.call(7, call_of("read_ticket", R"({"id":"T-1"})"));
    EXPECT_EQ(error_code_of(world.reply()), -32603) << answer;
    EXPECT_THAT(world.world.records("decision"), IsEmpty());
  }
}

TEST(GuardHandshake, GivesUpAServerThatNeverBecomesReady) {
  GuardWorld world;
  world.begin_legacy();
  world.client_says({rpc_request(1, "initialize", initialize_params("t"))});
  ASSERT_TRUE(world.guard->next_deadline().has_value());
  world.guard->look_again();
  EXPECT_FALSE(world.guard->is_over());
  world.world.clock.set(*world.guard->next_deadline());
  world.guard->look_again();
  EXPECT_TRUE(world.guard->is_over());
  EXPECT_NE(world.reply().find("error"), nullptr) << "nobody waits for ever";
}

TEST(GuardHandshake, ReadsTheListPageByPage) {
  GuardWorld world;
  world.begin_legacy();
  world.server_says({std::string(kInitializeResult)});
  (void)world.take_for_server();
  world.server_says({R"({"jsonrpc":"2.0","id":3,"result":{"tools":[{"name":"read_ticket"}],"nextCursor":"p2"}})"});
  const Json next = world.request();
  EXPECT_EQ(*next.find("params"), json_of(R"({"cursor":"p2"})"));
  world.server_says({R"({"jsonrpc":"2.0","id":4,"result":{"tools":[{"name":"update_ticket"}]}})"});
  EXPECT_THAT(names_of(list_tools(world)), ElementsAre("read_ticket", "update_ticket"));
}

TEST(GuardHandshake, AListWithoutEndEnds) {
  GuardWorld world;
  world.begin_legacy();
  world.server_says({std::string(kInitializeResult)});
  for (int id = 3; id < 1500; ++id) {
    world.server_says(
        {R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"result":{"tools":[],"nextCursor":"again"}})"});
  }
  EXPECT_THAT(world.take_for_server(), SizeIs(testing::Lt(1100)));
}

TEST(GuardHandshake, AServerThatListsNoToolsHasNone) {
  GuardWorld world;
  world.begin_legacy();
  world.server_says({std::string(kInitializeResult)});
  world.server_says({R"({"jsonrpc":"2.0","id":3,"error":{"code":-32601,"message":"no tools"}})"});
  EXPECT_THAT(names_of(list_tools(world)), IsEmpty());
  world.call(1, call_of("read_ticket", R"({"id":"T-1"})"));
  EXPECT_EQ(rule_of(world.reply()), "tool.unregistered");
}

// --- The client's side ----------------------------------------------------------------------------------------------

TEST(GuardHandshake, WaitsWithItsAnswerUntilTheServerIsReady) {
  GuardWorld world;
  world.begin_legacy();
  world.client_says({std::string(kInitialize), R"({"jsonrpc":"2.0","id":"p","method":"ping"})",
                     R"({"jsonrpc":"2.0","method":"notifications/initialized"})",
                     world.call_line(7, call_of("read_ticket", R"({"id":"T-1"})"))});
  EXPECT_EQ(*world.reply().find("id"), Json("p")) << "a ping is answered at any time";
  world.server_says({std::string(kInitializeResult)});
  EXPECT_THAT(world.take_for_client(), IsEmpty());
  (void)world.take_for_server();
  world.server_says({R"({"jsonrpc":"2.0","id":3,"result":{"tools":[{"name":"read_ticket"}]}})"});
  const Json answer = world.reply();
  EXPECT_EQ(*answer.find("id"), Json("i"));
  EXPECT_EQ(*answer.find("result")->find("protocolVersion"), Json("2025-06-18"));
  EXPECT_EQ(*answer.find("result")->find("capabilities"), json_of(R"({"tools":{"listChanged":true}})"));
  EXPECT_EQ(*world.request().find("method"), Json("tools/call"));
}

TEST(GuardHandshake, ACallThatWaitsForItsServerDoesNotRunAfterAnInterruption) {
  for (const ClientEnd end : {ClientEnd::Interrupted, ClientEnd::Closed}) {
    GuardWorld world;
    world.begin_legacy();
    (void)world.take_for_server();
    world.client_says({world.call_line(7, call_of("read_ticket", R"({"id":"T-1"})")),
                       R"({"jsonrpc":"2.0","id":8,"method":"tools/list"})"});
    world.guard->client_closed(end);
    world.server_says({R"({"jsonrpc":"2.0","id":2,"result":{"protocolVersion":"2025-11-25","capabilities":{}}})"});
    (void)world.take_for_server();
    world.server_says({R"({"jsonrpc":"2.0","id":3,"result":{"tools":[{"name":"read_ticket"}]}})"});
    const bool is_interrupted = end == ClientEnd::Interrupted;
    EXPECT_EQ(world.take_for_server().size(), is_interrupted ? 0U : 1U);
    EXPECT_EQ(world.world.records("decision").size(), is_interrupted ? 0U : 1U);
    EXPECT_EQ(world.noted(),
              is_interrupted ? std::vector<std::string>{"call_cancelled_unjudged"} : std::vector<std::string>{});
  }
}

TEST(GuardHandshake, ACallThatIsCancelledBeforeTheServerIsReadyNeverRuns) {
  GuardWorld world;
  world.begin_legacy();
  world.client_says({world.call_line(7, call_of("read_ticket", R"({"id":"T-1"})")),
                     world.call_line(8, call_of("read_ticket", R"({"id":"T-2"})"))});
  world.client_says({world.cancel_line(7)});
  world.server_says({std::string(kInitializeResult)});
  (void)world.take_for_server();
  world.server_says({R"({"jsonrpc":"2.0","id":3,"result":{"tools":[{"name":"read_ticket"}]}})"});
  EXPECT_EQ(*world.request().find("params")->find("arguments"), json_of(R"({"id":"T-2"})"));
}

TEST(GuardHandshake, AServerThatDiesFirstLeavesNoRequestUnanswered) {
  GuardWorld world;
  world.begin_legacy();
  world.client_says({std::string(kInitialize), world.call_line(7, call_of("read_ticket", R"({"id":"T-1"})"))});
  world.guard->server_closed(0, "exited with code 1");
  const std::vector<Json> replies = world.take_for_client();
  ASSERT_THAT(replies, SizeIs(2));
  for (const Json& reply : replies) {
    EXPECT_EQ(error_code_of(reply), -32603);
    EXPECT_EQ(error_text_of(reply), "the server office exited with code 1");
  }
}

// --- Tools ----------------------------------------------------------------------------------------------------------

TEST(GuardTools, ShowsRegisteredOnesAndHidesTheTenant) {
  GuardWorld world;
  world.start(R"([{"name":"unregistered"},{"name":"search_customers","inputSchema":{"type":"object",
      "properties":{"tenant_id":{"type":"string"},"query":{"type":"string"}},"required":["tenant_id"]}},
      {"name":"Read_Ticket"}])");
  const Json reply = list_tools(world);
  EXPECT_THAT(names_of(reply), ElementsAre("search_customers"));
  EXPECT_EQ(*reply.find("result")->find("tools")->as_array()->at(0).find("inputSchema"),
            json_of(R"({"type":"object","properties":{"query":{"type":"string"}},"required":[]})"));
}

/// Nobody could tell which of the two would run.
TEST(GuardTools, AreNotOfferedWhenTheirNameStandsTwice) {
  GuardWorld world;
  world.start(R"([{"name":"read_ticket","title":"a"},{"name":"update_ticket"},{"name":"read_ticket","title":"b"}])");
  EXPECT_THAT(names_of(list_tools(world)), ElementsAre("update_ticket"));
  world.call(1, call_of("read_ticket", R"({"id":"T-1"})"));
  EXPECT_EQ(rule_of(world.reply()), "tool.unregistered");
}

TEST(GuardTools, ChangesAreReadAgainAndTold) {
  GuardWorld world;
  world.start(R"([{"name":"read_ticket"}])");
  const std::string changed = R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})";
  world.server_says({changed});
  Json list = world.request();
  EXPECT_EQ(*list.find("method"), Json("tools/list"));
  world.answer(*list.find("id"), R"({"tools":[{"name":"read_ticket"}]})");
  EXPECT_THAT(world.take_for_client(), IsEmpty()) << "nothing has changed";
  world.server_says({changed});
  list = world.request();
  world.answer(*list.find("id"), R"({"tools":[{"name":"update_ticket"}]})");
  EXPECT_EQ(*world.reply().find("method"), Json("notifications/tools/list_changed"));
  EXPECT_THAT(names_of(list_tools(world)), ElementsAre("update_ticket"));
}

/// The pages of two readings would mix: every tool would stand twice and so be offered no more.
TEST(GuardTools, AreReadOnceAtATime) {
  GuardWorld world;
  world.start(R"([{"name":"read_ticket"}])");
  const std::string changed = R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})";
  world.server_says({changed, changed, changed});
  Json first = world.request();
  world.answer(*first.find("id"), R"({"tools":[{"name":"read_ticket"}],"nextCursor":"2"})");
  const Json second = world.request();
  world.server_says({changed});
  world.answer(*second.find("id"), R"({"tools":[{"name":"update_ticket"}]})");
  EXPECT_EQ(*world.reply().find("method"), Json("notifications/tools/list_changed"));
  EXPECT_THAT(names_of(list_tools(world)), testing::SizeIs(2));
  first = world.request();
  EXPECT_EQ(*first.find("method"), Json("tools/list")) << "once more, for what changed meanwhile";
  world.answer(*first.find("id"), R"({"tools":[{"name":"read_ticket"},{"name":"update_ticket"}]})");
  EXPECT_THAT(names_of(list_tools(world)), ElementsAre("read_ticket", "update_ticket"));
  EXPECT_THAT(world.take_for_server(), IsEmpty());
}

TEST(GuardTools, StayAsTheyWereWhenReadingThemAgainFails) {
  GuardWorld world;
  world.start(R"([{"name":"read_ticket"}])");
  world.server_says({R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})"});
  const Json list = world.request();
  world.server_says({rpc_error(*list.find("id"), RpcErrorCode::InternalError, "no")});
  EXPECT_THAT(names_of(list_tools(world)), ElementsAre("read_ticket"));
}

}  // namespace
}  // namespace yett
