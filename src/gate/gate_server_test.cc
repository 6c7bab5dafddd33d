// What a gate makes of the server that it stands in front of: whose tools are called, under which names, and which
// arguments the server declares.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gate/gate_fixture.h"

namespace yett {
namespace {

using enum Effect;
using enum Sensitivity;
using enum Reversibility;

class GateServer : public testing::Test {
 protected:
  void add(std::string server, std::string name, std::string server_name = {}, Effect effect = Read,
           Reversibility reversibility = Reversible) {
    Tool tool = office_tool(std::move(name), effect, Internal, reversibility, {{"q", ArgumentRole::Content}});
    tool.server = std::move(server);
    tool.server_name = std::move(server_name);
    ASSERT_TRUE(world_.office.policy.tools.insert(std::move(tool)));
  }
  /// A gate in front of the server "office".
  Gate& start() {
    gate_ = std::make_unique<Gate>(world_.make_gate(GateEngine::strict(), servers_));
    required(gate_->open());
    return *gate_;
  }
  Ruling submit(const ToolCall& call, std::optional<Schema> schema = std::nullopt) {
    std::vector<Submission> submissions;
    submissions.push_back({.call = call, .tool = Observation::Offered, .schema = std::move(schema), .server = server_});
    return std::move(gate_->submit(std::move(submissions)).front());
  }

