// What a client gives a call that was let out, after the call was judged or before anybody has asked.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <memory>

#include "gate/failing_store_fixture.h"
#include "guard/opened_fixture.h"

namespace yett {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr std::string_view kForms = R"({"elicitation":{}})";
constexpr std::string_view kMail =
    R"({"name":"send_email","arguments":{"to":"bo@office.example","subject":"s","body":"b"}})";
constexpr std::string_view kHook =
    R"({"name":"call_webhook","arguments":{"url":"https://hooks.office.example/","body":"b"}})";
constexpr std::string_view kAsks =
    R"({"resultType":"input_required","requestState":"s","inputRequests":{"who":{"method":"elicitation/create",)"
    R"("params":{"message":"m","requestedSchema":{}}}}})";

/// The same call with answers, and under a state where the client has one.
std::string with_answers(std::string_view call, const Json& state = Json()) {
  std::string params(call);
  params.pop_back();
  if (!state.is_null()) params += R"(,"requestState":)" + write_json(state);
  return params + R"(,"inputResponses":{"who":{"action":"accept","content":{"note":"unseen"}}}})";
}

SigningKey olgas_key() {
  std::array<std::uint8_t, SigningKey::kSeedBytes> bytes{};
  bytes.fill(1);
  return SigningKey(bytes);
}

class GuardFurther : public testing::Test {
 protected:
  void approve() {
    for (const ApprovalRequest& request : required(world_.world.store->requests())) {
      if (request.state == RequestState::Pending) world_.world.answer(request.id, Answer::Approve);
    }
  }
  /// Makes the call and lets its server ask; the state that the client got.
  Json asked(std::string_view call, bool is_approved = false) {
    world_.modern_client_asks(Json(1), "tools/call", call, kForms);
    if (is_approved) {
      approve();
      world_.guard->look_again();
    }
    world_.answer(*world_.request().find("id"), kAsks);
    return *world_.reply().find("result")->find("requestState");
  }
  void go_on(std::string_view call, const Json& state) {
    world_.modern_client_asks(Json(2), "tools/call", with_answers(call, state), kForms);
  }
  /// The call has ended: its server hears nothing, its client of the rule.
  void expect_end(std::string_view rule) {
    EXPECT_THAT(world_.take_for_server(), IsEmpty());
    const Json reply = world_.reply();
    ASSERT_EQ(error_code_of(reply), -32603);
    EXPECT_THAT(error_text_of(reply), HasSubstr(rule));
    EXPECT_THAT(world_.outcomes(), ElementsAre("unknown"));
    EXPECT_THAT(world_.noted(), Contains("call_ended_midway"));
  }
  void has_seen_private_data() {
    world_.world.change_state([](SessionState& now) { now.private_seen = true; });
  }

