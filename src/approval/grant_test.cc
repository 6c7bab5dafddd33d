#include "approval/grant.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <functional>

#include "decide/evaluate.h"
#include "decide/executable_arguments.h"
#include "decide/office_fixture.h"

namespace yett {
namespace {

using std::chrono::hours;
using testing::HasSubstr;

SigningKey key_of(std::uint8_t seed) {
  std::array<std::uint8_t, SigningKey::kSeedBytes> bytes{};
  bytes.fill(seed);
  return SigningKey(bytes);
}

constexpr std::uint8_t kOlga = 1;
constexpr std::uint8_t kEve = 9;

/// Olga has granted ana five payments of at most 50.
class GrantTest : public testing::Test {
 protected:
  GrantTest() {
    Policy& policy = office_.policy;
    policy.approval.unsigned_because.reset();
    policy.approvers = {{.name = "olga",
                         .key = key_of(kOlga).public_key(),
                         .tenants = {},
                         .tools = {},
                         .may = {Entitlement::Approve},
                         .where = {}}};
    const Tool* pay = policy.tools.find("pay");
    policy.approval.grants = {
        {.name = "small",
         .tool = static_cast<std::size_t>(pay - policy.tools.in_order().data()),
         .schema = compile_schema(json_of(R"({"properties":{"amount":{"maximum":50}},"required":["amount"]})"),
                                  {.openness = Openness::Open})
                       .value(),
         .max_uses = 20,
         .max_for = hours(8),
         .where = {}}};
    grant_.id = "00112233aabbccdd";
    grant_.name = "small";
    grant_.policy = policy.digest;
    grant_.user = office_.session.user;
    grant_.tenant = office_.session.tenant;
    grant_.uses = 5;
    grant_.from = kOfficeHours;
    grant_.until = kOfficeHours + hours(2);
    grant_.by = "olga";
    grant_.state = GrantState::Live;
    grant_ = sign_grant(grant_, key_of(kOlga));
  }

  [[nodiscard]] bool covers_payment(int amount = 50) const {
    const ToolCall call = call_of("pay", R"({"payee":"ACC-1","amount":)" + std::to_string(amount) + R"(,"note":"n"})");
    return covers_call(call);
  }
  [[nodiscard]] bool covers_call(const ToolCall& call) const {
    const Query query = office_.query(call);
    const Facts facts = examine(Engine::strict(), query);
    const Decision decision = evaluate(Engine::strict(), query, facts);
    return covers(grant_, {.policy = office_.policy,
                           .session = office_.session,
                           .tool = *facts.tool,
                           .arguments = executable_arguments(query, facts),
                           .decision = decision,
                           .now = now_});
  }
  [[nodiscard]] std::string refusal() const {
    const Result<void> within = require_within_ceiling(grant_, office_.policy);
    return within ? "" : within.error().message;
  }

