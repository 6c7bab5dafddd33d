// Methods that a policy opens beside the tools: which pass, how they are judged, what of their results is delivered.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "guard/opened_fixture.h"

namespace yett {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

SourceSet taken_in(GuardWorld& world) {
  return required(world.world.store->session_state(RunKey(world.world.office.session))).taken_in;
}

TEST(GuardMethods, AreOfferedWhereTheyAreOpenAndServed) {
  OpenedWorld opened;
  opened.start_legacy();
  EXPECT_EQ(*opened.client_initializes().find("result")->find("capabilities"),
            json_of(R"({"tools":{"listChanged":true},"resources":{"subscribe":true,"listChanged":true},
                "prompts":{"listChanged":true},"completions":{},"logging":{}})"));
  OpenedWorld closed;
  closed.world.office.policy.servers.front().methods = {McpMethod::PromptsGet};
  closed.start_legacy();
  EXPECT_EQ(*closed.client_initializes().find("result")->find("capabilities"),
            json_of(R"({"tools":{"listChanged":true},"prompts":{}})"));
}

TEST(GuardMethods, PassAsWhatTheyAreUnderAnIdOfTheGates) {
  OpenedWorld world;
  world.start_legacy();
  world.client_asks(Json("r"), "resources/read", R"({"uri":"a:b"})");
  const Json request = world.request();
  EXPECT_EQ(*request.find("method"), Json("resources/read"));
  EXPECT_EQ(*request.find("params"), json_of(R"({"uri":"a:b"})"));
  world.answer(*request.find("id"), R"({"contents":[{"uri":"a:b","text":"t"}]})");
  EXPECT_EQ(world.for_client_lines, GuardWorld::Lines{});
  EXPECT_EQ(*world.reply().find("result"), json_of(R"({"contents":[{"uri":"a:b","text":"t"}]})"));
  EXPECT_THAT(world.outcomes(), ElementsAre("executed"));
  EXPECT_TRUE(taken_in(world).contains(SourceKind::ToolOutput)) << "as its line says";
}

TEST(GuardMethods, AreDeniedAsErrorsThatSayWhy) {
  OpenedWorld world;
  world.start_legacy();
  world.client_asks(Json(1), "resources/read", R"({"uri":"a:b","range":"all"})");
  const Json reply = world.reply();
  EXPECT_EQ(error_code_of(reply), 1);
  EXPECT_THAT(error_text_of(reply), HasSubstr("Denied"));
  const Json& decision = *reply.find("error")->find("data")->find("dev.yett/decision");
  EXPECT_EQ(*decision.find("rule"), Json("arguments.schema"));
  EXPECT_THAT(world.take_for_server(), IsEmpty());
  world.client_says({rpc_request(Json(2), "resources/read", json_of(R"({"_meta":7})"))});
  EXPECT_EQ(*world.reply().find("error")->find("data")->find("dev.yett/decision")->find("rule"),
            Json("arguments.malformed"));
}

TEST(GuardMethods, ThatAreClosedAreRefused) {
  OpenedWorld world;
  world.world.office.policy.servers.front().methods = {McpMethod::PromptsGet};
  world.start_legacy();
  for (const std::string_view method : kMcpMethodNames) {
    if (method == "prompts/get") continue;
    world.client_asks(Json(1), method);
    EXPECT_EQ(error_code_of(world.reply()), -32601) << method;
  }
  EXPECT_THAT(world.world.records("decision"), IsEmpty());
  world.client_asks(Json(2), "tools/call", R"({"name":"prompts/get","arguments":{}})");
  EXPECT_EQ(rule_of(world.reply()), "tool.unregistered") << "a method is no tool that tools/call can name";
}

/// Its line is that of the method.
TEST(GuardMethods, AToolOfTheNameOfAMethodIsNone) {
  OpenedWorld world;
  world.start(R"([{"name":"read_ticket"},{"name":"resources/read"}])");
  world.client_asks(Json(1), "tools/list");
  EXPECT_EQ(*world.reply().find("result"), json_of(R"({"tools":[{"name":"read_ticket"}]})"));
  world.client_asks(Json(2), "tools/call", R"({"name":"resources/read","arguments":{"uri":"a:b"}})");
  EXPECT_EQ(rule_of(world.reply()), "tool.unregistered");
}

TEST(GuardMethods, HaveIdsOfTheirOwn) {
  OpenedWorld world;
  world.start_legacy();
  world.client_asks(Json(1), "resources/read", R"({"uri":"a:b"})");
  world.client_asks(Json(1), "resources/read", R"({"uri":"a:c"})");
  EXPECT_EQ(error_code_of(world.reply()), -32600);
  EXPECT_THAT(world.take_for_server(), SizeIs(1));
}

/// Nobody could tell whose resources are meant.
TEST(GuardMethods, ThatTwoServersHaveAreRefused) {
  OpenedWorld world;
  Policy& policy = world.world.office.policy;
  ServerSpec other = policy.servers.front();
  other.name = "files";
  other.methods = {McpMethod::ResourcesRead};
  policy.servers.push_back(other);
  Tool line = office_tool("resources/read", Effect::Read, Sensitivity::Internal, Reversibility::Reversible, {});
  line.server = "files";
  line.kind = ToolKind::Method;
  ASSERT_TRUE(policy.tools.insert(std::move(line)));
  world.servers = {"office", "files"};
  world.begin();
  world.guard->server_closed(1, "was not started");
  world.server_is_ready(GuardWorld::kAllTools);
  (void)world.take_for_client();
  world.client_asks(Json(1), "resources/read", R"({"uri":"a:b"})");
  EXPECT_EQ(error_code_of(world.reply()), -32601);
}

TEST(GuardMethods, OfAServerThatDoesNotHaveThemAreDenied) {
  OpenedWorld world;
  world.start();  // it has tools alone
  world.client_asks(Json(1), "resources/read", R"({"uri":"a:b"})");
  EXPECT_EQ(*world.reply().find("error")->find("data")->find("dev.yett/decision")->find("rule"),
            Json("tool.unregistered"));
}

TEST(GuardMethods, OfTheOtherEraAreRefused) {
  OpenedWorld world;
  world.start_legacy();
  OpenedWorld modern;
  modern.start_modern();
  for (const char* method : {"resources/subscribe", "resources/unsubscribe", "logging/setLevel"}) {
    world.modern_client_asks(Json(1), method, R"({"uri":"a:b"})");
    EXPECT_EQ(error_code_of(world.reply()), -32601) << method;
    modern.client_asks(Json(1), method, R"({"uri":"a:b"})");
    EXPECT_EQ(error_code_of(modern.reply()), -32601) << method << " of a modern server";
  }
}

TEST(GuardMethods, SayForHowLongAModernClientMayKeepWhatItGets) {
  for (const auto& [method, is_cached] : {std::pair("resources/read", true), std::pair("prompts/list", true),
                                          std::pair("resources/list", true), std::pair("prompts/get", false)}) {
    OpenedWorld world;
    world.start_legacy();
    world.modern_client_asks(Json(1), method);
    world.answer(*world.request().find("id"), R"({"x":[]})");
    const Json reply = world.reply();
    const Json& result = *reply.find("result");
    EXPECT_EQ(*result.find("resultType"), Json("complete")) << method;
    EXPECT_EQ(result.find("cacheScope") != nullptr, is_cached) << method;
  }
}

TEST(GuardMethods, ResultsThatAreNotCompleteAreRefused) {
  OpenedWorld world;
  world.start_legacy();
  for (const char* result : {R"({"task":{}})", R"({"resultType":"task"})", "[]", R"({"resultType":7})"}) {
    world.client_asks(Json(1), "resources/read", write_json(Json::object({{"uri", result}})));
    world.answer(*world.request().find("id"), result);
    EXPECT_EQ(error_code_of(world.reply()), -32603) << result;
  }
}

TEST(GuardMethods, TellThatAResourceIsNoneInTheWordsOfTheEra) {
  OpenedWorld world;
  world.start_legacy();
  const auto error_for = [&](bool is_modern, std::string_view error) {
    if (is_modern) {
      world.modern_client_asks(Json(1), "resources/read", R"({"uri":"a:b"})");
    } else {
      world.client_asks(Json(1), "resources/read", R"({"uri":"a:b"})");
    }
    world.server_says({R"({"jsonrpc":"2.0","id":)" + write_json(*world.request().find("id")) + R"(,"error":)" +
                       std::string(error) + "}"});
    return *world.reply().find("error");
  };
  const std::string_view none = R"({"code":-32002,"message":"none","data":{"uri":"a:b","canary":1}})";
  EXPECT_EQ(error_for(false, none), json_of(R"({"code":-32002,"message":"none","data":{"uri":"a:b"}})"));
  EXPECT_EQ(error_for(true, none), json_of(R"({"code":-32602,"message":"none","data":{"uri":"a:b"}})"));
  EXPECT_EQ(error_for(true, R"({"code":-32602,"message":"none","data":{"uri":"canary"}})"),
            json_of(R"({"code":-32602,"message":"none"})"));
  EXPECT_EQ(error_for(false, R"({"code":777,"message":"none","data":1})"),
            json_of(R"({"code":-32603,"message":"none"})"));
}

// --- What servers say of their own accord ---------------------------------------------------------------------------

constexpr std::string_view kLog =
    R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"warning","logger":"l","data":{"key":"sk-abcdefgh12345678","n":1,"requestedSchema":{"const":"sk-abcdefgh12345678"}},"canary":"c"}})";

