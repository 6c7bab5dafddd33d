// What becomes of results by the line of their tool, and of secrets in whatever a server writes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "guard/opened_fixture.h"

namespace yett {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kSecret = "tok-7Hq2mZ0xY3";

class GuardResult : public testing::Test {
 protected:
  /// A tool whose line is changed before the guard begins.
  template <typename Change>
  void start(Change change) {
    Tool line = office_tool("list_rows", Effect::Read, Sensitivity::Internal, Reversibility::Reversible, {});
    change(line);
    ASSERT_TRUE(world_.world.office.policy.tools.insert(std::move(line)));
    world_.start(R"([{"name":"list_rows"}])");
  }
  /// The reply to a call whose server answers so.
  Json reply_to(std::string_view result) {
    world_.call(7, call_of("list_rows", "{}"));
    world_.answer(*world_.request().find("id"), result);
    return world_.reply();
  }
  [[nodiscard]] SessionState state() {
    return required(world_.world.store->session_state(RunKey(world_.world.office.session)));
  }
  void know_secret() {
    const std::string_view secrets[] = {kSecret};
    world_.guard->use(std::make_shared<const Scrubber>(required(Scrubber::of(secrets, RedactionWords::English))));
  }

  GuardWorld world_;
};

TEST_F(GuardResult, OfAnotherTenantIsWithheldAndSaidToHaveRun) {
  start([](Tool& line) { line.result_tenant = {*parse_pointer("/rows/*/tenant")}; });
  const Json reply = reply_to(R"({"content":[],"structuredContent":{"rows":[{"tenant":"globex","canary":"c4n4ry"}]}})");
  EXPECT_EQ(rule_of(reply), "tenancy.in_result");
  EXPECT_THAT(text_of(reply), HasSubstr("was executed"));
  EXPECT_FALSE(world_.for_client_lines[0].contains("c4n4ry"));
  const Json outcome = world_.world.records("outcome").back();
  EXPECT_EQ(*outcome.find("decision"), Json("executed"));
  EXPECT_EQ(*outcome.find("rule"), Json("tenancy.in_result"));
  EXPECT_EQ(*outcome.find("intent")->find("withheld"), Json(true));
  EXPECT_EQ(state().taken_in, SourceSet{SourceKind::User}) << "nothing was delivered";
}

TEST_F(GuardResult, OfTheOwnTenantIsDelivered) {
  start([](Tool& line) { line.result_tenant = {*parse_pointer("/rows/*/tenant")}; });
  const Json reply = reply_to(R"({"content":[],"structuredContent":{"rows":[{"tenant":"acme"}]}})");
  EXPECT_EQ(*reply.find("result")->find("structuredContent"), json_of(R"({"rows":[{"tenant":"acme"}]})"));
}

TEST_F(GuardResult, ThatIsAnErrorIsWithheldWhereItHasToSayWhoseItIs) {
  start([](Tool& line) { line.result_tenant = {*parse_pointer("tenant")}; });
  world_.call(7, call_of("list_rows", "{}"));
  world_.server_says({rpc_error(*world_.request().find("id"), -32000, "globex has no such row")});
  EXPECT_EQ(rule_of(world_.reply()), "tenancy.in_result");
  EXPECT_FALSE(world_.for_client_lines[0].contains("globex"));
}

TEST_F(GuardResult, IsRedactedByTheKindsOfItsLineAlone) {
  start([](Tool& line) { line.result_redact = {"email"}; });
  const Json reply = reply_to(R"({"content":[{"type":"text","text":"ana@acme.example 13812345678"}]})");
  EXPECT_EQ(text_of(reply), "<mailbox@acme.example> 13812345678");
}

TEST_F(GuardResult, IsRedactedByAKindThatThePolicyAdds) {
  world_.world.office.policy.redact.add = {{"employee id", "E-[0-9]{6}", "<employee>"}};
  start([](Tool& line) { line.result_redact = {"employee id"}; });
  EXPECT_EQ(text_of(reply_to(R"({"content":[{"type":"text","text":"E-123456 ana@acme.example"}]})")),
            "<employee> ana@acme.example");
}

TEST_F(GuardResult, ErrorsAreRedactedAsWell) {
  start([](Tool& line) { line.result_redact = {"email"}; });
  world_.call(7, call_of("list_rows", "{}"));
  world_.server_says({rpc_error(*world_.request().find("id"), -32000, "no ana@acme.example")});
  EXPECT_THAT(error_text_of(world_.reply()), HasSubstr("<mailbox@acme.example>"));
}

TEST_F(GuardResult, InWhichNothingIsFoundStaysAsTheServerWroteIt) {
  start([](Tool& line) { line.result_redact = {"email"}; });
  (void)reply_to(R"({"content":[],"structuredContent":{"n":12345678901234567890}})");
  EXPECT_THAT(world_.for_client_lines[0], HasSubstr("12345678901234567890"));
}

/// A telephone as a number passed, and with a double's digits an identity number is none.
TEST_F(GuardResult, HasNoPersonalDataAsNumbersEither) {
  start([](Tool& line) { line.result_redact = {"phone", "card", "chinese_id"}; });
  const Json reply =
      reply_to(R"({"content":[],"structuredContent":{"phone":13812345678,"a":[4111111111111111,110101199003070011],)"
               R"("e":1.3812345678e10,"n":12345678901234567890}})");
  EXPECT_EQ(write_json(*reply.find("result")->find("structuredContent")->find("phone")), R"("<phone redacted>")");
  EXPECT_THAT(world_.for_client_lines[0], HasSubstr(R"("a":["<card ending 1111>","<id number redacted>"])"));
  EXPECT_THAT(world_.for_client_lines[0], HasSubstr(R"("e":"<phone redacted>")"));
}

TEST_F(GuardResult, OfTheOwnTenantHasNoPersonalDataAsNumbersEither) {
  start([](Tool& line) {
    line.result_redact = {"chinese_id"};
    line.result_tenant = {*parse_pointer("tenant")};
  });
  for (const std::string_view result :
       {R"({"content":[],"structuredContent":{"tenant":"acme","id":110101199003070011}})",
        R"({"content":[{"type":"text","text":"{\"tenant\":\"acme\",\"id\":110101199003070011}"}]})"}) {
    (void)reply_to(result);
    EXPECT_THAT(world_.for_client_lines[0], Not(HasSubstr("1101011990")));
    EXPECT_THAT(world_.for_client_lines[0], HasSubstr("id number redacted"));
  }
}

