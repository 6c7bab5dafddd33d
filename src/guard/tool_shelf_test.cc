#include "guard/tool_shelf.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "decide/office_fixture.h"

namespace yett {
namespace {

using enum Effect;
using enum Sensitivity;
using enum Reversibility;
using testing::ElementsAre;
using testing::IsEmpty;
using Change = ToolShelf::Change;

Tool tool_at(std::string server, std::string name, std::string server_name = {}) {
  Tool tool = office_tool(std::move(name), Read, Internal, Reversible, {{"q", ArgumentRole::Content}});
  tool.server = std::move(server);
  tool.server_name = std::move(server_name);
  return tool;
}

PolicyRef policy_of(std::vector<Tool> tools) {
  auto policy = std::make_shared<Policy>();
  for (Tool& tool : tools) EXPECT_TRUE(policy->tools.insert(std::move(tool)));
  return policy;
}

/// The server offers these definitions, in one page.
Change offer(ToolShelf& shelf, std::string_view definitions) {
  shelf.begin();
  shelf.take(read_tool_page(Json::object({{"tools", json_of(definitions)}})));
  return shelf.finish();
}

std::vector<std::string> shown(const ToolShelf& shelf) {
  std::vector<std::string> names;
  const Json list = shelf.list();
  for (const Json& tool : *list.find("tools")->as_array()) names.push_back(*tool.find("name")->as_string());
  return names;
}

Observation observed(const ToolShelf& shelf, std::string_view name) { return shelf.find(name).tool; }

// --- Names ----------------------------------------------------------------------------------------------------------

TEST(ToolShelf, ShowsRegisteredToolsInTheOrderOfTheServer) {
  ToolShelf shelf(policy_of({tool_at("", "a"), tool_at("", "b"), tool_at("", "c")}), "files");
  EXPECT_EQ(offer(shelf, R"([{"name":"c"},{"name":"x"},{"name":"a"}])"), Change::Changed);
  EXPECT_THAT(shown(shelf), ElementsAre("c", "a"));
  EXPECT_EQ(observed(shelf, "c"), Observation::Offered);
  EXPECT_EQ(observed(shelf, "b"), Observation::Absent);
  EXPECT_EQ(observed(shelf, "x"), Observation::Absent);
}

TEST(ToolShelf, ShowsARenamedToolUnderItsNewNameOnly) {
  ToolShelf shelf(policy_of({tool_at("files", "query_ro", "query")}), "files");
  offer(shelf, R"([{"name":"query","description":"the server's"}])");
  EXPECT_THAT(shown(shelf), ElementsAre("query_ro"));
  EXPECT_EQ(observed(shelf, "query_ro"), Observation::Offered);
  EXPECT_EQ(observed(shelf, "query"), Observation::Absent);
}

/// The line of query_ro was written for the server's query, not for whatever the server calls query_ro.
TEST(ToolShelf, DoesNotTakeAToolForTheRenamedOne) {
  ToolShelf shelf(policy_of({tool_at("files", "query_ro", "query")}), "files");
  offer(shelf, R"([{"name":"query_ro"}])");
  EXPECT_THAT(shown(shelf), IsEmpty());
  EXPECT_EQ(observed(shelf, "query_ro"), Observation::Absent);
}

TEST(ToolShelf, KeepsNamesApartThatChangedPlaces) {
  ToolShelf shelf(policy_of({tool_at("files", "b", "a"), tool_at("files", "a", "b")}), "files");
  offer(shelf, R"([{"name":"a","description":"first"},{"name":"b","description":"second"}])");
  EXPECT_EQ(shelf.list(),
            json_of(R"({"tools":[{"name":"b","description":"first"},{"name":"a","description":"second"}]})"));
}

TEST(ToolShelf, OffersNothingThatIsOfferedTwice) {
  ToolShelf shelf(policy_of({tool_at("", "a"), tool_at("", "b")}), "files");
  offer(shelf, R"([{"name":"a"},{"name":"b"},{"name":"a","description":"another"}])");
  EXPECT_THAT(shown(shelf), ElementsAre("b"));
  EXPECT_EQ(observed(shelf, "a"), Observation::Absent);
}

// --- Servers --------------------------------------------------------------------------------------------------------

TEST(ToolShelf, ShowsNoToolOfAnotherServer) {
  const PolicyRef policy = policy_of({tool_at("files", "look"), tool_at("mail", "send"), tool_at("", "clock")});
  constexpr std::string_view kAll = R"([{"name":"look"},{"name":"send"},{"name":"clock"}])";
  for (const auto& [server, tools] : std::vector<std::pair<std::string, std::vector<std::string>>>{
           {"files", {"look", "clock"}}, {"mail", {"send", "clock"}}, {"command", {"clock"}}}) {
    ToolShelf shelf(policy, server);
    offer(shelf, kAll);
    EXPECT_EQ(shown(shelf), tools) << server;
  }
}

TEST(ToolShelf, TakesTheLineOfItsOwnServerForANameThatTwoHave) {
  const PolicyRef policy = policy_of({tool_at("files", "query", "q1"), tool_at("mail", "query", "q2")});
  ToolShelf shelf(policy, "mail");
  offer(shelf, R"([{"name":"q1"},{"name":"q2","description":"the mail's"}])");
  EXPECT_EQ(shelf.list(), json_of(R"({"tools":[{"name":"query","description":"the mail's"}]})"));
}

// --- Schemas --------------------------------------------------------------------------------------------------------

TEST(ToolShelf, KnowsTheSchemaOfEachToolThatDeclaresOne) {
  ToolShelf shelf(policy_of({tool_at("", "a"), tool_at("", "b"), tool_at("", "c"), tool_at("", "d")}), "files");
  offer(shelf, R"([{"name":"a","inputSchema":{"type":"object","properties":{"q":{"type":"string"}}}},
                   {"name":"b"},{"name":"c","inputSchema":true},
                   {"name":"d","inputSchema":{"type":"object","$ref":"https://elsewhere.example/schema"}}])");
  const auto schema = shelf.find("a").schema;
  ASSERT_TRUE(schema);
  EXPECT_FALSE(schema->check(json_of(R"({"q":"x"})")));
  EXPECT_TRUE(schema->check(json_of(R"({"q":1})")));
  EXPECT_TRUE(schema->check(json_of(R"({"q":"x","r":1})"))) << "it says nothing of further members, so there are none";
  EXPECT_FALSE(shelf.find("b").schema);
  EXPECT_FALSE(shelf.find("c").schema) << "not an object";
  ASSERT_TRUE(shelf.find("d").schema) << "what cannot be read is not the same as none";
  EXPECT_TRUE(shelf.find("d").schema->check(json_of("{}")));
  EXPECT_FALSE(shelf.find("e").schema);
}

TEST(ToolShelf, DemandsNoTenantOfTheClient) {
  Tool tool = tool_at("", "search");
  tool.arguments.emplace_back("tenant_id", ArgumentRole::Tenant);
  ToolShelf shelf(policy_of({tool}), "files");
  offer(shelf, R"([{"name":"search","inputSchema":{"type":"object","properties":{"q":{},"tenant_id":{}},
                                                   "required":["q","tenant_id"]}}])");
  EXPECT_FALSE(shelf.find("search").schema->check(json_of(R"({"q":1})")));
  EXPECT_EQ(shelf.list(), json_of(R"({"tools":[{"name":"search","inputSchema":
                                      {"type":"object","properties":{"q":{}},"required":["q"]}}]})"));
}