TEST(GuardMethods, LogsAreScrubbedByThePolicyInForce) {
  constexpr std::string_view kSaid =
      R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"warning","data":"E-123456 4111111111111111"}})";
  OpenedWorld world;
  world.world.office.policy.redact.off = {"card"};
  world.start_legacy();
  (void)world.client_initializes();
  world.server_says({std::string(kSaid)});
  EXPECT_EQ(*world.reply().find("params")->find("data"), Json("E-123456 4111111111111111"));

  Policy changed = world.world.office.policy;
  changed.digest = sha256("changed");
  changed.redact = {.off = {}, .add = {{"employee id", "E-[0-9]{6}", "<employee>"}}};
  required(world.guard->adopt(std::make_shared<const Policy>(std::move(changed)), world.world.office.session));
  world.server_says({std::string(kSaid)});
  EXPECT_EQ(*world.reply().find("params")->find("data"), Json("<employee> <card ending 1111>"));
}

TEST(GuardMethods, LogsAreScrubbedAndCountAsTakenIn) {
  OpenedWorld world;
  world.start_legacy();
  world.server_says({std::string(kLog)});
  EXPECT_THAT(world.take_for_client(), IsEmpty()) << "there is no client yet";
  (void)world.client_initializes();
  EXPECT_FALSE(taken_in(world).contains(SourceKind::ToolOutput));
  world.server_says({std::string(kLog)});
  EXPECT_EQ(
      *world.reply().find("params"),
      json_of(
          R"({"level":"warning","logger":"l","data":{"key":"<secret redacted>","n":1,"requestedSchema":{"const":"<secret redacted>"}}})"));
  EXPECT_TRUE(taken_in(world).contains(SourceKind::ToolOutput));
  world.server_says({R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"loud","data":"x"}})",
                     R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info"}})"});
  EXPECT_THAT(world.take_for_client(), IsEmpty());
}

