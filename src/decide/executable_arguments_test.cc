// What a tool receives is a re-serialisation of what was judged, not what the agent wrote.
#include <gtest/gtest.h>

#include <string_view>

#include "decide/office_fixture.h"

namespace yett {
namespace {

Json executed(const Office& office, const ToolCall& call) {
  const Query query = office.query(call);
  const Facts facts = examine(Engine::strict(), query);
  EXPECT_NE(evaluate(Engine::strict(), query, facts).verdict(), Verdict::Deny) << call.tool;
  return executable_arguments(query, facts);
}

Json executed(std::string tool, std::string_view arguments) {
  return executed(Office(), call_of(std::move(tool), arguments));
}

TEST(ExecutableArguments, ReplaceDestinationsByTheirCanonicalTexts) {
  EXPECT_EQ(executed("call_webhook", R"({"url":"HTTPS://HOOKS.office.EXAMPLE.:443/a?b#c","body":"HTTPS://X"})"),
            json_of(R"({"url":"https://hooks.office.example/a?b","body":"HTTPS://X"})"));
  EXPECT_EQ(executed("notify", R"({"to":"Bo@OFFICE.Example","cc":["sam@contractor.EXAMPLE"],"subject":"s"})"),
            json_of(R"({"to":"Bo@office.example","cc":["sam@contractor.example"],"subject":"s"})"));
}

TEST(ExecutableArguments, KeepListsInTheirOrder) {
  EXPECT_EQ(executed("notify", R"({"to":["C@OFFICE.example","a@office.example","B@office.example"]})"),
            json_of(R"({"to":["C@office.example","a@office.example","B@office.example"]})"));
}

TEST(ExecutableArguments, ReplacePathsByTheirAbsoluteForm) {
  EXPECT_EQ(executed("read_file", R"({"path":"/srv/office/shelf/./a/../b//c"})"),
            json_of(R"({"path":"/srv/office/shelf/b/c"})"));
}

TEST(ExecutableArguments, LeaveNothingWhereNothingWasNamed) {
  EXPECT_EQ(executed("notify", R"({"to":["a@office.example"],"cc":[],"subject":"s"})"),
            json_of(R"({"to":["a@office.example"],"cc":[],"subject":"s"})"));
  EXPECT_EQ(executed("notify", R"({"cc":null,"to":"a@office.example"})"),
            json_of(R"({"cc":null,"to":"a@office.example"})"));
}

TEST(ExecutableArguments, CarryTheSessionsTenant) {
  EXPECT_EQ(executed("search_customers", R"({"query":"q"})"), json_of(R"({"query":"q","tenant_id":"acme"})"));
  EXPECT_EQ(executed("search_customers", R"({"tenant_id":"acme","query":"q"})"),
            json_of(R"({"tenant_id":"acme","query":"q"})"));
  EXPECT_EQ(executed("read_ticket", R"({"id":"T-1"})"), json_of(R"({"id":"T-1"})"));
}

TEST(ExecutableArguments, AreJudgedTheSameAgain) {
  const Office office;
  for (const ToolCall& call : good_calls()) {
    const Json once = executed(office, call);
    EXPECT_EQ(executed(office, ToolCall::readable(call.tool, once)), once) << call.tool;
  }
}

}  // namespace
}  // namespace yett
