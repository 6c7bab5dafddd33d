// What passes is a closed list, both ways: everything else is refused or dropped, and recorded.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "guard/guard_fixture.h"

namespace yett {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

const ToolCall kRead = call_of("read_ticket", R"({"id":"T-1"})");

class GuardProtocol : public testing::Test {
 protected:
  void SetUp() override { world_.start(); }

  Json reply_to(std::string line) {
    world_.client_says({std::move(line)});
    return world_.reply();
  }

  GuardWorld world_;
};

// --- From the client ------------------------------------------------------------------------------------------------

TEST_F(GuardProtocol, AnswersPingItself) {
  EXPECT_EQ(reply_to(R"({"jsonrpc":"2.0","id":5,"method":"ping"})"),
            json_of(R"({"jsonrpc":"2.0","id":5,"result":{}})"));
  EXPECT_THAT(world_.take_for_server(), IsEmpty());
}

TEST_F(GuardProtocol, RefusesEveryOtherMethodAndRecordsIt) {
  for (const char* method :
       {"resources/list", "resources/read", "prompts/get", "completion/complete", "logging/setLevel", "tasks/get",
        "sampling/createMessage", "notifications/cancelled", "tools/Call", "tools/call ", "", "\\u0000"}) {
    const std::string line = R"({"jsonrpc":"2.0","id":5,"method":")" + std::string(method) + R"("})";
    EXPECT_EQ(error_code_of(reply_to(line)), -32601) << method;
  }
  EXPECT_THAT(world_.take_for_server(), IsEmpty());
  EXPECT_THAT(world_.noted(), testing::AllOf(SizeIs(12), testing::Each("client_method_refused")));
}

/// MCP's own names may be recorded; any other is a text of the sender's choosing.
TEST_F(GuardProtocol, RecordsOnlyMethodsThatMcpNames) {
  reply_to(R"({"jsonrpc":"2.0","id":5,"method":"resources/read"})");
  reply_to(R"({"jsonrpc":"2.0","id":5,"method":"canary/leak"})");
  const std::vector<Json> records = world_.world.records("protocol");
  EXPECT_EQ(*records[0].find("intent"), json_of(R"({"method":"resources/read"})"));
  EXPECT_EQ(*records[1].find("intent"), json_of(R"({"method_bytes":11})"));
}

TEST_F(GuardProtocol, DropsNotificationsAndResponses) {
  world_.client_says(
      {R"({"jsonrpc":"2.0","method":"notifications/roots/list_changed"})",
       R"({"jsonrpc":"2.0","method":"tools/call","params":{"name":"read_ticket","arguments":{"id":"x"}}})",
       R"({"jsonrpc":"2.0","id":1,"result":{}})", R"({"jsonrpc":"2.0","id":"x","error":{"code":1,"message":"x"}})",
       R"({"jsonrpc":"2.0","method":"notifications/initialized"})",
       R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}})",
       R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"nobody"}})",
       R"({"jsonrpc":"2.0","method":"notifications/cancelled"})"});
  EXPECT_THAT(world_.take_for_client(), IsEmpty());
  EXPECT_THAT(world_.take_for_server(), IsEmpty());
  EXPECT_THAT(world_.noted(), ElementsAre("client_notification_dropped", "client_notification_dropped",
                                          "client_response_dropped", "client_response_dropped"));
}

TEST_F(GuardProtocol, RefusesLinesThatAreNoMessage) {
  EXPECT_EQ(error_code_of(reply_to("{")), -32700);
  EXPECT_EQ(error_code_of(reply_to(R"([{"jsonrpc":"2.0","id":1,"method":"ping"}])")), -32600);
  EXPECT_EQ(error_code_of(reply_to(R"({"jsonrpc":"2.0","id":1,"method":"ping","Method":"tools/call"})")), -32600);
  EXPECT_EQ(error_code_of(reply_to(R"({"jsonrpc":"2.0","id":null,"method":"ping"})")), -32600);
  EXPECT_EQ(
      error_code_of(reply_to(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","name":"b"}})")),
      -32700);
  EXPECT_THAT(world_.noted(), testing::AllOf(SizeIs(5), testing::Each("client_message_refused")));
}