TEST(GuardMethods, LogsThatNoLineOpensAreDropped) {
  OpenedWorld world;
  world.world.office.policy.servers.front().methods = {};
  world.start_legacy();
  (void)world.client_initializes();
  world.server_says({std::string(kLog)});
  EXPECT_THAT(world.take_for_client(), IsEmpty());
  EXPECT_THAT(world.noted(), ElementsAre("server_notification_dropped"));
}

TEST(GuardMethods, AModernClientHearsTheLogsThatItsCallAsksFor) {
  OpenedWorld world;
  world.start_modern();
  for (const auto& [level, hears] : {std::pair("info", true), std::pair("error", false), std::pair("", false)}) {
    Json params = modern_params(json_of(R"({"name":"read_ticket","arguments":{"id":"T-1"}})"));
    if (*level != '\0') params.find("_meta")->set(kMetaLogLevel, level);
    world.client_says({rpc_request(Json(7), "tools/call", params)});
    const Json request = world.request();
    EXPECT_EQ(request.find("params")->find("_meta")->find(kMetaLogLevel) != nullptr, *level != '\0');
    world.server_says({std::string(kLog)});
    EXPECT_THAT(world.take_for_client(), SizeIs(hears ? 1 : 0)) << level;
    world.answer(*request.find("id"));
    (void)world.take_for_client();
  }
}

