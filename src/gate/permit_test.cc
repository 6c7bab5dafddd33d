// permit() asks for everything once more, whatever its caller believes to have checked already.
#include "gate/permit.h"

#include <gtest/gtest.h>

#include <optional>

#include "gate/gate_fixture.h"

namespace yett {
namespace {

class PermitTest : public testing::Test {
 protected:
  /// A receipt for one record, as a committed transaction gives it.
  Receipt receipt_for_one_record() {
    const auto transaction = required(world_.store->begin());
    required(transaction->append(RecordDraft{}));
    return required(transaction->commit(Durability::ProcessCrash));
  }
  /// A request that stands as `state`; its binding is `binding_`.
  ApprovalRequest request(RequestState state) {
    ApprovalRequest request;
    request.id = "00aa00aa00aa00aa";
    request.binding = binding_;
    request.state = state;
    request.rules = {.terms = AnswerTerms::Unsigned,
                     .quorum = 1,
                     .own_user = OwnUser::Counts,
                     .user = "sid",
                     .expires = std::chrono::hours(1),
                     .approvers = {}};
    request.created_at = kOfficeHours;
    request.expires_at = kOfficeHours + std::chrono::minutes(10);
    if (state == RequestState::Approved) {
      request.answers = {{.answer = Answer::Approve, .by = "olga", .at = kOfficeHours, .signature = {}}};
    }
    return request;
  }
  std::expected<ConsumedApproval, RuleId> consume(const ApprovalRequest& request, const Digest& binding) {
    const auto transaction = required(world_.store->begin());
    return ConsumedApproval::consume(*transaction, request,
                                     {.binding = binding,
                                      .rules = {.terms = AnswerTerms::Unsigned,
                                                .quorum = 1,
                                                .own_user = OwnUser::Counts,
                                                .user = "sid",
                                                .expires = std::chrono::hours(1),
                                                .approvers = {}},
                                      .now = kOfficeHours,
                                      .checks = Engine::strict().approval_checks});
  }
  std::optional<ConsumedApproval> approval() {
    return std::optional(std::move(*consume(request(RequestState::Approved), binding_)));
  }

  /// The rule that stands against a permit, or "permitted".
  std::string outcome(const ToolCall& call, std::optional<ConsumedApproval> approval, std::uint64_t intent_seq) {
    const Receipt receipt = receipt_for_one_record();
    const auto permitted =
        permit(GateEngine::strict(), world_.office.query(call), std::move(approval), receipt, intent_seq);
    return permitted ? "permitted" : std::string(to_string(permitted.error().rule));
  }

  GateWorld world_;
  Digest binding_ = sha256("shown");
};

const ToolCall kRead = call_of("read_ticket", R"({"id":"T-1"})");

TEST_F(PermitTest, NeedsACallThatIsAllowed) {
  EXPECT_EQ(outcome(kRead, std::nullopt, 1), "permitted");
  EXPECT_EQ(outcome(call_of("no_such_tool", "{}"), std::nullopt, 1), "tool.unregistered");
  world_.office.now = world_.office.session.expires_at;
  EXPECT_EQ(outcome(kRead, std::nullopt, 1), "session.expired");
}

TEST_F(PermitTest, NeedsAnApprovalWhereOneIsDue) {
  EXPECT_EQ(outcome(mail_call(), std::nullopt, 1), "approval.dangerous");
  EXPECT_EQ(outcome(mail_call(), approval(), 2), "permitted");
}

TEST_F(PermitTest, IsNotMadeAgainstADenyWhateverWasApproved) {
  EXPECT_EQ(outcome(mail_call("x@attacker.example"), approval(), 1), "destination.unlisted");
}

TEST_F(PermitTest, NeedsAnIntentAmongTheRecordsOfItsReceipt) {
  EXPECT_EQ(outcome(kRead, std::nullopt, 0), "system.audit");
  EXPECT_EQ(outcome(kRead, std::nullopt, 1000), "system.audit");
  EXPECT_EQ(outcome(mail_call(), approval(), 1000), "system.audit");
}

TEST_F(PermitTest, AnIntentOfAnEarlierTransactionIsNotCoveredByThisReceipt) {
  (void)receipt_for_one_record();
  EXPECT_EQ(outcome(kRead, std::nullopt, 1), "system.audit");
  EXPECT_EQ(outcome(kRead, std::nullopt, 3), "permitted");
}

TEST_F(PermitTest, CarriesWhatWasJudged) {
  const ToolCall call = call_of("notify", R"({"to":"Bo@OFFICE.example"})");
  const auto permitted =
      permit(GateEngine::strict(), world_.office.query(call), std::nullopt, receipt_for_one_record(), 1);
  ASSERT_TRUE(permitted);
  EXPECT_EQ(permitted->tool(), "notify");
  EXPECT_EQ(permitted->arguments(), json_of(R"({"to":"Bo@office.example"})"));
  EXPECT_EQ(permitted->intent_seq(), 1u);
}

TEST_F(PermitTest, CanBeMovedAndNeverCopied) {
  static_assert(!std::is_copy_constructible_v<Permit> && !std::is_copy_assignable_v<Permit>);
  static_assert(!std::is_default_constructible_v<Permit>);
  static_assert(!std::is_copy_constructible_v<ConsumedApproval> && !std::is_default_constructible_v<ConsumedApproval>);
}

TEST_F(PermitTest, AnApprovalIsConsumedOnlyFromARequestThatIsReady) {
  EXPECT_TRUE(consume(request(RequestState::Approved), binding_));
  EXPECT_EQ(consume(request(RequestState::Approved), sha256("other")).error(), RuleId::ApprovalMismatch);
  EXPECT_EQ(consume(request(RequestState::Pending), binding_).error(), RuleId::ApprovalMismatch);
  EXPECT_EQ(consume(request(RequestState::Denied), binding_).error(), RuleId::ApprovalDenied);
  EXPECT_EQ(consume(request(RequestState::Expired), binding_).error(), RuleId::ApprovalExpired);
  EXPECT_EQ(consume(request(RequestState::Cancelled), binding_).error(), RuleId::ApprovalCancelled);
  EXPECT_EQ(consume(request(RequestState::Consumed), binding_).error(), RuleId::ApprovalConsumed);
}

TEST_F(PermitTest, AnApprovalWithoutAnAnswererIsNone) {
  ApprovalRequest forged = request(RequestState::Approved);
  forged.answers.clear();
  EXPECT_EQ(consume(forged, binding_).error(), RuleId::ApprovalMismatch);
}

}  // namespace
}  // namespace yett