  std::vector<std::string> servers_ = {"office"};
  std::string server_ = "office";  // that gets what is submitted
  GateWorld world_;
  std::unique_ptr<Gate> gate_;
};

// --- Servers and names ----------------------------------------------------------------------------------------------

TEST_F(GateServer, DoesNotKnowAToolOfAnotherServer) {
  add("office", "here");
  add("mail", "there");
  start();
  EXPECT_EQ(refusal_of(submit(call_of("here", "{}"))), "(released)");
  EXPECT_EQ(refusal_of(submit(call_of("there", "{}"))), "tool.unregistered");
  EXPECT_EQ(refusal_of(submit(call_of("mail.there", "{}"))), "tool.unregistered");
  EXPECT_EQ(refusal_of(submit(call_of("office.here", "{}"))), "tool.unregistered") << "no client is shown that name";
}

/// One gate in front of two servers: each call is of the server that would get it.
TEST_F(GateServer, HandsEachCallToTheServerThatItIsFor) {
  add("office", "query", "query_office");
  add("mail", "query", "query_mail");
  start();
  for (const auto& [server, name] : {std::pair("office", "query_office"), std::pair("mail", "query_mail")}) {
    server_ = server;
    const Ruling ruling = submit(call_of("query", "{}"));
    const Permit& permit = std::get<Released>(ruling).permit;
    EXPECT_EQ(permit.server(), server);
    EXPECT_EQ(permit.name_at_server(), name);
    settle_one(*gate_, ruling);
    EXPECT_EQ(*world_.records("decision").back().find("server"), Json(server));
    EXPECT_EQ(*world_.records("outcome").back().find("server"), Json(server));
  }
}

/// The same words to another server are another act: what became of one says nothing of the other.
TEST_F(GateServer, AsksAgainForTheServerWhoseOutcomeIsUnknownOnly) {
  add("office", "query");
  add("mail", "query");
  start();
  settle_one(*gate_, submit(call_of("query", "{}")), Outcome::Unknown);
  EXPECT_EQ(refusal_of(submit(call_of("query", "{}"))), "(held)");
  server_ = "mail";
  EXPECT_EQ(refusal_of(submit(call_of("query", "{}"))), "(released)");
}

TEST_F(GateServer, TakesAnApprovalForTheServerThatItWasGivenForOnly) {
  for (const char* server : {"office", "mail"}) add(server, "wipe", "", Execute, Irreversible);
  start();
  HeldCall held = held_call(submit(call_of("wipe", "{}")));
  EXPECT_EQ(world_.request(held.request_id).server, "office");
  world_.answer(held.request_id, Answer::Approve);
  server_ = "mail";
  EXPECT_EQ(refusal_of(submit(call_of("wipe", "{}"))), "(held)");
  held.submission.server = "mail";
  EXPECT_EQ(refusal_of(look_again(*gate_, held)), "approval.mismatch");
}

TEST_F(GateServer, NamesNoServerInWhatIsAboutSeveral) {
  servers_ = {"office", "mail"};
  start();
  EXPECT_EQ(*world_.records("session").back().find("server"), Json());
  gate_->note_protocol("server_message_dropped", Json(), "mail");
  EXPECT_EQ(*world_.records("protocol").back().find("server"), Json("mail"));
  server_.clear();
  EXPECT_EQ(refusal_of(submit(call_of("nothing", "{}"))), "tool.unregistered");
  EXPECT_EQ(*world_.records("decision").back().find("server"), Json());
}

TEST_F(GateServer, JudgesByTheLineOfItsOwnServer) {
  add("mail", "query", "", Read);
  add("office", "query", "", Execute);
  world_.office.session.permissions = *find_builtin_permission_set("no execution");
  start();
  EXPECT_EQ(refusal_of(submit(call_of("query", "{}"))), "permission.capability");
}

TEST_F(GateServer, SendsARenamedToolUnderItsFormerNameAndRecordsTheOther) {
  add("office", "query_ro", "query");
  start();
  EXPECT_EQ(refusal_of(submit(call_of("query", "{}"))), "tool.unregistered");
  const Ruling ruling = submit(call_of("query_ro", R"({"q":"x"})"));
  const Permit& permit = std::get<Released>(ruling).permit;
  EXPECT_EQ(permit.tool(), "query_ro");
  EXPECT_EQ(permit.name_at_server(), "query");
  settle_one(*gate_, ruling);
  EXPECT_EQ(*world_.records("decision").back().find("tool"), Json("query_ro"));
  EXPECT_EQ(*world_.records("outcome").back().find("tool"), Json("query_ro"));
}

// --- What the server declares ---------------------------------------------------------------------------------------

/// The stand-in for what cannot be read: it accepts nothing.
TEST_F(GateServer, RefusesACallOfASchemaThatCannotBeRead) {
  start();
  EXPECT_EQ(refusal_of(submit(call_of("read_ticket", R"({"id":"T-1"})"), Schema())), "arguments.schema");
  EXPECT_EQ(refusal_of(submit(call_of("read_ticket", R"({"id":"T-1"})"))), "(released)") << "none was declared";
}

TEST_F(GateServer, TakesTheArgumentsThatTheServerDeclares) {
  start();
  const Schema schema =
      compile_schema(json_of(R"({"type":"object","properties":{"id":{"type":"string"},"verbose":{}}})")).value();
  const ToolCall verbose = call_of("read_ticket", R"({"id":"T-1","verbose":true})");
  EXPECT_EQ(refusal_of(submit(verbose)), "arguments.schema");
  EXPECT_EQ(refusal_of(submit(verbose, schema)), "(released)");
  EXPECT_EQ(refusal_of(submit(call_of("read_ticket", R"({"id":1})"), schema)), "arguments.schema");
  EXPECT_EQ(refusal_of(submit(call_of("read_ticket", R"({"id":"T-1","other":1})"), schema)), "arguments.schema");
}

TEST_F(GateServer, TakesThePolicysOwnSchemaWhateverTheServerDeclares) {
  Tool strict = office_tool("strict", Read, Internal, Reversible, {{"q", ArgumentRole::Content}});
  strict.schema = compile_schema(json_of(R"({"type":"object","properties":{"q":{"maxLength":3}}})")).value();
  ASSERT_TRUE(world_.office.policy.tools.insert(strict));
  start();
  EXPECT_EQ(refusal_of(submit(call_of("strict", R"({"q":"abc"})"), Schema())), "(released)");
  const Schema open = compile_schema(json_of(R"({"type":"object","properties":{"q":{}}})")).value();
  EXPECT_EQ(refusal_of(submit(call_of("strict", R"({"q":"abcd"})"), open)), "arguments.schema");
}

/// What the server declared when the call came has let it pass; by what it declares now it is judged again.
TEST_F(GateServer, JudgesACallThatWaitedByWhatIsDeclaredThen) {
  start();
  for (const auto& [now, outcome] : std::vector<std::pair<std::optional<Schema>, std::string>>{
           {Schema(), "arguments.schema"}, {std::nullopt, "(released)"}}) {
    HeldCall held = held_call(submit(mail_call()));
    world_.answer(held.request_id, Answer::Approve);
    held.submission.schema = now;
    EXPECT_EQ(refusal_of(look_again(*gate_, held)), outcome);
  }
}

TEST_F(GateServer, KeepsTheSchemaOfACallForAsLongAsItWaits) {
  start();
  HeldCall held;
  {
    const Schema schema =
        compile_schema(json_of(R"({"type":"object","properties":{"to":{},"subject":{},"body":{}}})")).value();
    held = held_call(submit(mail_call(), schema));
  }
  world_.answer(held.request_id, Answer::Approve);
  EXPECT_EQ(refusal_of(look_again(*gate_, held)), "(released)");
}

}  // namespace
}  // namespace yett