TEST_F(GuardProtocol, SaysSoWhenALineWasTooLong) {
  world_.guard->client_line_too_long();
  EXPECT_EQ(error_code_of(world_.reply()), -32600);
  world_.guard->server_line_too_long(0);
  EXPECT_THAT(world_.noted(), ElementsAre("client_message_too_long", "server_message_too_long"));
}

TEST_F(GuardProtocol, PassesOverEmptyLines) {
  world_.client_says({""});
  world_.server_says({""});
  EXPECT_THAT(world_.take_for_client(), IsEmpty());
  EXPECT_THAT(world_.noted(), IsEmpty());
}

// --- From the server ------------------------------------------------------------------------------------------------

TEST_F(GuardProtocol, RefusesRequestsOfTheServer) {
  for (const char* method : {"sampling/createMessage", "elicitation/create", "roots/list", "tools/call", "canary"}) {
    world_.server_says(
        {R"({"jsonrpc":"2.0","id":"s","method":")" + std::string(method) + R"(","params":{"x":"canary"}})"});
    EXPECT_EQ(error_code_of(world_.request()), -32601) << method;
  }
  world_.server_says({R"({"jsonrpc":"2.0","id":"s","method":"ping"})"});
  EXPECT_EQ(world_.request(), json_of(R"({"jsonrpc":"2.0","id":"s","result":{}})"));
  EXPECT_THAT(world_.take_for_client(), IsEmpty());
  EXPECT_THAT(world_.noted(), testing::AllOf(SizeIs(5), testing::Each("server_request_refused")));
}

TEST_F(GuardProtocol, DropsNotificationsOfTheServer) {
  world_.server_says(
      {R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"canary"}})",
       R"({"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"file:///canary"}})",
       R"({"jsonrpc":"2.0","method":"canary"})"});
  EXPECT_THAT(world_.take_for_client(), IsEmpty());
  EXPECT_THAT(world_.noted(), testing::AllOf(SizeIs(3), testing::Each("server_notification_dropped")));
}

TEST_F(GuardProtocol, DropsGarbageOfTheServer) {
  world_.server_says({"Server listening on stdio", "{", "[]", "null", R"({"jsonrpc":"2.0"})", R"({"id":1,"result":{}})",
                      "\xff\xfe", R"({"jsonrpc":"2.0","id":1,"id":2,"result":{}})"});
  EXPECT_THAT(world_.take_for_client(), IsEmpty());
  EXPECT_THAT(world_.noted(), testing::Contains("server_message_dropped").Times(8));
}

TEST_F(GuardProtocol, DropsAnswersThatNobodyAskedFor) {
  world_.call(7, kRead);
  const Json id = *world_.request().find("id");
  for (const char* other : {"999", "0", "-1", R"("3")", "1e300", "1", "2"}) {
    world_.server_says({R"({"jsonrpc":"2.0","id":)" + std::string(other) + R"(,"result":{"content":[]}})"});
    EXPECT_THAT(world_.take_for_client(), IsEmpty()) << other;
  }
  world_.answer(id);
  EXPECT_EQ(*world_.reply().find("id"), Json(7));
  world_.answer(id);
  EXPECT_THAT(world_.take_for_client(), IsEmpty()) << "an answer counts once";
  EXPECT_THAT(world_.noted(), testing::AllOf(SizeIs(8), testing::Each("server_response_unasked")));
  EXPECT_THAT(world_.outcomes(), ElementsAre("executed"));
}

TEST_F(GuardProtocol, NoTextOfEitherSideReachesARecord) {
  reply_to(R"({"jsonrpc":"2.0","id":5,"method":"canary","params":{"canary":"canary"}})");
  reply_to("canary");
  world_.client_says({R"({"jsonrpc":"2.0","method":"canary"})"});
  world_.server_says({"canary", R"({"jsonrpc":"2.0","method":"canary"})",
                      R"({"jsonrpc":"2.0","id":"canary","method":"canary"})",
                      R"({"jsonrpc":"2.0","id":"canary","result":{"canary":1}})"});
  world_.call(7, call_of("canary", R"({"canary":"canary"})"));
  for (const Json& record : world_.world.records()) {
    EXPECT_EQ(write_json(record).find("canary"), std::string::npos) << write_json(record);
  }
}

}  // namespace
}  // namespace yett