// --- Changes --------------------------------------------------------------------------------------------------------

TEST(ToolShelf, TellsWhetherTheClientIsShownSomethingElse) {
  ToolShelf shelf(policy_of({tool_at("", "a"), tool_at("", "b")}), "files");
  EXPECT_EQ(offer(shelf, R"([{"name":"a"}])"), Change::Changed);
  EXPECT_EQ(offer(shelf, R"([{"name":"a"}])"), Change::Same);
  EXPECT_EQ(offer(shelf, R"([{"name":"a"},{"name":"unregistered"}])"), Change::Same);
  EXPECT_EQ(offer(shelf, R"([{"name":"a","description":"another"}])"), Change::Changed);
  EXPECT_EQ(offer(shelf, R"([{"name":"a","description":"another"},{"name":"b"}])"), Change::Changed);
  EXPECT_EQ(offer(shelf, "[]"), Change::Changed);
}

TEST(ToolShelf, ShowsWhatAnotherPolicyRegisters) {
  ToolShelf shelf(policy_of({tool_at("", "a")}), "files");
  offer(shelf, R"([{"name":"a"},{"name":"b","inputSchema":{"type":"object"}}])");
  EXPECT_EQ(shelf.adopt(policy_of({tool_at("", "a")})), Change::Same);
  EXPECT_EQ(shelf.adopt(policy_of({tool_at("", "b")})), Change::Changed);
  EXPECT_THAT(shown(shelf), ElementsAre("b"));
  EXPECT_TRUE(shelf.find("b").schema);
  EXPECT_EQ(observed(shelf, "a"), Observation::Absent);
  EXPECT_EQ(shelf.adopt(policy_of({tool_at("", "c", "b")})), Change::Changed);
  EXPECT_THAT(shown(shelf), ElementsAre("c"));
}

TEST(ToolShelf, ShowsTheFormerListUntilTheNewOneIsComplete) {
  ToolShelf shelf(policy_of({tool_at("", "a"), tool_at("", "b")}), "files");
  offer(shelf, R"([{"name":"a"}])");
  shelf.begin();
  shelf.take(read_tool_page(json_of(R"({"tools":[{"name":"b"}]})")));
  EXPECT_THAT(shown(shelf), ElementsAre("a"));
  EXPECT_EQ(observed(shelf, "b"), Observation::Absent);
  EXPECT_EQ(shelf.finish(), Change::Changed);
  EXPECT_THAT(shown(shelf), ElementsAre("b"));
}

}  // namespace
}  // namespace yett
