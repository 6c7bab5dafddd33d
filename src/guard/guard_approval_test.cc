// A call that waits for a person, as its caller sees it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "guard/guard_fixture.h"

namespace yett {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

class GuardApproval : public testing::Test {
 protected:
  void SetUp() override { world_.start(); }

  std::string pending_request() {
    for (const ApprovalRequest& request : required(world_.world.store->requests())) {
      if (request.state == RequestState::Pending) return request.id;
    }
    throw std::runtime_error("no request is pending");
  }
  void approve() { world_.world.answer(pending_request(), Answer::Approve); }

  GuardWorld world_;
};

TEST_F(GuardApproval, KeepsTheCallerWaitingAndThenRuns) {
  world_.call(7, mail_call());
  EXPECT_THAT(world_.take_for_client(), IsEmpty());
  EXPECT_THAT(world_.take_for_server(), IsEmpty());
  approve();
  world_.guard->look_again();
  const Json request = world_.request();
  EXPECT_EQ(*request.find("params")->find("name"), Json("send_email"));
  world_.answer(*request.find("id"));
  EXPECT_EQ(*world_.reply().find("id"), Json(7));
  EXPECT_EQ(world_.guard->next_deadline(), std::nullopt);
}

TEST_F(GuardApproval, AnswersWhenTheHoldIsOverAndRunsTheSameCallLater) {
  world_.call(7, mail_call());
  world_.world.clock.advance(seconds(50) - Duration{1});
  world_.guard->look_again();
  EXPECT_THAT(world_.take_for_client(), IsEmpty());
  world_.world.clock.advance(Duration{1});
  world_.guard->look_again();
  const Json reply = world_.reply();
  EXPECT_EQ(*reply.find("result")->find("isError"), Json(true));
  EXPECT_THAT(text_of(reply), StartsWith("NOT EXECUTED (approval.dangerous): irreversible outbound action"));
  EXPECT_NE(text_of(reply).find(pending_request()), std::string::npos);
  EXPECT_EQ(decision_of(reply), Json::object({{"decision", "confirm"},
                                              {"rule", "approval.dangerous"},
                                              {"reason", "irreversible outbound action, human approval required"},
                                              {"approval", pending_request()},
                                              {"expires_at", "2026-12-01T09:10:00.000Z"},
                                              {"retry", "same_call_after_approval"}}));
  EXPECT_EQ(world_.guard->next_deadline(), std::nullopt);

  approve();
  world_.guard->look_again();
  EXPECT_THAT(world_.take_for_server(), IsEmpty()) << "nobody waits for it any more";
  world_.call(8, mail_call());
  world_.answer(*world_.request().find("id"));
  EXPECT_EQ(*world_.reply().find("id"), Json(8));
  world_.call(9, mail_call());
  EXPECT_THAT(world_.take_for_server(), IsEmpty()) << "once";
}

TEST_F(GuardApproval, AnswersAtOnceWithoutAHold) {
  world_.terms.hold = Duration::zero();
  world_.start();
  world_.call(7, mail_call());
  EXPECT_THAT(text_of(world_.reply()), StartsWith("NOT EXECUTED"));
  EXPECT_EQ(world_.guard->next_deadline(), std::nullopt);
}

TEST_F(GuardApproval, SaysNoWhenAPersonSaysNo) {
  world_.call(7, mail_call());
  world_.world.answer(pending_request(), Answer::Deny);
  world_.guard->look_again();
  const Json reply = world_.reply();
  EXPECT_THAT(text_of(reply), StartsWith("Denied (approval.denied)"));
  EXPECT_EQ(*decision_of(reply).find("retry"), Json("never"));
}

TEST_F(GuardApproval, SaysNoWhenItsTimeIsOver) {
  world_.terms.hold = minutes(60);
  world_.start();
  world_.call(7, mail_call());
  world_.world.clock.advance(minutes(10));
  ASSERT_LE(world_.guard->next_deadline(), world_.world.clock.now());
  world_.guard->look_again();
  EXPECT_EQ(rule_of(world_.reply()), "approval.expired");
}

// --- Signs of life --------------------------------------------------------------------------------------------------

TEST_F(GuardApproval, GivesSignsOfLifeToWhoAskedForThem) {
  world_.call(7, mail_call(), "token");
  EXPECT_EQ(*world_.reply().find("params")->find("progress"), Json(1));
  world_.world.clock.advance(seconds(4));
  world_.guard->look_again();
  EXPECT_THAT(world_.take_for_client(), IsEmpty());
  world_.world.clock.advance(seconds(1));
  world_.guard->look_again();
  const Json sign = world_.reply();
  EXPECT_EQ(*sign.find("params")->find("progressToken"), Json("token"));
  EXPECT_EQ(*sign.find("params")->find("progress"), Json(2));
}

TEST_F(GuardApproval, ProgressKeepsGrowingWhenTheCallRuns) {
  world_.call(7, mail_call(), "token");
  EXPECT_EQ(*world_.reply().find("params")->find("progress"), Json(1));
  approve();
  world_.guard->look_again();
  const std::string id = write_json(*world_.request().find("id"));
  world_.server_says({R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":)" + id +
                      R"(,"progress":0.5,"total":1}})"});
  EXPECT_EQ(*world_.reply().find("params"), json_of(R"({"progressToken":"token","progress":1.5,"total":2})"));
}

TEST_F(GuardApproval, GivesNoneToWhoDidNot) {
  world_.call(7, mail_call());
  world_.world.clock.advance(seconds(30));
  world_.guard->look_again();
  EXPECT_THAT(world_.take_for_client(), IsEmpty());
}

TEST_F(GuardApproval, KnowsWhenToLookAgain) {
  EXPECT_EQ(world_.guard->next_deadline(), std::nullopt);
  world_.call(7, mail_call());
  EXPECT_EQ(world_.guard->next_deadline(), kOfficeHours + seconds(5));
  world_.world.clock.advance(seconds(48));
  world_.guard->look_again();
  EXPECT_EQ(world_.guard->next_deadline(), kOfficeHours + seconds(50));
}

// --- Nobody waits any more ------------------------------------------------------------------------------------------

TEST_F(GuardApproval, ACancelledCallIsForgotten) {
  world_.call(7, mail_call());
  const std::string id = pending_request();
  world_.client_says({world_.cancel_line(7)});
  EXPECT_EQ(world_.world.request(id).state, RequestState::Cancelled);
  world_.guard->look_again();
  EXPECT_THAT(world_.take_for_client(), IsEmpty()) << "a cancelled request gets no answer";
  EXPECT_THAT(world_.take_for_server(), IsEmpty());
  world_.call(7, mail_call());
  EXPECT_NE(pending_request(), id);
}

TEST_F(GuardApproval, AClientThatIsGoneTakesItsCallsAlong) {
  world_.call(7, mail_call());
  world_.call(8, mail_call("al@office.example"));
  world_.guard->client_closed(ClientEnd::Closed);
  for (const ApprovalRequest& request : required(world_.world.store->requests())) {
    EXPECT_EQ(request.state, RequestState::Cancelled);
  }
  EXPECT_THAT(world_.world.records("approval"), SizeIs(2));
}

TEST_F(GuardApproval, AServerThatIsGoneEndsWhatWaits) {
  world_.call(7, mail_call());
  const std::string id = pending_request();
  world_.guard->server_closed(0, "exited with code 0");
  EXPECT_EQ(error_text_of(world_.reply()), "the server office exited with code 0");
  EXPECT_EQ(world_.world.request(id).state, RequestState::Cancelled);
  EXPECT_THAT(world_.outcomes(), IsEmpty()) << "it never ran";
}

// --- What changes while it waits ------------------------------------------------------------------------------------

TEST_F(GuardApproval, AToolThatIsTakenAwayMeanwhileDoesNotRun) {
  world_.call(7, mail_call());
  world_.server_says({R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})"});
  const Json id = *world_.request().find("id");
  approve();
  world_.guard->look_again();
  (void)world_.take_for_client();
  world_.answer(id, R"({"tools":[{"name":"read_ticket"}]})");
  EXPECT_EQ(rule_of(world_.take_for_client().back()), "tool.unregistered");
  EXPECT_THAT(world_.take_for_server(), IsEmpty());
}

TEST_F(GuardApproval, ASchemaThatChangesMeanwhileIsTheOneThatCounts) {
  world_.call(7, mail_call());
  world_.server_says({R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})"});
  const Json id = *world_.request().find("id");
  approve();
  world_.guard->look_again();
  (void)world_.take_for_client();
  world_.answer(id, R"({"tools":[{"name":"send_email","inputSchema":{"type":"object","properties":{"to":{}}}}]})");
  EXPECT_EQ(rule_of(world_.take_for_client().back()), "arguments.schema");
  EXPECT_THAT(world_.take_for_server(), IsEmpty());
}

TEST_F(GuardApproval, AResultThatArrivesMeanwhileIsAMismatch) {
  world_.client_says(
      {world_.call_line(7, mail_call()), world_.call_line(8, call_of("read_ticket", R"({"id":"T-1"})"))});
  world_.answer(*world_.request().find("id"));
  EXPECT_EQ(*world_.reply().find("id"), Json(8));
  world_.guard->look_again();
  EXPECT_EQ(rule_of(world_.reply()), "approval.mismatch");
}

TEST_F(GuardApproval, OfTwoIdenticalCallsOneRuns) {
  world_.client_says({world_.call_line(7, mail_call()), world_.call_line(8, mail_call())});
  approve();
  world_.guard->look_again();
  EXPECT_EQ(rule_of(world_.reply()), "approval.consumed");
  EXPECT_THAT(world_.take_for_server(), SizeIs(1));
}

}  // namespace
}  // namespace yett
