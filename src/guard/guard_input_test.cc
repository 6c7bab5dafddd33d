// What servers want to know from the client: in either era on either side, and only where the policy lets them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "guard/opened_fixture.h"

namespace yett {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::string_view kCall = R"({"name":"read_ticket","arguments":{"id":"T-1"}})";
constexpr std::string_view kForm =
    R"({"message":"For ana@office.example?","requestedSchema":{"type":"object","properties":{}}})";
constexpr std::string_view kScrubbedForm =
    R"({"message":"For <mailbox@office.example>?","requestedSchema":{"type":"object","properties":{}}})";
constexpr std::string_view kAccepted = R"({"action":"accept","content":{"name":"Alice"}})";
constexpr std::string_view kForms = R"({"elicitation":{},"roots":{},"sampling":{}})";

std::string elicit(const Json& id, std::string_view params = kForm) {
  return rpc_request(id, "elicitation/create", json_of(params));
}
std::string input_required(std::string_view params = kForm, std::string_view more = R"(,"requestState":"server's")") {
  return R"({"resultType":"input_required","inputRequests":{"who":{"method":"elicitation/create","params":)" +
         std::string(params) + "}}" + std::string(more) + "}";
}
/// The call once more, with an answer and the state that the client was given.
std::string retry(const Json& state, std::string_view key = "who", std::string_view call = kCall) {
  std::string params(call);
  params.pop_back();
  return params + R"(,"requestState":)" + write_json(state) + R"(,"inputResponses":{")" + std::string(key) + R"(":)" +
         std::string(kAccepted) + "}}";
}

SessionState state_of(GuardWorld& world) {
  return required(world.world.store->session_state(RunKey(world.world.office.session)));
}

// --- Legacy client, legacy server -----------------------------------------------------------------------------------

TEST(GuardInput, OfALegacyServerIsAskedOfALegacyClient) {
  OpenedWorld world;
  world.start_legacy();
  (void)world.client_initializes(kForms);
  world.server_says({elicit(Json("e"))});
  const Json asked = world.reply();
  EXPECT_EQ(*asked.find("method"), Json("elicitation/create"));
  EXPECT_EQ(*asked.find("params"), json_of(kScrubbedForm)) << "scrubbed";
  EXPECT_TRUE(state_of(world).taken_in.contains(SourceKind::ToolOutput)) << "and counted";
  EXPECT_NE(*asked.find("id"), Json("e")) << "under an id of the gate's own";
  world.client_says({rpc_raw_result(*asked.find("id"), kAccepted)});
  const Json answered = world.request();
  EXPECT_EQ(*answered.find("id"), Json("e"));
  EXPECT_EQ(*answered.find("result"), json_of(kAccepted));
  world.client_says({rpc_raw_result(*asked.find("id"), kAccepted)});
  EXPECT_THAT(world.take_for_server(), IsEmpty()) << "a question has one answer";
  EXPECT_THAT(world.noted(), ElementsAre("client_request_passed_on", "client_response_dropped"));
}

TEST(GuardInput, ARefusalOfTheClientReachesTheServer) {
  OpenedWorld world;
  world.start_legacy();
  (void)world.client_initializes(kForms);
  world.server_says({elicit(Json("e"))});
  world.client_says({rpc_error(*world.reply().find("id"), -1, "canary")});
  const Json answered = world.request();
  EXPECT_EQ(error_code_of(answered), -32603);
  EXPECT_THAT(error_text_of(answered), testing::Not(HasSubstr("canary")));
}

TEST(GuardInput, IsRefusedWhereThePolicyOrTheClientDoesNotTakeIt) {
  const std::pair<std::vector<ClientRequest>, std::string_view> cases[] = {
      {{}, kForms},
      {{ClientRequest::Roots}, kForms},
      {{ClientRequest::Elicitation}, R"({"sampling":{}})"},
      {{ClientRequest::Elicitation}, R"({"elicitation":{"url":{}}})"}};
  for (const auto& [opened, capabilities] : cases) {
    OpenedWorld world(opened);
    world.start_legacy();
    (void)world.client_initializes(capabilities);
    world.server_says({elicit(Json("e"))});
    EXPECT_EQ(error_code_of(world.request()), -32601) << capabilities;
    EXPECT_THAT(world.take_for_client(), IsEmpty());
    EXPECT_THAT(world.noted(), ElementsAre("server_request_refused"));
  }
}

/// Where a URL leads nobody has judged; tools of a model and tasks are more than was opened.
TEST(GuardInput, IsRefusedWhereItAsksForMoreThanWasOpened) {
  OpenedWorld world;
  world.start_legacy();
  (void)world.client_initializes(kForms);
  for (const std::string& request :
       {elicit(Json("e"), R"({"mode":"url","url":"https://attacker.example/","message":"m","elicitationId":"1"})"),
        rpc_request("s", "sampling/createMessage", json_of(R"({"messages":[],"maxTokens":1,"tools":[]})")),
        rpc_request("t", "elicitation/create", json_of(R"({"message":"m","task":{}})")),
        rpc_request("x", "tasks/list", json_of("{}"))}) {
    world.server_says({request});
    EXPECT_EQ(error_code_of(world.request()), -32601) << request;
  }
  EXPECT_THAT(world.take_for_client(), IsEmpty());
}

TEST(GuardInput, ThatCameBeforeTheClientWaitsForIt) {
  OpenedWorld world;
  world.start_legacy();
  world.server_says({rpc_request("r", "roots/list", Json())});
  EXPECT_THAT(world.take_for_server(), IsEmpty());
  (void)world.client_initializes(kForms);
  const Json asked = world.reply();
  EXPECT_EQ(*asked.find("method"), Json("roots/list"));
  world.client_says({rpc_raw_result(*asked.find("id"), R"({"roots":[]})")});
  EXPECT_EQ(*world.request().find("result"), json_of(R"({"roots":[]})"));
  world.client_says({rpc_notification("notifications/roots/list_changed", Json())});
  EXPECT_EQ(*world.request().find("method"), Json("notifications/roots/list_changed"));
  EXPECT_FALSE(state_of(world).taken_in.contains(SourceKind::ToolOutput)) << "it says nothing";
}

TEST(GuardInput, ThatNobodyAnswersIsNotKeptWithoutNumber) {
  OpenedWorld world;
  world.start_legacy();
  int early = 0;
  while (early < 100) {
    world.server_says({rpc_request(Json(early), "roots/list", Json())});
    if (!world.take_for_server().empty()) break;
    ++early;
  }
  EXPECT_EQ(early, 16);
  (void)world.client_initializes(kForms);
  EXPECT_THAT(world.take_for_client(), SizeIs(16));
  int open = 16;
  while (open < 100) {
    world.server_says({elicit(Json(1000 + open))});
    if (!world.take_for_server().empty()) break;
    ++open;
  }
  EXPECT_EQ(open, 64);
}

TEST(GuardInput, ChangedRootsAreToldToServersThatMayKnowOfThem) {
  OpenedWorld world({ClientRequest::Sampling});
  world.start_legacy();
  (void)world.client_initializes(kForms);
  world.client_says({rpc_notification("notifications/roots/list_changed", Json())});
  EXPECT_THAT(world.take_for_server(), IsEmpty());
  EXPECT_THAT(world.noted(), ElementsAre("client_notification_dropped"));
}

TEST(GuardInput, AnswersOfASuspendedRunGoNowhere) {
  OpenedWorld world;
  world.start_legacy();
  (void)world.client_initializes(kForms);
  world.server_says({elicit(Json("e"))});
  const Json asked = world.reply();
  world.world.change_state([](SessionState& state) { state.suspension = Suspension::Suspended; });
  world.client_says({rpc_raw_result(*asked.find("id"), kAccepted)});
  EXPECT_EQ(error_code_of(world.request()), -32603);
}

TEST(GuardInput, AServerIsNotKeptWaitingByAClientThatIsGone) {
  OpenedWorld world;
  world.start_legacy();
  (void)world.client_initializes(kForms);
  world.server_says({elicit(Json("e"))});
  world.guard->client_closed(ClientEnd::Closed);
  EXPECT_EQ(error_code_of(world.request()), -32603);
}

// --- Modern client, modern server -----------------------------------------------------------------------------------

TEST(GuardInput, OfAModernServerIsAskedOfAModernClient) {
  OpenedWorld world;
  world.start_modern();
  world.modern_client_asks(Json(1), "tools/call", kCall, R"({"elicitation":{}})");
  Json request = world.request();
  EXPECT_EQ(*request.find("params")->find("_meta")->find(kMetaCapabilities), json_of(R"({"elicitation":{"form":{}}})"))
      << "what the client can and the policy lets it";
  world.answer(*request.find("id"), input_required());
  const Json asked = world.reply();
  EXPECT_EQ(*asked.find("id"), Json(1));
  const Json& result = *asked.find("result");
  EXPECT_EQ(*result.find("resultType"), Json("input_required"));
  EXPECT_EQ(*result.find("inputRequests")->find("who")->find("params"), json_of(kScrubbedForm));
  EXPECT_NE(*result.find("requestState"), Json("server's")) << "the state is the gate's own";
  EXPECT_THAT(world.outcomes(), IsEmpty()) << "it is one execution";

  world.modern_client_asks(Json(2), "tools/call", retry(*result.find("requestState")), R"({"elicitation":{}})");
  request = world.request();
  EXPECT_EQ(*request.find("params")->find("requestState"), Json("server's"));
  EXPECT_EQ(*request.find("params")->find("inputResponses"), json_of(R"({"who":)" + std::string(kAccepted) + "}"));
  EXPECT_EQ(*request.find("params")->find("arguments"), json_of(R"({"id":"T-1"})"));
  world.answer(*request.find("id"), R"({"resultType":"complete","content":[]})");
  EXPECT_EQ(*world.reply().find("id"), Json(2));
  EXPECT_THAT(world.outcomes(), ElementsAre("executed"));
  EXPECT_THAT(world.world.records("decision"), SizeIs(1));
}

TEST(GuardInput, OfAModernServerIsRefusedUnlessItMayAskThat) {
  const std::pair<std::vector<ClientRequest>, std::string_view> cases[] = {
      {{}, kForms}, {{ClientRequest::Elicitation}, "{}"}, {{ClientRequest::Sampling}, kForms}};
  for (const auto& [opened, capabilities] : cases) {
    OpenedWorld world(opened);
    world.start_modern();
    world.modern_client_asks(Json(1), "tools/call", kCall, capabilities);
    world.answer(*world.request().find("id"), input_required());
    EXPECT_EQ(error_code_of(world.reply()), -32603);
    EXPECT_THAT(world.noted(), ElementsAre("server_result_refused"));
    EXPECT_THAT(world.outcomes(), ElementsAre("unknown"));
  }
}

TEST(GuardInput, OfAModernServerIsRefusedWhereItAsksForMoreThanWasOpened) {
  OpenedWorld world;
  world.start_modern();
  world.modern_client_asks(Json(1), "tools/call", kCall, kForms);
  world.answer(*world.request().find("id"), input_required(R"({"mode":"url","url":"https://attacker.example/"})"));
  EXPECT_EQ(error_code_of(world.reply()), -32603);
  EXPECT_THAT(world.noted(), ElementsAre("server_result_refused"));
}

TEST(GuardInput, IsNoAnswerToAList) {
  OpenedWorld world;
  world.start_modern();
  for (const auto& [method, may] : {std::pair("resources/list", false), std::pair("prompts/list", false),
                                    std::pair("prompts/get", true), std::pair("resources/read", true)}) {
    world.modern_client_asks(Json(1), method, "{}", kForms);
    world.answer(*world.request().find("id"), input_required());
    EXPECT_EQ(world.reply().find("result") != nullptr, may) << method;
  }
}

TEST(GuardInput, AStateIsOfOneCallAndOneTurn) {
  OpenedWorld world;
  world.start_modern();
  const auto asked = [&] {
    world.modern_client_asks(Json(1), "tools/call", kCall, kForms);
    world.answer(*world.request().find("id"), input_required());
    return *world.reply().find("result")->find("requestState");
  };
  const Json state = asked();
  // Another call, another state, and one that was made up.
  world.modern_client_asks(Json(2), "tools/call",
                           retry(state, "who", R"({"name":"read_ticket","arguments":{"id":"T-2"}})"), kForms);
  EXPECT_EQ(error_code_of(world.reply()), -32602);
  world.modern_client_asks(Json(3), "tools/call", retry(Json(*state.as_string() + "x")), kForms);
  EXPECT_EQ(error_code_of(world.reply()), -32602);
  EXPECT_THAT(world.take_for_server(), IsEmpty());
  world.modern_client_asks(Json(4), "tools/call", retry(state), kForms);
  EXPECT_THAT(world.take_for_server(), SizeIs(1));
  world.modern_client_asks(Json(5), "tools/call", retry(state), kForms);
  EXPECT_EQ(error_code_of(world.reply()), -32602) << "used up";
  EXPECT_THAT(world.take_for_server(), IsEmpty());
}

TEST(GuardInput, WhatIsMissingIsAskedAgainAndWhatNobodyAskedForIsLeftOut) {
  OpenedWorld world;
  world.start_modern();
  world.modern_client_asks(Json(1), "tools/call", kCall, kForms);
  world.answer(*world.request().find("id"), input_required());
  const Json first = *world.reply().find("result")->find("requestState");
  world.modern_client_asks(Json(2), "tools/call", retry(first, "canary"), kForms);
  EXPECT_THAT(world.take_for_server(), IsEmpty());
  const Json again = world.reply();
  EXPECT_EQ(*again.find("result")->find("resultType"), Json("input_required"));
  std::string both = retry(*again.find("result")->find("requestState"));
  both.insert(both.size() - 2, R"(,"canary":{})");
  world.modern_client_asks(Json(3), "tools/call", both, kForms);
  EXPECT_EQ(world.request().find("params")->find("inputResponses")->find("canary"), nullptr);
}

TEST(GuardInput, AClientThatNeverAnswersWhatIsAskedEndsItsCall) {
  OpenedWorld world;
  world.start_modern();
  world.modern_client_asks(Json(0), "tools/call", kCall, kForms);
  world.answer(*world.request().find("id"), input_required());
  int turns = 0;
  for (; turns < 100; ++turns) {
    const Json asked = world.reply();
    if (asked.find("error") != nullptr) break;
    world.modern_client_asks(Json(turns + 1), "tools/call",
                             retry(*asked.find("result")->find("requestState"), "canary"), kForms);
  }
  EXPECT_EQ(turns, 32);
  EXPECT_THAT(world.outcomes(), ElementsAre("unknown"));
}

TEST(GuardInput, AnswersThatComeFirstGoToAModernServerThatMayAsk) {
  const std::string early = R"({"name":"read_ticket","arguments":{"id":"T-1"},"inputResponses":{"who":{}}})";
  OpenedWorld world;
  world.start_modern();
  world.modern_client_asks(Json(1), "tools/call", early, kForms);
  EXPECT_NE(world.request().find("params")->find("inputResponses"), nullptr);
  EXPECT_THAT(world.noted(), ElementsAre("client_answers_unasked"));
  OpenedWorld closed(std::vector<ClientRequest>{});
  closed.start_modern();
  closed.modern_client_asks(Json(1), "tools/call", early, kForms);
  EXPECT_EQ(closed.request().find("params")->find("inputResponses"), nullptr);
  OpenedWorld legacy;
  legacy.start_legacy();
  legacy.modern_client_asks(Json(2), "tools/call", early, kForms);
  EXPECT_EQ(legacy.request().find("params")->find("inputResponses"), nullptr) << "a legacy server knows no such member";
  legacy.client_asks(Json(1), "tools/call", early);
  EXPECT_EQ(rule_of(legacy.reply()), "arguments.malformed") << "the legacy protocol knows no such member";
}

TEST(GuardInput, ASuspendedRunDoesNotGoOn) {
  OpenedWorld world;
  world.start_modern();
  world.modern_client_asks(Json(1), "tools/call", kCall, kForms);
  world.answer(*world.request().find("id"), input_required());
  const Json state = *world.reply().find("result")->find("requestState");
  world.world.change_state([](SessionState& now) { now.suspension = Suspension::Suspended; });
  world.modern_client_asks(Json(2), "tools/call", retry(state), kForms);
  EXPECT_EQ(error_code_of(world.reply()), -32603);
  EXPECT_THAT(world.take_for_server(), IsEmpty());
  EXPECT_THAT(world.outcomes(), ElementsAre("unknown"));
}

TEST(GuardInput, EndsWhenNobodyAnswers) {
  OpenedWorld world;
  world.start_modern();
  world.modern_client_asks(Json(1), "tools/call", kCall, kForms);
  world.answer(*world.request().find("id"), input_required());
  const Json state = *world.reply().find("result")->find("requestState");
  world.world.clock.set(*world.guard->next_deadline());
  world.guard->look_again();
  EXPECT_THAT(world.outcomes(), ElementsAre("unknown"));
  EXPECT_EQ(world.guard->next_deadline(), std::nullopt);
  world.modern_client_asks(Json(2), "tools/call", retry(state), kForms);
  EXPECT_EQ(error_code_of(world.reply()), -32602);
}

TEST(GuardInput, NotMoreCallsWaitThanAreWorthIt) {
  for (const bool is_modern : {true, false}) {
    OpenedWorld world;
    world.start_modern();
    if (!is_modern) (void)world.client_initializes(kForms);
    int waiting = 0;
    for (; waiting < 100; ++waiting) {
      if (is_modern) {
        world.modern_client_asks(Json(waiting), "tools/call", kCall, kForms);
      } else {
        world.client_asks(Json(waiting), "tools/call", kCall);
      }
      world.answer(
          *world.request().find("id"),
          is_modern
              ? input_required()
              : R"({"resultType":"input_required","inputRequests":{"a":{"method":"roots/list"},"b":{"method":"roots/list"}}})");
      if (world.take_for_client().front().find("error") != nullptr) break;
    }
    EXPECT_EQ(waiting, is_modern ? 64 : 32) << "a legacy client is asked each thing by a request of its own";
  }
}

TEST(GuardInput, WithoutEndEnds) {
  OpenedWorld world;
  world.start_modern();
  world.modern_client_asks(Json(1), "tools/call", kCall, kForms);
  int rounds = 0;
  for (; rounds < 100; ++rounds) {
    world.answer(*world.request().find("id"), input_required());
    const Json asked = world.reply();
    if (asked.find("error") != nullptr) break;
    world.modern_client_asks(Json(rounds + 2), "tools/call", retry(*asked.find("result")->find("requestState")),
                             kForms);
  }
  EXPECT_EQ(rounds, 32);
}

// --- Across the eras ------------------------------------------------------------------------------------------------

TEST(GuardInput, OfAModernServerIsAskedOfALegacyClient) {
  OpenedWorld world;
  world.start_modern();
  (void)world.client_initializes(kForms);
  world.client_asks(Json(1), "tools/call", kCall);
  world.answer(
      *world.request().find("id"),
      R"({"resultType":"input_required","requestState":"s","inputRequests":{"who":{"method":"elicitation/create",
                   "params":{"message":"m","requestedSchema":{}}},"where":{"method":"roots/list"}}})");
  const std::vector<Json> asked = world.take_for_client();
  ASSERT_THAT(asked, SizeIs(2));
  EXPECT_EQ(*asked[1].find("method"), Json("roots/list"));
  world.client_says({rpc_raw_result(*asked[1].find("id"), R"({"roots":[]})")});
  EXPECT_THAT(world.take_for_server(), IsEmpty()) << "one answer is missing";
  world.client_says({rpc_raw_result(*asked[0].find("id"), kAccepted)});
  const Json request = world.request();
  EXPECT_EQ(*request.find("params")->find("requestState"), Json("s"));
  EXPECT_EQ(*request.find("params")->find("inputResponses"),
            json_of(R"({"who":)" + std::string(kAccepted) + R"(,"where":{"roots":[]}})"));
  world.answer(*request.find("id"), R"({"resultType":"complete","content":[]})");
  EXPECT_EQ(*world.reply().find("id"), Json(1));
}

TEST(GuardInput, ALegacyClientThatDoesNotAnswerEndsItsCall) {
  OpenedWorld world;
  world.start_modern();
  (void)world.client_initializes(kForms);
  world.client_asks(Json(1), "tools/call", kCall);
  world.answer(*world.request().find("id"), input_required());
  world.client_says({rpc_error(*world.reply().find("id"), -1, "no")});
  const Json reply = world.reply();
  EXPECT_EQ(*reply.find("id"), Json(1));
  EXPECT_EQ(error_code_of(reply), -32603);
  EXPECT_THAT(world.outcomes(), ElementsAre("unknown"));
}

TEST(GuardInput, ACallThatIsCancelledMeanwhileDoesNotGoOn) {
  OpenedWorld world;
  world.start_modern();
  (void)world.client_initializes(kForms);
  world.client_asks(Json(1), "tools/call", kCall);
  world.answer(*world.request().find("id"), input_required());
  const Json asked = world.reply();
  world.client_says({world.cancel_line(1)});
  EXPECT_THAT(world.outcomes(), ElementsAre("unknown"));
  world.client_says({rpc_raw_result(*asked.find("id"), kAccepted)});
  EXPECT_THAT(world.take_for_server(), IsEmpty());
  EXPECT_THAT(world.take_for_client(), IsEmpty());
}

TEST(GuardInput, OfALegacyServerIsAskedOfAModernClientThroughItsCall) {
  OpenedWorld world;
  world.start_legacy();
  world.modern_client_asks(Json(1), "tools/call", kCall, kForms);
  const Json request = world.request();
  world.server_says({elicit(Json("e"))});
  const Json asked = world.reply();
  EXPECT_EQ(*asked.find("id"), Json(1));
  const Json& result = *asked.find("result");
  EXPECT_EQ(*result.find("inputRequests")->find("input")->find("params"), json_of(kScrubbedForm));
  world.modern_client_asks(Json(2), "tools/call", retry(*result.find("requestState"), "input"), kForms);
  const Json answered = world.request();
  EXPECT_EQ(*answered.find("id"), Json("e"));
  EXPECT_EQ(*answered.find("result"), json_of(kAccepted));
  world.answer(*request.find("id"), R"({"content":[]})");
  EXPECT_EQ(*world.reply().find("id"), Json(2));
  EXPECT_THAT(world.outcomes(), ElementsAre("executed"));
}

TEST(GuardInput, OfALegacyServerEndsAsWell) {
  OpenedWorld world;
  world.start_legacy();
  world.modern_client_asks(Json(0), "tools/call", kCall, kForms);
  (void)world.take_for_server();
  int rounds = 0;
  for (; rounds < 100; ++rounds) {
    world.server_says({elicit(Json(rounds))});
    const std::vector<Json> asked = world.take_for_client();
    if (asked.empty()) break;
    world.modern_client_asks(Json(rounds + 1), "tools/call",
                             retry(*asked.front().find("result")->find("requestState"), "input"), kForms);
    (void)world.take_for_server();
  }
  EXPECT_EQ(rounds, 32);
  EXPECT_EQ(error_code_of(world.request()), -32601);
}

TEST(GuardInput, OfALegacyServerDoesNotKeepCallsWithoutNumber) {
  OpenedWorld world;
  world.start_legacy();
  int waiting = 0;
  for (; waiting < 100; ++waiting) {
    world.modern_client_asks(Json(waiting), "tools/call", kCall, kForms);
    world.server_says({elicit(Json(waiting))});
    if (world.take_for_client().empty()) break;
  }
  EXPECT_EQ(waiting, 64);
}

/// Nobody waits for it under an id.
TEST(GuardInput, ACallThatEndsWhileItsClientIsAskedIsSettledInSilence) {
  for (const bool dies : {false, true}) {
    OpenedWorld world;
    world.start_legacy();
    world.modern_client_asks(Json(1), "tools/call", kCall, kForms);
    const Json request = world.request();
    world.server_says({elicit(Json("e"))});
    const Json state = *world.reply().find("result")->find("requestState");
    if (dies) {
      world.guard->server_closed(0, "was killed");
    } else {
      world.answer(*request.find("id"));
    }
    EXPECT_THAT(world.take_for_client(), IsEmpty());
    EXPECT_THAT(world.outcomes(), ElementsAre(dies ? "unknown" : "executed"));
    world.modern_client_asks(Json(2), "tools/call", retry(state, "input"), kForms);
    EXPECT_EQ(error_code_of(world.reply()), -32602);
  }
}

TEST(GuardInput, OfALegacyServerIsRefusedWhenNoModernCallCanCarryIt) {
  OpenedWorld world;
  world.start_legacy();
  world.modern_client_asks(Json(1), "tools/call", kCall, R"({"roots":{}})");
  (void)world.take_for_server();
  world.server_says({elicit(Json("e"))});
  EXPECT_EQ(error_code_of(world.request()), -32601);
}

TEST(GuardInput, AServerThatDiesMeanwhileEndsTheCall) {
  OpenedWorld world;
  world.start_modern();
  (void)world.client_initializes(kForms);
  world.client_asks(Json(1), "tools/call", kCall);
  world.answer(*world.request().find("id"), input_required());
  (void)world.take_for_client();
  world.guard->server_closed(0, "was killed");
  EXPECT_EQ(*world.reply().find("id"), Json(1));
  EXPECT_THAT(world.outcomes(), ElementsAre("unknown"));
}

TEST(GuardInput, ACapabilityThatIsMissingIsToldByName) {
  OpenedWorld world;
  world.start_modern();
  world.modern_client_asks(Json(1), "tools/call", kCall);
  world.server_says(
      {R"({"jsonrpc":"2.0","id":)" + write_json(*world.request().find("id")) +
       R"(,"error":{"code":-32021,"message":"m","data":{"requiredCapabilities":{"sampling":{"x":1},"canary":{}}}}})"});
  EXPECT_EQ(*world.reply().find("error"),
            json_of(R"({"code":-32021,"message":"m","data":{"requiredCapabilities":{"sampling":{}}}})"));
}

}  // namespace
}  // namespace yett
