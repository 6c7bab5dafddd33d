// Clients and servers of the modern protocol (MCP 2026-07-28), on either side of the guard.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "guard/guard_fixture.h"

namespace yett {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

Json modern(Json params, const Json& capabilities = json_of("{}")) {
  params.set("_meta", modern_request_meta("client", capabilities));
  return params;
}

std::string modern_line(const Json& id, std::string_view method, Json params = json_of("{}")) {
  return rpc_request(id, method, modern(std::move(params)));
}

std::string modern_call(int id, const ToolCall& call) {
  return modern_line(Json(id), "tools/call", Json::object({{"name", call.tool}, {"arguments", call.arguments}}));
}

constexpr std::string_view kDiscovered =
    R"({"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{"listChanged":true}}})";

/// Makes a guard in front of a modern server that is ready.
void start_modern(GuardWorld& world, std::string_view tools = GuardWorld::kAllTools) {
  world.begin();
  (void)world.take_for_server();
  world.answer(Json(1), kDiscovered);
  (void)world.take_for_server();
  world.answer(Json(3), R"({"resultType":"complete","tools":)" + std::string(tools) + "}");
  (void)world.take_for_client();
}

// --- The client's side ----------------------------------------------------------------------------------------------

TEST(GuardModernClient, DiscoversTheGateWithoutAHandshake) {
  GuardWorld world;
  world.start();
  world.client_says({modern_line(Json("d"), "server/discover")});
  const Json reply = world.reply();
  EXPECT_EQ(*reply.find("id"), Json("d"));
  EXPECT_EQ(*reply.find("result"),
            discover_result("0.0.0", {.capabilities = json_of(R"({"tools":{"listChanged":true}})")}));
}

TEST(GuardModernClient, GetsAListThatIsForNobodyElse) {
  GuardWorld world;
  world.start();
  world.client_says({modern_line(Json(1), "tools/list")});
  const Json reply = world.reply();
  EXPECT_EQ(*reply.find("result")->find("cacheScope"), Json("private"));
  EXPECT_EQ(*reply.find("result")->find("ttlMs"), Json(0));
  EXPECT_EQ(*reply.find("result")->find("resultType"), Json("complete"));
}

TEST(GuardModernClient, EveryResultHasAType) {
  GuardWorld world;
  world.start();
  world.client_says({modern_call(7, call_of("read_ticket", R"({"id":"T-1"})"))});
  const Json request = world.request();
  EXPECT_EQ(request.find("params")->find("_meta"), nullptr) << "a legacy server hears nothing of it";
  world.answer(*request.find("id"), R"({"content":[]})");
  EXPECT_EQ(*world.reply().find("result"), json_of(R"({"resultType":"complete","content":[]})"));
  world.client_says({modern_call(8, call_of("no_such_tool", "{}"))});
  const Json denied = world.reply();
  EXPECT_EQ(rule_of(denied), "tool.unregistered");
  EXPECT_EQ(*denied.find("result")->find("resultType"), Json("complete"));
}

TEST(GuardModernClient, IsRefusedWhatItsProtocolDoesNotHave) {
  GuardWorld world;
  world.start();
  for (const char* method : {"ping", "initialize", "logging/setLevel", "resources/subscribe", "tasks/get"}) {
    world.client_says({modern_line(Json(1), method)});
    EXPECT_EQ(error_code_of(world.reply()), -32601) << method;
  }
  for (const char* method : {"server/discover", "subscriptions/listen"}) {
    world.client_says({rpc_request(Json(1), method, json_of("{}"))});
    EXPECT_EQ(error_code_of(world.reply()), -32602) << method << " of no revision";
  }
}

TEST(GuardModernClient, OfAnotherRevisionHearsWhichOneIsSpoken) {
  GuardWorld world;
  world.start();
  Json params = modern(json_of("{}"));
  params.find("_meta")->set(kMetaRevision, "2027-01-01");
  world.client_says({rpc_request(Json(1), "server/discover", params)});
  const Json reply = world.reply();
  EXPECT_EQ(error_code_of(reply), -32022);
  EXPECT_EQ(*reply.find("error")->find("data")->find("supported"), json_of(R"(["2026-07-28"])"));
  EXPECT_THAT(world.noted(), ElementsAre("client_request_refused"));
}

TEST(GuardModernClient, HearsOfChangesThatItListensFor) {
  GuardWorld world;
  world.start(R"([{"name":"read_ticket"}])");
  world.client_says({modern_line(Json("d"), "server/discover")});
  (void)world.take_for_client();
  world.server_lists_again(R"([{"name":"update_ticket"}])");
  EXPECT_THAT(world.take_for_client(), IsEmpty()) << "it has not asked to hear of it";
  world.client_says(
      {modern_line(Json("s"), "subscriptions/listen", json_of(R"({"notifications":{"toolsListChanged":true}})"))});
  EXPECT_EQ(*world.reply().find("method"), Json("notifications/subscriptions/acknowledged"));
  world.client_says({modern_call(1, call_of("x", "{}")), modern_line(Json("s"), "subscriptions/listen")});
  EXPECT_THAT(world.noted(), testing::Contains("duplicate_request_id"));
  (void)world.take_for_client();
  world.server_lists_again(R"([{"name":"read_ticket"}])");
  const Json told = world.reply();
  EXPECT_EQ(*told.find("method"), Json("notifications/tools/list_changed"));
  EXPECT_EQ(*told.find("params")->find("_meta")->find(kMetaSubscription), Json("s"));
  world.client_says({rpc_notification("notifications/cancelled", Json::object({{"requestId", "s"}}))});
  world.server_lists_again(R"([{"name":"update_ticket"}])");
  EXPECT_THAT(world.take_for_client(), IsEmpty()) << "it listens no more";
}