// --- Live secrets ---------------------------------------------------------------------------------------------------

TEST_F(GuardResult, HasNoLiveSecretHoweverItIsWritten) {
  start([](Tool&) {});
  know_secret();
  const Json reply = reply_to(R"({"content":[{"type":"text","text":"a tok-7Hq2mZ0xY3 b \u0074ok-7Hq2mZ0xY3"}]})");
  EXPECT_EQ(text_of(reply), "a <secret redacted> b <secret redacted>");
  const Json found = world_.world.records("outcome").front();
  EXPECT_EQ(*found.find("decision"), Json("secret_reflected"));
  EXPECT_EQ(*found.find("server"), Json("office"));
  EXPECT_EQ(*found.find("intent")->find("count"), Json(2));
}

TEST_F(GuardResult, NothingElseOfAServerHasALiveSecretEither) {
  start([](Tool&) {});
  know_secret();
  world_.server_lists_again(R"([{"name":"list_rows","description":"tok-7Hq2mZ0xY3"}])");
  world_.client_says({rpc_request("t", "tools/list", Json())});
  world_.call(7, call_of("list_rows", "{}"), "p");
  const Json id = *world_.request().find("id");
  world_.server_says({R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":)" +
                      write_json(id) + R"(,"progress":1,"message":"tok-7Hq2mZ0xY3"}})"});
  world_.server_says({rpc_error(id, -32000, "tok-7Hq2mZ0xY3", json_of(R"({"x":"tok-7Hq2mZ0xY3"})"))});
  std::string all;
  for (const Json& told : world_.take_for_client()) all += write_json(told);
  EXPECT_THAT(all, HasSubstr("<secret redacted>"));
  EXPECT_THAT(all, Not(HasSubstr(std::string(kSecret))));
}

/// A redaction put together what a server had taken apart.
TEST_F(GuardResult, HasNoLiveSecretThatARedactionMakes) {
  world_.world.office.policy.redact.add = {{"joint", "E-[0-9]{6}", "-"}};
  start([](Tool& line) { line.result_redact = {"joint"}; });
  know_secret();
  EXPECT_EQ(text_of(reply_to(R"({"content":[{"type":"text","text":"tokE-1234567Hq2mZ0xY3"}]})")), "<secret redacted>");
  EXPECT_EQ(*world_.world.records("outcome").front().find("decision"), Json("secret_reflected"));
  world_.call(8, call_of("list_rows", "{}"));
  world_.server_says({rpc_error(*world_.request().find("id"), -32000, "tokE-1234567Hq2mZ0xY3")});
  EXPECT_THAT(error_text_of(world_.reply()), HasSubstr("<secret redacted>"));
  world_.server_lists_again(R"([{"name":"list_rows","description":"tokE-1234567Hq2mZ0xY3"}])");
  world_.client_says({rpc_request("t", "tools/list", Json())});
  std::string all;
  for (const Json& told : world_.take_for_client()) all += write_json(told);
  EXPECT_THAT(all, HasSubstr("<secret redacted>"));
}

TEST_F(GuardResult, HasNoLiveSecretAsANumberEither) {
  start([](Tool&) {});
  const std::string_view secrets[] = {"12345678e10"};
  world_.guard->use(std::make_shared<const Scrubber>(required(Scrubber::of(secrets, RedactionWords::English))));
  (void)reply_to(R"({"content":[],"structuredContent":{"n":12345678e10}})");
  EXPECT_THAT(world_.for_client_lines[0], HasSubstr(R"({"n":"<secret redacted>"})"));
  EXPECT_EQ(*world_.world.records("outcome").front().find("decision"), Json("secret_reflected"));
}

// --- Restarts -------------------------------------------------------------------------------------------------------

TEST_F(GuardResult, OfACallAtAServerThatIsStartedAgainIsUnknown) {
  start([](Tool&) {});
  world_.call(7, call_of("list_rows", "{}"));
  (void)world_.take_for_server();
  world_.guard->restart(0);
  EXPECT_EQ(error_code_of(world_.reply()), -32603);
  EXPECT_THAT(world_.outcomes(), ElementsAre("unknown"));
  (void)world_.take_for_server();
  world_.server_is_ready(R"([{"name":"list_rows"}])");
  (void)world_.take_for_client();
  world_.call(8, call_of("list_rows", "{}"));
  EXPECT_TRUE(world_.take_for_server().empty());
  EXPECT_EQ(*world_.world.records("decision").back().find("rule"), Json("approval.repeat"));
}

}  // namespace
}  // namespace yett
