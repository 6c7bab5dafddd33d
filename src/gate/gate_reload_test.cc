// Another policy takes the place of the one in force while calls are under way and others wait.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "gate/failing_store_fixture.h"
#include "gate/gate_fixture.h"

namespace yett {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

const ToolCall kRead = call_of("read_ticket", R"({"id":"T-1"})");
const ToolCall kSearch = call_of("search_customers", R"({"query":"q"})");

class GateReload : public testing::TestWithParam<StoreKind> {
 protected:
  void SetUp() override { required(gate_.open()); }

  /// The office's policy with a change, under another digest.
  PolicyRef changed(const std::function<void(Policy&)>& change = [](Policy&) {}) const {
    Policy policy = office_policy();
    policy.digest = sha256("changed");
    change(policy);
    return std::make_shared<const Policy>(std::move(policy));
  }
  /// A policy that has no tool but this one.
  static void keep_only(Policy& policy, std::string_view name) {
    ToolTable kept;
    for (Tool& tool : office_tools()) {
      if (tool.name == name) (void)kept.insert(tool);
    }
    policy.tools = std::move(kept);
  }
  SessionState state() { return required(world_.store->session_state(RunKey(world_.office.session))); }

  GateWorld world_{GetParam()};
  Gate gate_ = world_.make_gate();
};

INSTANTIATE_TEST_SUITE_P(Stores, GateReload, testing::Values(StoreKind::Memory, StoreKind::Sqlite),
                         [](const auto& kind) { return kind.param == StoreKind::Memory ? "Memory" : "Sqlite"; });

TEST_P(GateReload, JudgesByTheOtherPolicyFromThenOn) {
  EXPECT_EQ(refusal_of(submit_one(gate_, kRead)), "(released)");
  required(gate_.adopt(changed([](Policy& policy) { keep_only(policy, "notify"); }), world_.office.session));
  EXPECT_EQ(refusal_of(submit_one(gate_, kRead)), "tool.unregistered");
  required(gate_.adopt(changed([](Policy& policy) { policy.limits.calls_per_minute = 1; }), world_.office.session));
  EXPECT_EQ(refusal_of(submit_one(gate_, kRead)), "session.limit");
}

TEST_P(GateReload, WhyAnotherWasRefusedIsRedactedByTheOneInForce) {
  required(gate_.adopt(changed([](Policy& policy) {
                         policy.redact.off = {"email"};
                         policy.redact.add = {{.name = "employee", .pattern = "E-[0-9]{6}", .with = "<employee>"}};
                       }),
                       world_.office.session));
  gate_.note_refused_policy({.kind = ErrorKind::Input, .message = "no tool E-123456 of ann@acme.example"});
  EXPECT_EQ(*world_.records("policy").back().find("intent")->find("error"),
            Json("no tool <employee> of ann@acme.example"));
}

TEST_P(GateReload, JudgesByTheSessionThatTheOtherPolicyGrants) {
  Session session = world_.office.session;
  session.permissions = PermissionSet{};
  required(gate_.adopt(changed(), session));
  for (const ToolCall& call : good_calls()) EXPECT_EQ(refusal_of(submit_one(gate_, call)), "permission.capability");
}

TEST_P(GateReload, RecordsBothPolicies) {
  required(gate_.adopt(changed(), world_.office.session));
  submit_one(gate_, kRead);
  ASSERT_THAT(world_.records("policy"), SizeIs(1));
  const Json record = world_.records("policy")[0];
  EXPECT_EQ(*record.find("decision"), Json("adopted"));
  EXPECT_EQ(*record.find("policy"), Json(sha256("changed").to_string()));
  EXPECT_EQ(*record.find("run"), Json("r-1"));
  EXPECT_EQ(*record.find("intent"), Json::object({{"before", sha256("office").to_string()},
                                                  {"expires_at", "2026-12-01T17:00:00.000Z"},
                                                  {"permissions", "full access"}}));
  EXPECT_EQ(*world_.records("decision").back().find("policy"), Json(sha256("changed").to_string()));
}

/// Nothing else holds the former policy by then.
TEST_P(GateReload, LetsWhatIsUnderWayEndUnderTheFormerPolicy) {
  const Ruling search = submit_one(gate_, kSearch);
  required(gate_.adopt(changed([](Policy& policy) { keep_only(policy, "notify"); }), world_.office.session));
  EXPECT_EQ(settle_one(gate_, search), Delivery::Deliver);
  EXPECT_TRUE(state().private_seen) << "it was a private tool when it was let out";
  EXPECT_TRUE(state().taken_in.contains(SourceKind::ToolOutput));
  const Json outcome = world_.records("outcome").back();
  EXPECT_EQ(*outcome.find("tool"), Json("search_customers"));
  EXPECT_EQ(*outcome.find("policy"), Json(sha256("office").to_string()));
}

TEST_P(GateReload, JudgesWhatWaitsByTheOtherPolicy) {
  const HeldCall approved = held_call(submit_one(gate_, mail_call("a@office.example")));
  const HeldCall waiting = held_call(submit_one(gate_, mail_call("b@office.example")));
  world_.answer(approved.request_id, Answer::Approve);
  required(gate_.adopt(changed(), world_.office.session));
  EXPECT_EQ(refusal_of(look_again(gate_, approved)), "approval.mismatch") << "nobody was shown this policy";
  EXPECT_EQ(refusal_of(look_again(gate_, waiting)), "approval.mismatch");
  EXPECT_EQ(world_.request(approved.request_id).state, RequestState::Cancelled);
  EXPECT_EQ(refusal_of(submit_one(gate_, mail_call("a@office.example"))), "(held)") << "it can be asked again";
}

TEST_P(GateReload, RefusesWhatWaitsWhenTheOtherPolicyDoes) {
  const HeldCall first = held_call(submit_one(gate_, mail_call("a@office.example")));
  const HeldCall second = held_call(submit_one(gate_, mail_call("b@office.example")));
  required(
      gate_.adopt(changed([](Policy& policy) { policy.lists[kEgressEmails].domains.clear(); }), world_.office.session));
  EXPECT_EQ(refusal_of(look_again(gate_, first)), "destination.unlisted");
  required(gate_.adopt(changed([](Policy& policy) { keep_only(policy, "notify"); }), world_.office.session));
  EXPECT_EQ(refusal_of(look_again(gate_, second)), "tool.unregistered");
  EXPECT_EQ(world_.request(second.request_id).state, RequestState::Cancelled);
}

/// A comment changes no policy.
TEST_P(GateReload, LetsWhatWaitsGoOnWhenThePolicyIsTheSame) {
  const HeldCall held = held_call(submit_one(gate_, mail_call()));
  world_.answer(held.request_id, Answer::Approve);
  required(gate_.adopt(std::make_shared<const Policy>(office_policy()), world_.office.session));
  EXPECT_EQ(refusal_of(look_again(gate_, held)), "(released)");
}

TEST_P(GateReload, TakesNoSessionOfAnotherRun) {
  for (const auto change : {+[](Session& s) { s.run = "r-2"; }, +[](Session& s) { s.user = "bea"; },
                            +[](Session& s) { s.tenant = "globex"; }, +[](Session& s) { s.tenant.reset(); }}) {
    Session session = office_session();
    change(session);
    EXPECT_FALSE(gate_.adopt(changed([](Policy& policy) { keep_only(policy, "notify"); }), session));
  }
  EXPECT_EQ(refusal_of(submit_one(gate_, kRead)), "(released)");
  EXPECT_THAT(world_.records("policy"), IsEmpty());
}

TEST_P(GateReload, RecordsARefusedPolicyWithoutWhatItQuotes) {
  gate_.note_refused_policy({ErrorKind::Input,
                             "egress.emails: \"sam@contractor.example\" is listed twice",
                             {"yett.toml", 12, 3},
                             "once is enough"});
  const Json record = world_.records("policy")[0];
  EXPECT_EQ(*record.find("decision"), Json("refused"));
  EXPECT_EQ(*record.find("policy"), Json(sha256("office").to_string())) << "the one that stays in force";
  EXPECT_EQ(*record.find("intent"),
            Json::object({{"column", 3},
                          {"error", R"(egress.emails: "<mailbox@contractor.example>" is listed twice)"},
                          {"line", 12}}));
}

TEST(GateReloadFailure, OfTheStoreLeavesThePolicyInForce) {
  GateWorld world;
  const std::unique_ptr<Store> inner = std::move(world.store);
  auto failing = std::make_unique<FailingStore>(*inner);
  FailingStore& store = *failing;
  world.store = std::move(failing);
  Gate gate = world.make_gate();
  required(gate.open());
  Policy empty;
  empty.digest = sha256("empty");
  for (const StoreStep step : {StoreStep::Begin, StoreStep::Append, StoreStep::Commit}) {
    store.fail_at(step);
    EXPECT_FALSE(gate.adopt(std::make_shared<const Policy>(empty), world.office.session));
    store.recover();
    EXPECT_EQ(gate.policy()->digest, sha256("office"));
    EXPECT_EQ(refusal_of(submit_one(gate, kRead)), "(released)") << static_cast<int>(step);
  }
}

}  // namespace
}  // namespace yett
