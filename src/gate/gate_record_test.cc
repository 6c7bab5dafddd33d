// What the ledger says of each ruling, and what never gets into it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "approval/binding.h"
#include "gate/gate_fixture.h"
#include "store/verify_chain.h"
#include "text/ascii.h"

namespace yett {
namespace {

using testing::SizeIs;

class GateRecord : public testing::TestWithParam<StoreKind> {
 protected:
  GateWorld world_{GetParam()};
};

INSTANTIATE_TEST_SUITE_P(Stores, GateRecord, testing::Values(StoreKind::Memory, StoreKind::Sqlite),
                         [](const auto& kind) { return kind.param == StoreKind::Memory ? "Memory" : "Sqlite"; });

TEST_P(GateRecord, OfARulingAnswersWhoWhatWhyAndUnderWhichPolicy) {
  Gate gate = world_.make_gate();
  required(gate.open());
  EXPECT_EQ(refusal_of(submit_one(gate, mail_call("x@attacker.example"))), "destination.unlisted");
  ASSERT_THAT(world_.records("decision"), SizeIs(1));
  const Json record = world_.records("decision")[0];
  EXPECT_EQ(*record.find("run"), Json("r-1"));
  EXPECT_EQ(*record.find("user"), Json("ana"));
  EXPECT_EQ(*record.find("tenant"), Json("acme"));
  EXPECT_EQ(*record.find("server"), Json("office"));
  EXPECT_EQ(*record.find("tool"), Json("send_email"));
  EXPECT_EQ(*record.find("decision"), Json("deny"));
  EXPECT_EQ(*record.find("rule"), Json("destination.unlisted"));
  EXPECT_EQ(*record.find("reason"), Json("recipient domain not on the allowlist: attacker.example"));
  EXPECT_EQ(*record.find("tier"), Json("dangerous"));
  EXPECT_EQ(*record.find("policy"), Json(world_.office.policy.digest.to_string()));
  EXPECT_EQ(*record.find("time"), Json("2026-12-01T09:00:00.000Z"));
  EXPECT_EQ(*record.find("intent")->find("effect"), Json("send"));
  EXPECT_EQ(*record.find("intent")->find("destinations"),
            json_of(R"([{"address":"<mailbox@attacker.example>","argument":"to","kind":"email"}])"));
}

TEST_P(GateRecord, IsMadeOfEveryRuling) {
  Gate gate = world_.make_gate();
  required(gate.open());
  const HeldCall held = held_call(submit_one(gate, mail_call()));
  submit_one(gate, call_of("read_ticket", R"({"id":"T-1"})"));
  submit_one(gate, call_of("no_such_tool", "{}"));
  submit_one(gate, ToolCall{});
  world_.answer(held.request_id, Answer::Approve);
  look_again(gate, held);
  std::vector<std::string> rulings;
  for (const Json& record : world_.records("decision")) {
    rulings.push_back(*record.find("decision")->as_string() + " " + *record.find("rule")->as_string());
  }
  EXPECT_THAT(rulings,
              testing::ElementsAre("confirm approval.dangerous", "allow default.allow", "deny tool.unregistered",
                                   "deny arguments.malformed", "allow approval.dangerous"));
  const std::vector<Json> decisions = world_.records("decision");
  EXPECT_EQ(*decisions[0].find("intent")->find("approval"), Json(held.request_id));
  EXPECT_EQ(*decisions[4].find("intent")->find("approval"), Json(held.request_id));
  EXPECT_EQ(*decisions[0].find("call"), *decisions[4].find("call"));
  EXPECT_TRUE(decisions[2].find("tool")->is_null());
  EXPECT_TRUE(decisions[2].find("tier")->is_null());
}

TEST_P(GateRecord, OfAnIntentStandsBeforeTheCallMayRun) {
  Gate gate = world_.make_gate();
  required(gate.open());
  Ruling ruling = submit_one(gate, call_of("read_ticket", R"({"id":"T-1"})"));
  const auto& released = std::get<Released>(ruling);
  EXPECT_EQ(*world_.records("decision")[0].find("seq"), Json(released.permit.intent_seq()));
  EXPECT_EQ(released.execution.intent_seq, released.permit.intent_seq());
  settle_one(gate, ruling);
  const Json outcome = world_.records("outcome")[0];
  EXPECT_EQ(*outcome.find("decision"), Json("executed"));
  EXPECT_EQ(*outcome.find("tool"), Json("read_ticket"));
  EXPECT_EQ(*outcome.find("intent"), Json::object({{"intent_seq", released.permit.intent_seq()}, {"result_bytes", 2}}));
}

TEST_P(GateRecord, OfTheSessionSaysWhichEngineJudged) {
  Gate gate = world_.make_gate();
  required(gate.open());
  gate.close();
  const std::vector<Json> sessions = world_.records("session");
  ASSERT_THAT(sessions, SizeIs(2));
  EXPECT_EQ(*sessions[0].find("decision"), Json("opened"));
  EXPECT_EQ(*sessions[0].find("intent")->find("engine"), Json("strict"));
  EXPECT_EQ(*sessions[0].find("intent")->find("permissions"), Json("full access"));
  EXPECT_EQ(*sessions[1].find("decision"), Json("closed"));
}

TEST_P(GateRecord, OfTheProtocolCarriesWhatItIsGiven) {
  Gate gate = world_.make_gate();
  required(gate.open());
  gate.note_protocol("client_method_refused", Json::object({{"method", "resources/read"}}));
  const Json record = world_.records("protocol")[0];
  EXPECT_EQ(*record.find("decision"), Json("client_method_refused"));
  EXPECT_EQ(*record.find("intent"), json_of(R"({"method":"resources/read"})"));
}

/// Two equal calls can be told to be equal; what they hold cannot be guessed from the ledger without the store's key.
TEST_P(GateRecord, NamesACallByAKeyedDigest) {
  Gate gate = world_.make_gate();
  required(gate.open());
  submit_one(gate, call_of("read_ticket", R"({"id":"T-1"})"));
  const Digest act = act_digest(world_.office.session, "office", "read_ticket", json_of(R"({"id":"T-1"})"));
  EXPECT_EQ(*world_.records("decision")[0].find("call"), Json("hmac-sha256:" + world_.store->mac(act).hex()));
  EXPECT_NE(world_.store->mac(act), act);
}

TEST_P(GateRecord, FormsAChainThatVerifies) {
  Gate gate = world_.make_gate();
  required(gate.open());
  for (const ToolCall& call : good_calls()) {
    const Ruling ruling = submit_one(gate, call);
    if (std::holds_alternative<Released>(ruling)) settle_one(gate, ruling);
  }
  gate.close();
  const ChainReport report = required(verify_chain(*world_.store));
  EXPECT_FALSE(report.fault);
  EXPECT_EQ(report.verified, world_.records().size());
}

// --- What never gets in ---------------------------------------------------------------------------------------------

/// Calls with a mark in every place that an agent can write to.
std::vector<ToolCall> marked_calls() {
  return {
      call_of("read_ticket", R"({"id":"CANARY-id"})"),
      call_of("read_ticket", R"({"id":"x","CANARY-key":"CANARY-undeclared"})"),
      call_of("CANARY-tool", R"({"CANARY-key":"CANARY-value"})"),
      call_of("search_customers", R"({"tenant_id":"CANARY-tenant","query":"CANARY-query"})"),
      call_of("search_customers", R"({"query":{"CANARY-inner":["CANARY-deep"]}})"),
      call_of("call_webhook", R"({"url":"https://CANARY-user:CANARY-password@hooks.office.example/","body":"b"})"),
      call_of("call_webhook",
              R"({"url":"https://hooks.office.example/CANARY-path?CANARY-query#CANARY-end","body":"b"})"),
      call_of("call_webhook", R"({"url":"CANARY-scheme://hooks.office.example/","body":"CANARY-body"})"),
      call_of("call_webhook", R"({"url":"CANARY-no-url","body":"b"})"),
      call_of("send_email", R"({"to":"CANARY-local@office.example","subject":"CANARY-subject","body":"CANARY-body"})"),
      call_of("send_email", R"({"to":"CANARY-local@attacker.example","subject":"s","body":"b"})"),
      call_of("send_email", R"({"to":"\"CANARY-local\"@office.example","subject":"s","body":"b"})"),
      call_of("send_email", R"({"to":"CANARY nobody","subject":"a\r\nCANARY-header: x","body":"b"})"),
      call_of("read_file", R"({"path":"/srv/office/shelf/CANARY-file"})"),
      call_of("write_file", R"({"path":"/CANARY-outside","text":"CANARY-text"})"),
      call_of("run_script", R"({"script":"echo CANARY-script"})"),
  };
}

TEST(GateStore, HoldsNoByteOfWhatAnAgentWrote) {
  GateWorld world(StoreKind::Sqlite);
  Gate gate = world.make_gate();
  required(gate.open());
  std::size_t held = 0;
  for (const ToolCall& call : marked_calls()) {
    const Ruling ruling = submit_one(gate, call);
    if (std::holds_alternative<Released>(ruling)) settle_one(gate, ruling, Outcome::Failed);
    if (std::holds_alternative<Held>(ruling)) ++held;
  }
  ASSERT_GE(held, 2u) << "no request was made, so nothing was proved about them";
  ASSERT_GE(world.records("decision").size(), marked_calls().size());
  gate.close();

  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(world.folder.path())) {
    if (!entry.is_regular_file()) continue;  // the cards lie in a folder of their own, in memory where it counts
    std::ifstream file(entry.path(), std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(file), {}};
    for (char& c : bytes) c = to_lower(c);
    EXPECT_EQ(bytes.find("canary"), std::string::npos) << entry.path();
    if (!bytes.empty()) ++files;
  }
  EXPECT_GE(files, 1u);
}

TEST(GateStore, ARequestShowsNoByteOfItEither) {
  GateWorld world(StoreKind::Sqlite);
  Gate gate = world.make_gate();
  required(gate.open());
  const HeldCall held = held_call(submit_one(gate, mail_call("CANARY@office.example")));
  const ApprovalRequest request = world.request(held.request_id);
  for (const std::string& text : {request.reason, request.tool, request.rule, request.card, request.server}) {
    EXPECT_EQ(text.find("CANARY"), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace yett