  Office office_;
  Grant grant_;
  TimePoint now_ = kOfficeHours + hours(1);
};

TEST_F(GrantTest, CoversACallBelowTheCeilingAndNoneAbove) {
  EXPECT_TRUE(covers_payment(50));
  EXPECT_FALSE(covers_payment(51));
  EXPECT_FALSE(covers_call(call_of("pay", R"({"payee":"ACC-1","note":"n"})"))) << "a bound on what is not there";
}

TEST_F(GrantTest, CoversNoOtherTool) {
  EXPECT_FALSE(covers_call(call_of("send_email", R"({"to":"bo@office.example","subject":"s","body":"b"})")));
}

TEST_F(GrantTest, CoversAsLongAndAsOftenAsItSays) {
  grant_.used = 4;
  EXPECT_TRUE(covers_payment());
  grant_.used = 5;
  EXPECT_FALSE(covers_payment());
  grant_.used = 0;
  now_ = grant_.until - Duration(1);
  EXPECT_TRUE(covers_payment());
  now_ = grant_.until;
  EXPECT_FALSE(covers_payment());
  now_ = grant_.from - Duration(1);
  EXPECT_FALSE(covers_payment()) << "a clock that was set back";
  now_ = grant_.from;
  grant_.state = GrantState::Revoked;
  EXPECT_FALSE(covers_payment());
}

TEST_F(GrantTest, IsForOneUserTenantAndRun) {
  const std::vector<std::function<void(Session&)>> others = {
      [](Session& session) { session.user = "bo"; },
      [](Session& session) { session.tenant = "globex"; },
      [](Session& session) { session.tenant.reset(); },
  };
  for (const auto& other : others) {
    Office office = office_;
    other(office.session);
    std::swap(office, office_);
    EXPECT_FALSE(covers_payment());
    std::swap(office, office_);
  }
  grant_.run = "r-2";
  grant_ = sign_grant(grant_, key_of(kOlga));
  EXPECT_FALSE(covers_payment());
  grant_.run = office_.session.run;
  grant_ = sign_grant(grant_, key_of(kOlga));
  EXPECT_TRUE(covers_payment());
}

TEST_F(GrantTest, IsVerifiedEachTimeByThePolicyOfNow) {
  const std::vector<std::function<void(Policy&)>> changes = {
      [](Policy& policy) { policy.approvers.clear(); },
      [](Policy& policy) { policy.approvers.front().may.clear(); },
      [](Policy& policy) { policy.approvers.front().tenants = {"globex"}; },
      [](Policy& policy) { policy.approvers.front().key = key_of(kEve).public_key(); },
      [](Policy& policy) { policy.approval.quorum = 2; },
      [](Policy& policy) { policy.approval.grants.clear(); },
      [](Policy& policy) { policy.approval.grants.front().max_uses = 4; },
      [](Policy& policy) { policy.approval.grants.front().max_for = hours(1); },
      [](Policy& policy) { policy.digest = sha256("another policy"); },
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const Office before = office_;
    changes[i](office_.policy);
    EXPECT_FALSE(covers_payment()) << i;
    EXPECT_NE(refusal(), "") << i;
    office_ = before;
  }
  EXPECT_TRUE(covers_payment());
}

TEST_F(GrantTest, NobodyElseCanWriteOne) {
  for (const auto& change : std::vector<std::function<void(Grant&)>>{
           [](Grant& grant) { grant.uses = 6; },
           [](Grant& grant) { grant.until += Duration(1); },
           [](Grant& grant) { grant.user = "bo"; },
           [](Grant& grant) { grant.id = "ffffffffffffffff"; },
           [](Grant& grant) { grant.signature.reset(); },
           [](Grant& grant) { grant = sign_grant(grant, key_of(kEve)); },
           [](Grant& grant) { grant.by = "eve"; },
           [](Grant& grant) { grant.by.clear(); },
       }) {
    const Grant before = grant_;
    change(grant_);
    EXPECT_FALSE(covers_payment());
    EXPECT_NE(refusal(), "");
    grant_ = before;
  }
}

TEST_F(GrantTest, WithFourEyesNobodyGrantsHimself) {
  office_.policy.approvers.front().name = "Ana";
  grant_.by = "Ana";
  grant_ = sign_grant(grant_, key_of(kOlga));
  EXPECT_TRUE(covers_payment());
  office_.policy.approval.own_user = OwnUser::NeverCounts;
  EXPECT_FALSE(covers_payment());
}

TEST_F(GrantTest, StandsForNothingThatIsAskedEachTime) {
  office_.evidence.last_outcome = LastOutcome::Unknown;
  EXPECT_FALSE(covers_payment()) << "nobody knows whether it was paid already";
  office_.evidence.last_outcome = LastOutcome::None;
  office_.state.private_seen = true;
  office_.state.taken_in.insert(SourceKind::ToolOutput);
  EXPECT_FALSE(covers_payment()) << "foreign text could have asked for it";
}

TEST_F(GrantTest, IsRefusedWithAReasonForItsGiver) {
  grant_.uses = 21;
  EXPECT_THAT(refusal(), HasSubstr("21 uses; the policy lets an approver grant 1 to 20"));
  grant_.uses = 0;
  EXPECT_THAT(refusal(), HasSubstr("0 uses"));
  grant_.uses = 5;
  grant_.until = grant_.from + hours(9);
  EXPECT_THAT(refusal(), HasSubstr("at most 8h"));
  grant_.name = "large";
  EXPECT_THAT(refusal(), HasSubstr("no such grant"));
}

TEST_F(GrantTest, OnlyLosesWhatItHas) {
  Grant used = grant_;
  used.used = 1;
  EXPECT_TRUE(may_become(grant_, used));
  EXPECT_FALSE(may_become(used, grant_));
  Grant revoked = used;
  revoked.state = GrantState::Revoked;
  EXPECT_TRUE(may_become(used, revoked));
  EXPECT_FALSE(may_become(revoked, used));
  Grant more = grant_;
  more.uses = 6;
  EXPECT_FALSE(may_become(grant_, more));
  used.used = 6;
  EXPECT_FALSE(may_become(grant_, used));
}

}  // namespace
}  // namespace yett
