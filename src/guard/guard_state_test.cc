// The state under which a call waits for its client's answer: `requestState` goes through the client's hands, and is
// worth nothing there but for the one call, in the one conversation, in time. (MCP python-sdk#3032)
//
// The gate signs none, since none holds anything: it is the name of what the gate itself keeps.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "guard/opened_fixture.h"

namespace yett {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::string_view kCall = R"({"name":"read_ticket","arguments":{"id":"T-1"}})";
constexpr std::string_view kForms = R"({"elicitation":{}})";
constexpr std::string_view kAsks =
    R"({"resultType":"input_required","requestState":"the server's own","inputRequests":{"who":{"method":)"
    R"("elicitation/create","params":{"message":"Who?","requestedSchema":{"type":"object","properties":{}}}}}})";

class GuardState : public testing::Test {
 protected:
  /// Lets a call come as far as the question of its server; the state that the client got.
  static std::string asked(OpenedWorld& world, std::string_view call = kCall) {
    world.modern_client_asks(Json("asks"), "tools/call", call, kForms);
    world.answer(*world.request().find("id"), kAsks);
    const Json reply = world.reply();
    return *reply.find("result")->find("requestState")->as_string();
  }
  /// The call once more with an answer, under that state.
  static void go_on(OpenedWorld& world, const std::string& state, std::string_view call = kCall) {
    std::string params(call);
    params.pop_back();
    params += R"(,"requestState":)" + write_json(Json(state)) +
              R"(,"inputResponses":{"who":{"action":"accept","content":{}}}})";
    world.modern_client_asks(Json("goes on"), "tools/call", params, kForms);
  }
  static void expect_refused(OpenedWorld& world) {
    EXPECT_THAT(world.take_for_server(), IsEmpty());
    EXPECT_EQ(error_code_of(world.reply()), -32602);
  }
  static void expect_gone_on(OpenedWorld& world) {
    const std::vector<Json> requests = world.take_for_server();
    ASSERT_THAT(requests, SizeIs(1));
    EXPECT_EQ(*requests[0].find("params")->find("requestState"), Json("the server's own"));
  }
};

TEST_F(GuardState, WithOneFlippedBitIsRefused) {
  OpenedWorld world;
  world.start_modern();
  // Another call waits as well: a flipped bit may be its state.
  (void)asked(world, R"({"name":"read_ticket","arguments":{"id":"T-2"}})");
  const std::string state = asked(world);
  for (std::size_t at = 0; at < state.size(); ++at) {
    for (int bit = 0; bit < 7; ++bit) {  // with the eighth it is no UTF-8, and the line no message
      std::string flipped = state;
      flipped[at] = static_cast<char>(flipped[at] ^ (1 << bit));
      go_on(world, flipped);
      SCOPED_TRACE(flipped);
      expect_refused(world);
    }
    std::string shorter = state;
    go_on(world, shorter.erase(at, 1));
    expect_refused(world);
  }
  go_on(world, state);
  expect_gone_on(world);
}

TEST_F(GuardState, OfAnotherToolIsRefused) {
  OpenedWorld world;
  world.start_modern();
  const std::string state = asked(world);
  for (const std::string_view call :
       {R"({"name":"delete_ticket","arguments":{"id":"T-1"}})", R"({"name":"read_ticket","arguments":{"id":"T-2"}})",
        R"({"name":"read_ticket","arguments":{}})", R"({"name":"read_ticket"})"}) {
    go_on(world, state, call);
    SCOPED_TRACE(call);
    expect_refused(world);
  }
  world.modern_client_asks(Json("other method"), "prompts/get",
                           R"({"name":"read_ticket","arguments":{"id":"T-1"},"requestState":)" +
                               write_json(Json(state)) + R"(,"inputResponses":{"who":{"action":"accept"}}})",
                           kForms);
  expect_refused(world);
}

TEST_F(GuardState, OfAnotherUserIsRefused) {
  OpenedWorld anas;
  anas.start_modern();
  const std::string state = asked(anas);
  OpenedWorld beas;
  beas.world.office.session.user = "bea";
  beas.world.office.session.run = "r-2";
  beas.start_modern();
  go_on(beas, state);
  expect_refused(beas);
  // Nor when a call of her own waits under the same name.
  EXPECT_EQ(asked(beas, R"({"name":"read_ticket","arguments":{"id":"T-2"}})"), state);
  go_on(beas, state);
  expect_refused(beas);
  go_on(anas, state);
  expect_gone_on(anas);
}

TEST_F(GuardState, OfALaterGateOfTheSameRunIsRefused) {
  OpenedWorld world;
  world.start_modern();
  const std::string state = asked(world);
  world.start_modern();
  go_on(world, state);
  expect_refused(world);
}

TEST_F(GuardState, IsGoodUntilItsTimeAndNoLonger) {
  OpenedWorld world;
  world.start_modern();
  const std::string early = asked(world);
  world.world.clock.set(*world.guard->next_deadline() - Duration{1});
  go_on(world, early);
  expect_gone_on(world);
}

/// A machine that slept wakes up with the deadline past and the client's line there: whichever comes first.
TEST_F(GuardState, ThatIsOverdueIsRefusedAlsoWhenNobodyLookedBefore) {
  OpenedWorld world;
  world.start_modern();
  const std::string state = asked(world);
  world.world.clock.set(*world.guard->next_deadline());
  go_on(world, state);
  expect_refused(world);
  EXPECT_THAT(world.outcomes(), ElementsAre("unknown"));
  EXPECT_EQ(world.guard->next_deadline(), std::nullopt);
}

TEST_F(GuardState, ALegacyAnswerThatIsOverdueGoesNowhereAlsoWhenNobodyLookedBefore) {
  OpenedWorld world;
  world.start_modern();
  (void)world.client_initializes(kForms);
  world.client_asks(Json(1), "tools/call", kCall);
  world.answer(*world.request().find("id"), kAsks);
  const Json question = *world.reply().find("id");
  world.world.clock.set(*world.guard->next_deadline());
  world.client_says({rpc_raw_result(question, R"({"action":"accept","content":{}})")});
  EXPECT_THAT(world.take_for_server(), IsEmpty());
  EXPECT_EQ(error_code_of(world.reply()), -32603);
  EXPECT_THAT(world.outcomes(), ElementsAre("unknown"));
}

}  // namespace
}  // namespace yett