TEST(GuardMethods, AModernServerIsNotAskedForLogsThatNobodyMayRead) {
  OpenedWorld world;
  world.world.office.policy.servers.front().methods = {};
  world.start_modern();
  Json params = modern_params(json_of(R"({"name":"read_ticket","arguments":{"id":"T-1"}})"));
  params.find("_meta")->set(kMetaLogLevel, "debug");
  world.client_says({rpc_request(Json(7), "tools/call", params)});
  EXPECT_EQ(world.request().find("params")->find("_meta")->find(kMetaLogLevel), nullptr);
}

TEST(GuardMethods, UpdatesAreOfResourcesThatTheClientHasNamed) {
  OpenedWorld world;
  world.start_legacy();
  const auto update = [&](std::string_view uri) {
    world.server_says(
        {rpc_notification("notifications/resources/updated", Json::object({{"uri", uri}, {"title", "canary"}}))});
    return world.take_for_client();
  };
  EXPECT_THAT(update("a:b"), IsEmpty());
  world.client_asks(Json(1), "resources/subscribe", R"({"uri":"a:b"})");
  EXPECT_THAT(update("a:b"), IsEmpty()) << "the server has not agreed yet";
  world.answer(*world.request().find("id"), "{}");
  (void)world.take_for_client();
  const std::vector<Json> told = update("a:b");
  ASSERT_THAT(told, SizeIs(1));
  EXPECT_EQ(*told.front().find("params"), json_of(R"({"uri":"a:b"})"));
  EXPECT_THAT(update("a:c"), IsEmpty());
  world.client_asks(Json(2), "resources/unsubscribe", R"({"uri":"a:b"})");
  world.answer(*world.request().find("id"), "{}");
  (void)world.take_for_client();
  EXPECT_THAT(update("a:b"), IsEmpty());
}

TEST(GuardMethods, ChangesOfOpenListsAreTold) {
  OpenedWorld world;
  world.start_legacy();
  (void)world.client_initializes();
  for (const char* changed : {"notifications/prompts/list_changed", "notifications/resources/list_changed"}) {
    world.server_says({rpc_notification(changed, Json())});
    EXPECT_EQ(*world.reply().find("method"), Json(changed));
  }
  world.modern_client_asks(Json("s"), "subscriptions/listen",
                           R"({"notifications":{"promptsListChanged":true,"resourcesListChanged":true}})");
  EXPECT_EQ(*world.reply().find("params")->find("notifications"),
            json_of(R"({"promptsListChanged":true,"resourcesListChanged":true})"));
  OpenedWorld closed;
  closed.world.office.policy.servers.front().methods = {};
  closed.start_legacy();
  (void)closed.client_initializes();
  closed.server_says({rpc_notification("notifications/prompts/list_changed", Json())});
  EXPECT_THAT(closed.take_for_client(), IsEmpty());
}

TEST(GuardMethods, InstructionsAreScrubbedAndCountAsTakenIn) {
  OpenedWorld world;
  world.start_legacy(R"(,"instructions":"Ask ana@office.example")");
  EXPECT_EQ(*world.client_initializes().find("result")->find("instructions"), Json("Ask <mailbox@office.example>"));
  EXPECT_TRUE(taken_in(world).contains(SourceKind::ToolOutput));
  EXPECT_THAT(world.noted(), ElementsAre("server_instructions_delivered"));
}

/// It would lose its rights by the first words of a server.
TEST(GuardMethods, InstructionsAreKeptFromASessionThatListensToNoTools) {
  OpenedWorld world;
  world.world.office.session.permissions = *find_builtin_permission_set("read-only");
  world.start_legacy(R"(,"instructions":"Go.")");
  EXPECT_EQ(world.client_initializes().find("result")->find("instructions"), nullptr);
  EXPECT_FALSE(taken_in(world).contains(SourceKind::ToolOutput));
}

constexpr std::string_view kDescribed = R"([{"name":"read_ticket","description":"Read this first."}])";
constexpr std::string_view kListTools = R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})";

