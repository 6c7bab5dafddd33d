// Whose approvals count: keys, quorum, four eyes, tenants and tools.
#include "approval/answer_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "approval/request.h"
#include "decide/engine.h"
#include "decide/office_fixture.h"

namespace yett {
namespace {

using std::chrono::minutes;
using testing::ElementsAre;
using testing::IsEmpty;

SigningKey key_of(std::uint8_t seed) {
  std::array<std::uint8_t, SigningKey::kSeedBytes> bytes{};
  bytes.fill(seed);
  return SigningKey(bytes);
}

constexpr std::uint8_t kOlga = 1;
constexpr std::uint8_t kPaul = 2;
constexpr std::uint8_t kEve = 9;

Approver approver(std::string_view name, std::uint8_t seed) {
  Approver made;
  made.name = name;
  made.key = key_of(seed).public_key();
  made.may = {Entitlement::Approve};
  return made;
}

/// A request for a mail of ana's run, and what the policy says of it by now.
class AnswerRulesTest : public testing::Test {
 protected:
  AnswerRulesTest() {
    office_.policy.approval.unsigned_because.reset();
    office_.policy.approvers = {approver("olga", kOlga), approver("paul", kPaul)};
    ask();
  }

  [[nodiscard]] AnswerRules rules() const {
    return answer_rules(office_.policy, office_.session, *office_.policy.tools.find("send_email"));
  }
  void ask() {
    request_ = {};
    request_.id = "00112233aabbccdd";
    request_.binding = sha256("shown");
    request_.state = RequestState::Pending;
    request_.user = office_.session.user;
    request_.rules = rules();
    request_.created_at = kOfficeHours;
    request_.expires_at = kOfficeHours + minutes(10);
  }

  [[nodiscard]] GivenAnswer signed_by(std::string_view name, std::uint8_t seed, Answer answer = Answer::Approve) const {
    return sign_answer({request_.id, request_.binding},
                       {.answer = answer, .by = std::string(name), .at = kNow, .signature = {}}, key_of(seed));
  }
  /// Takes the answers one after the other; false when one is refused.
  [[nodiscard]] bool take(const std::vector<GivenAnswer>& answers) {
    for (const GivenAnswer& given : answers) {
      auto after = answered(request_, given);
      if (!after) return false;
      request_ = *std::move(after);
    }
    return true;
  }
  /// An attacker who can write to the store puts the answers there himself.
  void forge(std::vector<GivenAnswer> answers) {
    request_.state = RequestState::Approved;
    request_.answers = std::move(answers);
  }
  [[nodiscard]] Standing standing() const {
    return standing_of(request_, {.binding = sha256("shown"),
                                  .rules = rules(),
                                  .now = kNow + minutes(1),
                                  .checks = Engine::strict().approval_checks});
  }