TEST(GuardModernClient, ASubscriptionEndsWithTheConversation) {
  GuardWorld world;
  world.start();
  world.client_says({modern_line(Json("s"), "subscriptions/listen", json_of(R"({"notifications":{}})")),
                     modern_line(Json("t"), "subscriptions/listen")});
  const std::vector<Json> replies = world.take_for_client();
  ASSERT_THAT(replies, SizeIs(2));
  EXPECT_EQ(error_code_of(replies[1]), -32602);
  EXPECT_THAT(world.noted(), ElementsAre("subscription_refused"));
  world.guard->client_closed(ClientEnd::Closed);
  EXPECT_EQ(*world.reply().find("id"), Json("s"));
}

// --- The server's side ----------------------------------------------------------------------------------------------

TEST(GuardModernServer, IsAskedInItsOwnWayByAClientOfEitherEra) {
  GuardWorld world;
  start_modern(world);
  for (const bool is_modern : {false, true}) {
    const ToolCall read = call_of("read_ticket", R"({"id":"T-1"})");
    world.client_says({is_modern ? modern_call(7, read) : world.call_line(7, read, "token")});
    const Json request = world.request();
    const Json& meta = *request.find("params")->find("_meta");
    EXPECT_EQ(*meta.find(kMetaRevision), Json(kModernRevision));
    EXPECT_EQ(*meta.find(kMetaCapabilities), json_of("{}")) << "nothing may be asked of the client";
    EXPECT_EQ(*meta.find(kMetaClientInfo)->find("name"), Json("yett"));
    EXPECT_EQ(meta.find("progressToken") == nullptr, is_modern);
    world.answer(*request.find("id"), R"({"resultType":"complete","content":[]})");
    EXPECT_EQ(*world.reply().find("result"), json_of(R"({"resultType":"complete","content":[]})"));
  }
}

TEST(GuardModernServer, TellsOfItsChangesThroughASubscription) {
  GuardWorld world;
  start_modern(world, R"([{"name":"read_ticket"}])");
  world.server_says({R"({"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{}})",
                     R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{}})"});
  const Json list = world.request();
  EXPECT_EQ(*list.find("method"), Json("tools/list"));
  world.answer(*list.find("id"), R"({"resultType":"complete","tools":[]})");
  EXPECT_EQ(*world.reply().find("method"), Json("notifications/tools/list_changed"));
  EXPECT_THAT(world.noted(), IsEmpty());
}

/// The modern protocol has no requests of a server.
TEST(GuardModernServer, IsNotAnsweredWhatItMayNotAsk) {
  GuardWorld world;
  start_modern(world);
  world.server_says(
      {R"({"jsonrpc":"2.0","id":1,"method":"ping"})", R"({"jsonrpc":"2.0","id":2,"method":"roots/list"})"});
  EXPECT_THAT(world.take_for_server(), IsEmpty());
  EXPECT_THAT(world.noted(), ElementsAre("server_request_refused", "server_request_refused"));
}

TEST(GuardModernServer, ItsRequestForInputIsRefused) {
  GuardWorld world;
  start_modern(world);
  world.client_says({modern_call(7, call_of("read_ticket", R"({"id":"T-1"})"))});
  world.answer(*world.request().find("id"), R"({"resultType":"input_required","inputRequests":{}})");
  EXPECT_EQ(error_code_of(world.reply()), -32603);
  EXPECT_THAT(world.noted(), ElementsAre("server_result_refused"));
  EXPECT_THAT(world.outcomes(), ElementsAre("unknown"));
}

TEST(GuardModernServer, OneThatDoesNotAnswerIsSpokenToInTheLegacyWayToo) {
  GuardWorld world;
  world.begin();
  EXPECT_EQ(*world.request().find("method"), Json("server/discover"));
  world.guard->look_again();
  EXPECT_THAT(world.take_for_server(), IsEmpty());
  world.world.clock.set(*world.guard->next_deadline());
  world.guard->look_again();
  EXPECT_EQ(*world.request().find("method"), Json("initialize"));
  EXPECT_FALSE(world.guard->is_over());
}

TEST(GuardModernServer, OneThatWasGivenUpDoesNotBeginAgain) {
  GuardWorld world;
  world.begin();
  while (!world.guard->is_over()) {
    world.world.clock.set(*world.guard->next_deadline());
    world.guard->look_again();
  }
  EXPECT_FALSE(world.guard->may_begin_again(0));
}

TEST(GuardModernServer, OneThatEndedWithoutAWordMayBeginAgain) {
  GuardWorld world;
  world.begin();
  EXPECT_TRUE(world.guard->may_begin_again(0));
  (void)world.take_for_server();
  world.guard->begin_again(0);
  EXPECT_EQ(*world.request().find("method"), Json("initialize"));
  EXPECT_FALSE(world.guard->may_begin_again(0));
}

}  // namespace
}  // namespace yett