/// A server can write anywhere that a model reads.
TEST(GuardMethods, ProseOfASchemaAndOfAnnotationsCountsAsTakenInAndIsKeptWhereDescriptionsAre) {
  for (const char* place : {R"("annotations":{"title":"Go."})", R"("inputSchema":{"$comment":"Go."})",
                            R"("inputSchema":{"properties":{"id":{"examples":["Go."]}}})",
                            R"("outputSchema":{"default":"Go."})", R"("inputSchema":{"x-hint":{"a":"Go."}})"}) {
    const std::string tools = R"([{"name":"read_ticket",)" + std::string(place) + "}]";
    GuardWorld world;
    world.start(tools);
    world.client_says({std::string(kListTools)});
    EXPECT_NE(write_json(world.reply()).find("Go."), std::string::npos);
    EXPECT_TRUE(taken_in(world).contains(SourceKind::ToolOutput)) << place;
    GuardWorld deaf;
    deaf.world.office.session.permissions = *find_builtin_permission_set("read-only");
    deaf.start(tools);
    deaf.client_says({std::string(kListTools)});
    EXPECT_EQ(write_json(deaf.reply()).find("Go."), std::string::npos) << place;
    EXPECT_FALSE(taken_in(deaf).contains(SourceKind::ToolOutput)) << place;
  }
}

TEST(GuardMethods, DescriptionsCountAsTakenInOnceTheyAreRead) {
  GuardWorld world;
  world.start(kDescribed);
  EXPECT_FALSE(taken_in(world).contains(SourceKind::ToolOutput));
  world.client_says({std::string(kListTools)});
  EXPECT_TRUE(taken_in(world).contains(SourceKind::ToolOutput));
  EXPECT_THAT(world.noted(), ElementsAre("tool_descriptions_delivered"));
  GuardWorld bare;
  bare.start(R"([{"name":"read_ticket"}])");
  bare.client_says({std::string(kListTools)});
  EXPECT_FALSE(taken_in(bare).contains(SourceKind::ToolOutput)) << "there is nothing to read";
}

TEST(GuardMethods, DescriptionsAreKeptFromASessionThatListensToNoTools) {
  GuardWorld world;
  world.world.office.session.permissions = *find_builtin_permission_set("read-only");
  world.start(kDescribed);
  world.client_says({std::string(kListTools)});
  EXPECT_EQ(*world.reply().find("result"), json_of(R"({"tools":[{"name":"read_ticket"}]})"));
  EXPECT_FALSE(taken_in(world).contains(SourceKind::ToolOutput));
}

/// A person has accepted them.
TEST(GuardMethods, DescriptionsThatALockHasCountForNothing) {
  GuardWorld world;
  world.world.office.policy.lock =
      ToolLock{{{"office",
                 {"/bin/true"},
                 "",
                 {{"read_ticket", json_of(R"({"name":"read_ticket","description":"Read this first."})")}}}},
               {}};
  world.world.office.session.permissions = *find_builtin_permission_set("read-only");
  world.start(kDescribed);
  world.client_says({std::string(kListTools)});
  EXPECT_EQ(*world.reply().find("result"), json_of(R"({"tools":)" + std::string(kDescribed) + "}"));
  EXPECT_FALSE(taken_in(world).contains(SourceKind::ToolOutput));
}

TEST(GuardMethods, DescriptionsOfToolsAreScrubbed) {
  GuardWorld world;
  world.start(R"([{"name":"read_ticket","description":"For ana@office.example","inputSchema":{"type":"object",
      "properties":{"id":{"type":"string","title":"sk-abcdefgh12345678","const":"sk-abcdefgh12345678"}}}}])");
  world.client_says({R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})"});
  const Json reply = world.reply();
  const Json& tool = reply.find("result")->find("tools")->as_array()->at(0);
  EXPECT_EQ(*tool.find("description"), Json("For <mailbox@office.example>"));
  EXPECT_EQ(*tool.find("inputSchema")->find("properties")->find("id"),
            json_of(R"({"type":"string","title":"<secret redacted>","const":"sk-abcdefgh12345678"})"));
}

}  // namespace
}  // namespace yett