  static constexpr TimePoint kNow = kOfficeHours + minutes(1);
  Office office_;
  ApprovalRequest request_;
};

TEST_F(AnswerRulesTest, ASignedAnswerOfAnApproverCounts) {
  ASSERT_TRUE(take({signed_by("olga", kOlga)}));
  EXPECT_EQ(request_.state, RequestState::Approved);
  EXPECT_EQ(standing(), Standing::Ready);
}

TEST_F(AnswerRulesTest, AKeyThatThePolicyDoesNotNameCountsForNothing) {
  EXPECT_FALSE(take({signed_by("olga", kEve)}));
  forge({signed_by("olga", kEve)});
  EXPECT_EQ(standing(), Standing::NotEntitled);
}

TEST_F(AnswerRulesTest, OneApproversKeyDoesNotSignForAnother) {
  EXPECT_FALSE(take({signed_by("paul", kOlga)}));
  forge({signed_by("paul", kOlga)});
  EXPECT_EQ(standing(), Standing::NotEntitled);
}

TEST_F(AnswerRulesTest, ASignatureIsOfOneRequestOneBindingOneTimeAndOneAnswer) {
  const GivenAnswer sound = signed_by("olga", kOlga);
  GivenAnswer redated = sound;
  redated.at += Duration(1);
  GivenAnswer renamed = sound;
  renamed.by = "olga ";
  GivenAnswer turned = signed_by("olga", kOlga, Answer::Deny);
  turned.answer = Answer::Approve;
  GivenAnswer unsigned_one = sound;
  unsigned_one.signature.reset();
  for (const GivenAnswer& bent : {redated, renamed, turned, unsigned_one}) {
    EXPECT_FALSE(answered(request_, bent));
    ApprovalRequest kept = request_;
    forge({bent});
    EXPECT_EQ(standing(), Standing::Mismatch);
    request_ = kept;
  }
  forge({sound});
  request_.id = "ffffffffffffffff";
  EXPECT_EQ(standing(), Standing::Mismatch) << "moved to another request";
}

TEST_F(AnswerRulesTest, AnApproverWhoLeftThePolicySinceDoesNotCount) {
  ASSERT_TRUE(take({signed_by("olga", kOlga)}));
  office_.policy.approvers = {approver("paul", kPaul)};
  EXPECT_EQ(standing(), Standing::NotEntitled);
}

TEST_F(AnswerRulesTest, AnApproverWhoCameAfterTheAskDoesNotCount) {
  forge({signed_by("eve", kEve)});
  office_.policy.approvers.push_back(approver("eve", kEve));
  EXPECT_EQ(standing(), Standing::NotEntitled);
}

TEST_F(AnswerRulesTest, AQuorumIsOfDifferentPeople) {
  office_.policy.approval.quorum = 2;
  ask();
  ASSERT_TRUE(take({signed_by("olga", kOlga)}));
  EXPECT_EQ(request_.state, RequestState::Pending);
  EXPECT_EQ(standing(), Standing::Waiting);
  EXPECT_FALSE(take({signed_by("olga", kOlga)})) << "twice the same";
  ASSERT_TRUE(take({signed_by("paul", kPaul)}));
  EXPECT_EQ(standing(), Standing::Ready);

  forge({signed_by("olga", kOlga), signed_by("olga", kOlga)});
  EXPECT_EQ(standing(), Standing::Mismatch) << "one person, listed twice";
}

TEST_F(AnswerRulesTest, OneKeyUnderTwoNamesIsOnePerson) {
  office_.policy.approval.quorum = 2;
  office_.policy.approvers = {approver("olga", kOlga), approver("olga2", kOlga)};
  ask();
  forge({signed_by("olga", kOlga), signed_by("olga2", kOlga)});
  EXPECT_EQ(standing(), Standing::Mismatch);
}

TEST_F(AnswerRulesTest, AQuorumThatGrewSinceTheAskHolds) {
  ASSERT_TRUE(take({signed_by("olga", kOlga)}));
  office_.policy.approval.quorum = 2;
  EXPECT_EQ(standing(), Standing::Mismatch);
}

TEST_F(AnswerRulesTest, AToolsOwnAskMayOnlyAddPeople) {
  office_.policy.approval.quorum = 2;
  office_.change_tool("send_email", [](Tool& tool) { tool.ask = AskTerms{.quorum = 1, .expires = {}, .where = {}}; });
  EXPECT_EQ(rules().quorum, 2);
  office_.change_tool("send_email", [](Tool& tool) { tool.ask = AskTerms{.quorum = 3, .expires = {}, .where = {}}; });
  EXPECT_EQ(rules().quorum, 3);
}

TEST_F(AnswerRulesTest, WithFourEyesTheSessionsOwnUserNeverCounts) {
  office_.policy.approvers.push_back(approver("Ana", kEve));
  ask();
  ASSERT_TRUE(take({signed_by("Ana", kEve)})) << "without it she may";
  office_.policy.approval.own_user = OwnUser::NeverCounts;
  EXPECT_EQ(standing(), Standing::Self) << "by the policy of now";
  ask();
  EXPECT_FALSE(take({signed_by("Ana", kEve)}));
  forge({signed_by("Ana", kEve)});
  EXPECT_EQ(standing(), Standing::Self);
}

TEST_F(AnswerRulesTest, TheOwnUserIsThatOfTheSessionAndNotOfTheStore) {
  office_.policy.approval.own_user = OwnUser::NeverCounts;
  office_.policy.approvers.push_back(approver("ana", kEve));
  ask();
  request_.user = "bob";
  request_.rules.user = "bob";
  ASSERT_TRUE(take({signed_by("ana", kEve)})) << "whoever can write the store can say so";
  EXPECT_EQ(standing(), Standing::Self);
}

TEST_F(AnswerRulesTest, AnAnswerDoesNotOutliveItsTimeWhateverTheStoreSays) {
  ASSERT_TRUE(take({signed_by("olga", kOlga)}));
  request_.expires_at = kNow + std::chrono::hours(24);
  const auto standing_at = [this](TimePoint now) {
    return standing_of(
        request_,
        {.binding = sha256("shown"), .rules = rules(), .now = now, .checks = Engine::strict().approval_checks});
  };
  EXPECT_EQ(standing_at(kNow + minutes(10) - Duration(1)), Standing::Ready);
  EXPECT_EQ(standing_at(kNow + minutes(10)), Standing::Expired);
}

TEST_F(AnswerRulesTest, AnApproverAnswersForHisTenantsAndToolsAlone) {
  const auto names = [this] {
    std::vector<std::string> all;
    for (const EntitledKey& one : rules().approvers) all.push_back(one.name);
    return all;
  };
  EXPECT_THAT(names(), ElementsAre("olga", "paul"));
  office_.policy.approvers[0].tenants = {"globex"};
  office_.policy.approvers[1].tools = {"invite"};
  EXPECT_THAT(names(), IsEmpty());
  office_.policy.approvers[0].tenants = {"globex", "acme"};
  office_.policy.approvers[1].tools = {"send_email"};
  EXPECT_THAT(names(), ElementsAre("olga", "paul"));
  office_.policy.approvers[0].tenants = std::vector<std::string>{};
  office_.policy.approvers[1].may = {Entitlement::Resume};
  EXPECT_THAT(names(), IsEmpty()) << "an empty list is none";
}

TEST_F(AnswerRulesTest, AnApproverOfNamedTenantsDoesNotAnswerForARunWithoutOne) {
  office_.policy.approvers = {approver("olga", kOlga)};
  office_.policy.approvers[0].tenants = {"acme"};
  office_.session.tenant.reset();
  EXPECT_THAT(rules().approvers, IsEmpty());
}

TEST_F(AnswerRulesTest, AToolOfAServerIsNamedWithItWhereTwoHaveOne) {
  Tool tool = *office_.policy.tools.find("send_email");
  tool.server = "mail";
  office_.policy.approvers = {approver("olga", kOlga)};
  office_.policy.approvers[0].tools = {"other.send_email"};
  EXPECT_THAT(answer_rules(office_.policy, office_.session, tool).approvers, IsEmpty());
  office_.policy.approvers[0].tools = {"mail.send_email"};
  EXPECT_EQ(answer_rules(office_.policy, office_.session, tool).approvers.size(), 1);
}

TEST_F(AnswerRulesTest, ADenialNeedsNoKeyAndWinsOverApprovals) {
  office_.policy.approval.quorum = 2;
  ask();
  ASSERT_TRUE(take({signed_by("olga", kOlga)}));
  ASSERT_TRUE(take({{.answer = Answer::Deny, .by = "somebody", .at = kNow, .signature = {}}}));
  EXPECT_EQ(standing(), Standing::Refused);
}

}  // namespace
}  // namespace yett
