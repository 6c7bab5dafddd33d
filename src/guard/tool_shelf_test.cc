#include "guard/tool_shelf.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "decide/office_fixture.h"
#include "wire/mcp.h"

namespace yett {
namespace {

using enum Effect;
using enum Sensitivity;
using enum Reversibility;
using testing::ElementsAre;
using testing::IsEmpty;

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

/// The server offers these definitions.
void offer(ToolShelf& shelf, std::string_view definitions) {
  shelf.take(read_tool_page(Json::object({{"tools", json_of(definitions)}})).tools);
}

Observation observed(const ToolShelf& shelf, std::string_view name) { return shelf.find(name).tool; }

// --- Names ----------------------------------------------------------------------------------------------------------

TEST(ToolShelf, ShowsRegisteredToolsThatAreOffered) {
  ToolShelf shelf(policy_of({tool_at("", "a"), tool_at("", "b")}), "files");
  offer(shelf, R"([{"name":"c"},{"name":"x"},{"name":"a","description":"d","_meta":{}}])");
  EXPECT_EQ(observed(shelf, "a"), Observation::Offered);
  EXPECT_EQ(*shelf.shown("a"), json_of(R"({"name":"a","description":"d"})"));
  for (const char* name : {"b", "x"}) {
    EXPECT_EQ(observed(shelf, name), Observation::Absent) << name;
    EXPECT_EQ(shelf.shown(name), nullptr) << name;
  }
}

TEST(ToolShelf, ShowsARenamedToolUnderItsNewNameOnly) {
  ToolShelf shelf(policy_of({tool_at("files", "query_ro", "query")}), "files");
  offer(shelf, R"([{"name":"query","description":"the server's"}])");
  EXPECT_EQ(*shelf.shown("query_ro"), json_of(R"({"name":"query_ro","description":"the server's"})"));
  EXPECT_EQ(observed(shelf, "query"), Observation::Absent);
}

/// The line of query_ro was written for the server's query, not for whatever the server calls query_ro.
TEST(ToolShelf, DoesNotTakeAToolForTheRenamedOne) {
  ToolShelf shelf(policy_of({tool_at("files", "query_ro", "query")}), "files");
  offer(shelf, R"([{"name":"query_ro"}])");
  EXPECT_EQ(shelf.shown("query_ro"), nullptr);
  EXPECT_EQ(observed(shelf, "query_ro"), Observation::Absent);
}

TEST(ToolShelf, KeepsNamesApartThatChangedPlaces) {
  ToolShelf shelf(policy_of({tool_at("files", "b", "a"), tool_at("files", "a", "b")}), "files");
  offer(shelf, R"([{"name":"a","description":"first"},{"name":"b","description":"second"}])");
  EXPECT_EQ(*shelf.shown("b"), json_of(R"({"name":"b","description":"first"})"));
  EXPECT_EQ(*shelf.shown("a"), json_of(R"({"name":"a","description":"second"})"));
}

TEST(ToolShelf, OffersNothingThatIsOfferedTwice) {
  ToolShelf shelf(policy_of({tool_at("", "a"), tool_at("", "b")}), "files");
  offer(shelf, R"([{"name":"a"},{"name":"b"},{"name":"a","description":"another"}])");
  EXPECT_EQ(observed(shelf, "b"), Observation::Offered);
  EXPECT_EQ(observed(shelf, "a"), Observation::Absent);
  EXPECT_THAT(shelf.repeated(), ElementsAre("a"));
}

// --- Servers --------------------------------------------------------------------------------------------------------

TEST(ToolShelf, ShowsNoToolOfAnotherServer) {
  const PolicyRef policy = policy_of({tool_at("files", "look"), tool_at("mail", "send"), tool_at("", "clock")});
  constexpr std::string_view kAll = R"([{"name":"look"},{"name":"send"},{"name":"clock"}])";
  for (const auto& [server, tools] : std::vector<std::pair<std::string, std::vector<std::string>>>{
           {"files", {"look", "clock"}}, {"mail", {"send", "clock"}}, {"command", {"clock"}}}) {
    ToolShelf shelf(policy, server);
    offer(shelf, kAll);
    for (const char* name : {"look", "send", "clock"}) {
      const bool is_own = std::ranges::find(tools, name) != tools.end();
      EXPECT_EQ(shelf.shown(name) != nullptr, is_own) << server << ": " << name;
      EXPECT_EQ(observed(shelf, name) == Observation::Offered, is_own) << server << ": " << name;
    }
  }
}

TEST(ToolShelf, TakesTheLineOfItsOwnServerForANameThatTwoHave) {
  const PolicyRef policy = policy_of({tool_at("files", "query", "q1"), tool_at("mail", "query", "q2")});
  ToolShelf shelf(policy, "mail");
  offer(shelf, R"([{"name":"q1"},{"name":"q2","description":"the mail's"}])");
  EXPECT_EQ(*shelf.shown("query"), json_of(R"({"name":"query","description":"the mail's"})"));
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
  EXPECT_EQ(*shelf.shown("search"), json_of(R"({"name":"search","inputSchema":
                                      {"type":"object","properties":{"q":{}},"required":["q"]}})"));
}

// --- Pins -----------------------------------------------------------------------------------------------------------

/// A policy of tools a and b whose lock has these definitions for the server "files".
PolicyRef pinned(std::string_view definitions) {
  auto policy = std::make_shared<Policy>(*policy_of({tool_at("", "a"), tool_at("", "b", "b2")}));
  PinnedServer server{.name = "files", .command = {"/bin/files"}, .cwd = {}, .tools = {}};
  const Json all = json_of(definitions);
  for (const Json& definition : *all.as_array()) {
    server.tools.push_back({*definition.find("name")->as_string(), definition});
  }
  policy->lock.emplace().put(std::move(server));
  return policy;
}

TEST(ToolShelf, ShowsWhatIsPinned) {
  ToolShelf shelf(pinned(R"([{"name":"a","description":"d"},{"name":"b2"}])"), "files");
  offer(shelf, R"([{"description":"d","name":"a","_meta":{"seen":1}},{"name":"b2"}])");
  EXPECT_EQ(observed(shelf, "a"), Observation::Offered);
  EXPECT_EQ(observed(shelf, "b"), Observation::Offered) << "a lock has the names of the server";
  EXPECT_NE(shelf.shown("a"), nullptr);
  EXPECT_THAT(shelf.changed(), IsEmpty());
}

TEST(ToolShelf, HidesWhatIsNotAsItIsPinned) {
  for (const char* now :
       {R"([{"name":"a","description":"D"}])", R"([{"name":"a"}])",
        R"([{"name":"a","description":"d","annotations":{"readOnlyHint":true}}])",
        R"([{"name":"a","description":"d","inputSchema":{"type":"object","properties":{"bcc":{}}}}])"}) {
    ToolShelf shelf(pinned(R"([{"name":"a","description":"d"}])"), "files");
    offer(shelf, now);
    EXPECT_EQ(observed(shelf, "a"), Observation::Changed) << now;
    EXPECT_EQ(shelf.shown("a"), nullptr) << now;
    ASSERT_EQ(shelf.changed().size(), 1U);
    EXPECT_EQ(shelf.changed()[0].name, "a");
  }
}

TEST(ToolShelf, HidesWhatIsNotPinned) {
  ToolShelf shelf(pinned(R"([{"name":"b2"}])"), "files");
  offer(shelf, R"([{"name":"a"},{"name":"b2"}])");
  EXPECT_EQ(observed(shelf, "a"), Observation::Unpinned);
  EXPECT_EQ(shelf.shown("a"), nullptr);
  ToolShelf other(pinned(R"([{"name":"a"}])"), "mail");
  offer(other, R"([{"name":"a"}])");
  EXPECT_EQ(observed(other, "a"), Observation::Unpinned) << "what is pinned of one server is nothing at another";
}

TEST(ToolShelf, ShowsAgainWhatAPersonHasAccepted) {
  ToolShelf shelf(pinned(R"([{"name":"a","description":"d"}])"), "files");
  offer(shelf, R"([{"name":"a","description":"other"}])");
  shelf.adopt(pinned(R"([{"name":"a","description":"other"}])"));
  EXPECT_EQ(observed(shelf, "a"), Observation::Offered);
  EXPECT_THAT(shelf.changed(), IsEmpty());
}

// --- Changes --------------------------------------------------------------------------------------------------------

TEST(ToolShelf, ShowsWhatAnotherPolicyRegisters) {
  ToolShelf shelf(policy_of({tool_at("", "a")}), "files");
  offer(shelf, R"([{"name":"a"},{"name":"b","inputSchema":{"type":"object"}}])");
  shelf.adopt(policy_of({tool_at("", "b")}));
  EXPECT_NE(shelf.shown("b"), nullptr);
  EXPECT_TRUE(shelf.find("b").schema);
  EXPECT_EQ(observed(shelf, "a"), Observation::Absent);
  shelf.adopt(policy_of({tool_at("", "c", "b")}));
  EXPECT_NE(shelf.shown("c"), nullptr);
  EXPECT_EQ(shelf.shown("b"), nullptr);
}

}  // namespace
}  // namespace yett