  OpenedWorld world_;
};

// --- Answers that come first ----------------------------------------------------------------------------------------

TEST_F(GuardFurther, AnswersGivenFirstDoNotRideOnAnApproval) {
  world_.start_modern();
  world_.modern_client_asks(Json(1), "tools/call", with_answers(kMail), kForms);
  approve();
  world_.guard->look_again();
  const Json request = world_.request();
  EXPECT_EQ(*request.find("params")->find("name"), Json("send_email"));
  EXPECT_EQ(request.find("params")->find("inputResponses"), nullptr);
  EXPECT_THAT(world_.noted(), ElementsAre("client_answers_dropped"));
}

TEST_F(GuardFurther, AnswersGivenFirstDoNotRideOnAnApprovalThatIsThereAlready) {
  world_.terms.hold = Duration::zero();
  world_.start_modern();
  world_.modern_client_asks(Json(1), "tools/call", kMail, kForms);
  EXPECT_EQ(rule_of(world_.reply()), "approval.dangerous");
  approve();
  world_.modern_client_asks(Json(2), "tools/call", with_answers(kMail), kForms);
  EXPECT_EQ(world_.request().find("params")->find("inputResponses"), nullptr);
  EXPECT_THAT(world_.noted(), ElementsAre("client_answers_dropped"));
}

/// Before its line asks a person; that it may have run before does.
TEST_F(GuardFurther, AnswersGivenFirstDoNotRideOnTheApprovalOfARepetition) {
  constexpr std::string_view kNote = R"({"name":"update_ticket","arguments":{"id":"T-1","note":"n"}})";
  world_.start_modern();
  world_.modern_client_asks(Json(1), "tools/call", kNote, kForms);
  world_.answer(*world_.request().find("id"), kAsks);
  (void)world_.take_for_client();
  world_.client_says({world_.cancel_line(1)});
  world_.world.clock.set(*world_.guard->next_deadline());
  world_.guard->look_again();
  ASSERT_THAT(world_.outcomes(), ElementsAre("unknown"));
  world_.modern_client_asks(Json(2), "tools/call", with_answers(kNote), kForms);
  ASSERT_THAT(world_.take_for_server(), IsEmpty());
  approve();
  world_.guard->look_again();
  EXPECT_EQ(world_.request().find("params")->find("inputResponses"), nullptr);
}

TEST_F(GuardFurther, AnswersGivenFirstDoNotRideOnAGrant) {
  Policy& policy = world_.world.office.policy;
  policy.approvers = {{.name = "olga",
                       .key = olgas_key().public_key(),
                       .tenants = {},
                       .tools = {},
                       .may = {Entitlement::Approve},
                       .where = {}}};
  const Tool* mail = policy.tools.find("send_email");
  policy.approval.grants = {{.name = "mails",
                             .tool = static_cast<std::size_t>(mail - policy.tools.in_order().data()),
                             .schema = {},
                             .max_uses = 10,
                             .max_for = std::chrono::hours(8),
                             .where = {}}};
  Grant grant;
  grant.id = "00aa00aa00aa00aa";
  grant.name = "mails";
  grant.policy = policy.digest;
  grant.user = world_.world.office.session.user;
  grant.tenant = world_.world.office.session.tenant;
  grant.uses = 2;
  grant.from = kOfficeHours;
  grant.until = kOfficeHours + std::chrono::hours(1);
  grant.by = "olga";
  grant.state = GrantState::Live;
  {
    const auto transaction = required(world_.world.store->begin());
    required(transaction->put_grant(sign_grant(grant, olgas_key())));
    required(transaction->commit(Durability::ProcessCrash));
  }
  world_.start_modern();
  world_.modern_client_asks(Json(1), "tools/call", with_answers(kMail), kForms);
  EXPECT_EQ(world_.request().find("params")->find("inputResponses"), nullptr);
  EXPECT_THAT(world_.noted(), ElementsAre("client_answers_dropped"));
}

// --- A further leg --------------------------------------------------------------------------------------------------

TEST_F(GuardFurther, ACallGoesOnWhereNothingStandsAgainstIt) {
  world_.start_modern();
  go_on(kHook, asked(kHook));
  EXPECT_NE(world_.request().find("params")->find("inputResponses"), nullptr);
}

TEST_F(GuardFurther, ACallDoesNotGoOnOutsideOnceTheRunHasSeenPrivateData) {
  world_.start_modern();
  const Json state = asked(kHook);
  has_seen_private_data();
  go_on(kHook, state);
  expect_end("flow.private_to_outside");
}

TEST_F(GuardFurther, ACallDoesNotGoOnWhereAPersonWouldBeAsked) {
  world_.world.office.policy.flow = FlowTerms::Confirm;
  world_.start_modern();
  const Json state = asked(kHook);
  has_seen_private_data();
  go_on(kHook, state);
  expect_end("flow.private_to_outside");
}

TEST_F(GuardFurther, AnApprovedCallGoesOnWithoutAnotherApproval) {
  world_.start_modern();
  go_on(kMail, asked(kMail, true));
  EXPECT_NE(world_.request().find("params")->find("inputResponses"), nullptr);
}

TEST_F(GuardFurther, AnApprovedCallDoesNotGoOnForAReasonThatNobodyHasApproved) {
  world_.world.office.policy.flow = FlowTerms::Confirm;
  world_.start_modern();
  const Json state = asked(kMail, true);
  has_seen_private_data();
  go_on(kMail, state);
  expect_end("flow.private_to_outside");
}

TEST_F(GuardFurther, AnApprovedCallDoesNotGoOnUnderAnotherPolicy) {
  world_.start_modern();
  const Json state = asked(kMail, true);
  Policy policy = world_.world.office.policy;
  policy.digest = sha256("changed");
  required(world_.guard->adopt(std::make_shared<const Policy>(std::move(policy)), world_.world.office.session));
  go_on(kMail, state);
  expect_end("approval.dangerous");
}

TEST_F(GuardFurther, ACallDoesNotGoOnWithoutTheRightThatTheQuestionHasEnded) {
  world_.world.office.session.permissions = *find_builtin_permission_set("allowlisted");
  world_.start_modern();
  constexpr std::string_view kRead = R"({"name":"read_ticket","arguments":{"id":"T-1"}})";
  go_on(kRead, asked(kRead));
  expect_end("permission.");
}

TEST_F(GuardFurther, ACallDoesNotGoOnOnceItsToolIsGone) {
  world_.start_modern();
  const Json state = asked(kHook);
  world_.server_says({R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})"});
  world_.answer(*world_.request().find("id"), R"({"resultType":"complete","tools":[{"name":"read_ticket"}]})");
  (void)world_.take_for_client();
  go_on(kHook, state);
  expect_end("tool.");
}

TEST_F(GuardFurther, ALimitThatTheCallItselfHasReachedDoesNotEndIt) {
  world_.world.office.policy.limits.sends_per_run = 1;
  world_.world.office.policy.limits.calls_per_minute = 1;
  world_.start_modern();
  go_on(kHook, asked(kHook));
  EXPECT_NE(world_.request().find("params")->find("inputResponses"), nullptr);
}

TEST_F(GuardFurther, ALegacyServerIsToldToStop) {
  world_.start_legacy();
  world_.modern_client_asks(Json(1), "tools/call", kHook, kForms);
  const Json id = *world_.request().find("id");
  world_.server_says(
      {rpc_request(Json("e"), "elicitation/create", json_of(R"({"message":"m","requestedSchema":{}})"))});
  const Json state = *world_.reply().find("result")->find("requestState");
  has_seen_private_data();
  std::string answers = with_answers(kHook, state);
  answers.replace(answers.find(R"("who")"), 5, R"("input")");
  world_.modern_client_asks(Json(2), "tools/call", answers, kForms);
  const std::vector<Json> told = world_.take_for_server();
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(*told[0].find("method"), Json("notifications/cancelled"));
  EXPECT_EQ(*told[0].find("params")->find("requestId"), id);
  EXPECT_EQ(error_code_of(told[1]), -32603);
  expect_end("flow.private_to_outside");
  world_.answer(id);
  EXPECT_THAT(world_.take_for_client(), IsEmpty());
}

TEST_F(GuardFurther, ALegacyServerGetsNoAnswerWhileACallOfItMayNotGoOn) {
  world_.start_legacy();
  (void)world_.client_initializes(kForms);
  world_.client_asks(Json(1), "tools/call", kHook);
  (void)world_.take_for_server();
  world_.server_says(
      {rpc_request(Json("e"), "elicitation/create", json_of(R"({"message":"m","requestedSchema":{}})"))});
  const Json question = *world_.reply().find("id");
  has_seen_private_data();
  world_.client_says({rpc_raw_result(question, R"({"action":"accept","content":{"note":"unseen"}})")});
  const Json answered = world_.request();
  ASSERT_EQ(error_code_of(answered), -32603);
  EXPECT_THAT(error_text_of(answered), HasSubstr("flow.private_to_outside"));
}

// --- Which call a question is for -----------------------------------------------------------------------------------

/// A legacy server may have asked for any of its calls, whatever the client of that call could have answered.
class GuardFurtherAnyCall : public GuardFurther {
 protected:
  void legacy_server_asks() {
    world_.server_says(
        {rpc_request(Json("e"), "elicitation/create", json_of(R"({"message":"m","requestedSchema":{}})"))});
  }
  void expect_refused_answer() {
    const Json answered = world_.request();
    ASSERT_EQ(error_code_of(answered), -32603);
    EXPECT_THAT(error_text_of(answered), HasSubstr("flow.private_to_outside"));
    ASSERT_THAT(world_.noted(), Contains("client_answer_refused")) << "it leaves a trace";
    const Json record = world_.world.records("protocol").back();
    EXPECT_EQ(*record.find("intent")->find("rule"), Json("flow.private_to_outside"));
  }
  /// A legacy client answers what the server asks, when the run has seen private data meanwhile.
  void answer_late() {
    legacy_server_asks();
    const Json question = *world_.reply().find("id");
    has_seen_private_data();
    world_.client_says({rpc_raw_result(question, R"({"action":"accept","content":{"note":"unseen"}})")});
  }
};

TEST_F(GuardFurtherAnyCall, ACallOfAModernRequestThatCanAnswerNothingHoldsTheAnswerBack) {
  world_.start_legacy();
  (void)world_.client_initializes(kForms);
  world_.modern_client_asks(Json(1), "tools/call", kHook, "{}");
  (void)world_.take_for_server();
  answer_late();
  expect_refused_answer();
}

TEST_F(GuardFurtherAnyCall, ACallFromBeforeTheClientSaidWhatItCanAnswerHoldsTheAnswerBack) {
  world_.start_legacy();
  (void)world_.client_initializes("{}");
  world_.client_asks(Json(1), "tools/call", kHook);
  (void)world_.take_for_server();
  (void)world_.client_initializes(kForms);
  answer_late();
  expect_refused_answer();
}

TEST_F(GuardFurtherAnyCall, AnotherCallThanTheOneThatCarriesTheQuestionHoldsTheAnswerBack) {
  world_.start_legacy();
  world_.modern_client_asks(Json(1), "tools/call", R"({"name":"read_ticket","arguments":{"id":"T-1"}})", kForms);
  world_.modern_client_asks(Json(2), "tools/call", kHook, "{}");
  (void)world_.take_for_server();
  legacy_server_asks();
  const Json state = *world_.reply().find("result")->find("requestState");
  has_seen_private_data();
  constexpr std::string_view kRead = R"({"name":"read_ticket","arguments":{"id":"T-1"}})";
  std::string answers = with_answers(kRead, state);
  answers.replace(answers.find(R"("who")"), 5, R"("input")");
  world_.modern_client_asks(Json(3), "tools/call", answers, kForms);
  for (const Json& told : world_.take_for_server()) EXPECT_EQ(told.find("result"), nullptr) << "no answer";
  EXPECT_THAT(error_text_of(world_.reply()), HasSubstr("flow.private_to_outside"));
}

/// The private tool may be the one that asks.
TEST_F(GuardFurtherAnyCall, TheQuestionOfALegacyServerCountsAsTheWorstWhateverCallCarriesIt) {
  Tool trusted = office_tool("look", Effect::Read, Sensitivity::Internal, Reversibility::Reversible, {});
  trusted.returns = Returns::Trusted;
  ASSERT_TRUE(world_.world.office.policy.tools.insert(trusted));
  world_.begin();
  world_.server_says({std::string(GuardWorld::kNoDiscovery)});
  world_.server_says(
      {R"({"jsonrpc":"2.0","id":2,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}}}})"});
  world_.server_says({R"({"jsonrpc":"2.0","id":3,"result":{"tools":[{"name":"look"}]}})"});
  (void)world_.take_for_server();
  (void)world_.take_for_client();
  world_.modern_client_asks(Json(1), "tools/call", R"({"name":"look","arguments":{}})", kForms);
  (void)world_.take_for_server();
  legacy_server_asks();
  (void)world_.reply();
  const SessionState state = required(world_.world.store->session_state(RunKey(world_.world.office.session)));
  EXPECT_TRUE(state.private_seen);
  EXPECT_TRUE(state.taken_in.contains(SourceKind::ToolOutput));
}

// --- What a person has approved -------------------------------------------------------------------------------------

/// Between the use of an approval and the sending of the call another process of the run may take in private data.
TEST_F(GuardFurther, WhatHappensWhileAnApprovalIsUsedWasApprovedByNobody) {
  world_.world.office.policy.flow = FlowTerms::Confirm;
  const std::unique_ptr<Store> inner = std::move(world_.world.store);
  auto failing = std::make_unique<FailingStore>(*inner);
  FailingStore* store = failing.get();
  world_.world.store = std::move(failing);
  world_.start_modern();
  world_.modern_client_asks(Json(1), "tools/call", kMail, kForms);
  approve();
  store->after_next_commit([this] { has_seen_private_data(); });
  world_.guard->look_again();
  world_.answer(*world_.request().find("id"), kAsks);
  const Json state = *world_.reply().find("result")->find("requestState");
  go_on(kMail, state);
  expect_end("flow.private_to_outside");
  world_.guard.reset();
  world_.gate.reset();
}

}  // namespace
}  // namespace yett
