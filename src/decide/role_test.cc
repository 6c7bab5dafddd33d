// Roles that name tools and servers, and calls of a gate that stands in front of one server.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "decide/office_fixture.h"

namespace yett {
namespace {

using testing::ElementsAre;
using enum RuleId;

using Names = std::optional<std::vector<std::string>>;
const Names kNone = std::vector<std::string>{};

Tool tool_of(std::string server, std::string name, Sensitivity sensitivity = Sensitivity::Internal) {
  Tool tool = office_tool(std::move(name), Effect::Read, sensitivity, Reversibility::Reversible, {});
  tool.server = std::move(server);
  return tool;
}

/// Two servers that both have a "find"; "files" alone has a "list". "read_ticket" belongs to no server in particular.
Office two_servers() {
  Office office;
  office.add(tool_of("files", "find"));
  office.add(tool_of("desk", "find", Sensitivity::Private));
  office.add(tool_of("files", "list"));
  return office;
}

// --- The tools of a role --------------------------------------------------------------------------------------------

struct RoleCase {
  const char* what;
  Names tools;
  Names servers;
  std::vector<std::string> permitted;
};

TEST(PermissionTool, IsWithinTheToolsAndTheServersOfTheRole) {
  const std::string calls[] = {"files.find", "desk.find", "list", "files.list", "read_ticket"};
  const std::vector<RoleCase> cases = {
      {"neither is named", {}, {}, {"files.find", "desk.find", "list", "files.list", "read_ticket"}},
      {"no tool", kNone, {}, {}},
      {"no server", {}, kNone, {}},
      {"one tool", Names{{"list"}}, {}, {"list", "files.list"}},
      {"one tool by its qualified name", Names{{"files.list"}}, {}, {"list", "files.list"}},
      {"one of two tools of a name", Names{{"files.find"}}, {}, {"files.find"}},
      {"the other of the two", Names{{"desk.find"}}, {}, {"desk.find"}},
      {"a name that two servers have", Names{{"find"}}, {}, {}},
      {"a tool of no server in particular", Names{{"read_ticket"}}, {}, {"read_ticket"}},
      {"a tool of a server that does not have it", Names{{"desk.list", ".read_ticket", "files.read_ticket"}}, {}, {}},
      {"names that only look alike", Names{{"List", "lis", "lists", "list ", "", "files.", "x.list"}}, {}, {}},
      {"one server", {}, Names{{"files"}}, {"files.find", "list", "files.list"}},
      {"a server without a name", {}, Names{{""}}, {"read_ticket"}},
      {"tool and server", Names{{"list", "desk.find"}}, Names{{"desk"}}, {"desk.find"}},
      {"a server that only looks alike", {}, Names{{"file", "files ", "Files"}}, {}},
  };
  for (const RoleCase& one : cases) {
    Office office = two_servers();
    office.session.permissions.tools = one.tools;
    office.session.permissions.servers = one.servers;
    for (const std::string& call : calls) {
      const RuleId rule = office.judge(call, "{}").rule();
      const bool permitted = std::ranges::find(one.permitted, call) != one.permitted.end();
      EXPECT_EQ(rule, permitted ? DefaultAllow : PermissionTool) << one.what << ": " << call;
    }
  }
}

/// "files.find" is the tool of that name where there is one, and only else the "find" of "files".
TEST(PermissionTool, MeansTheToolThatACallOfThatNameMeans) {
  Office office = two_servers();
  office.add(tool_of("odd", "files.find"));
  office.session.permissions.tools = {{"files.find"}};
  EXPECT_EQ(office.judge("odd.files.find", "{}").rule(), DefaultAllow);
  office.server = "files";
  EXPECT_EQ(office.judge("find", "{}").rule(), PermissionTool) << "a role for one tool is not for a second one";
}

TEST(PermissionTool, NamesTheToolAndStandsBeforeTheCapability) {
  Office office;
  office.session.permissions = role("nothing");
  office.session.permissions.tools = {{"read_ticket"}};
  const Decision decision = office.judge("update_ticket", R"({"id":"T-1","note":"n"})");
  EXPECT_THAT(rules_of(decision), ElementsAre(PermissionTool, PermissionCapability));
  EXPECT_EQ(decision.deciding.subject, (Subject{.kind = SubjectKind::Tool, .text = "update_ticket", .size = 0}));
}

TEST(PermissionTool, OfARoleGivesNoCapability) {
  Office office;
  office.session.permissions = role("readers");
  office.session.permissions.tools = {{"read_ticket"}};
  EXPECT_THAT(rules_of(office.judge("read_ticket", R"({"id":"T-1"})")), ElementsAre(PermissionCapability));
}

TEST(PermissionTool, SaysNothingOfAToolThatIsNotThere) {
  Office office;
  office.session.permissions.tools = kNone;
  EXPECT_THAT(rules_of(office.judge("no_such_tool", "{}")), ElementsAre(ToolUnregistered));
}

// --- In front of a server -------------------------------------------------------------------------------------------

struct ServerCase {
  const char* server;
  const char* call;
  std::optional<RiskTier> tier;  // which tool was found; none: none was
};

TEST(ServerOfTheGate, DecidesWhichToolAPlainNameMeans) {
  const ServerCase cases[] = {
      {"", "find", std::nullopt},
      {"", "files.find", RiskTier::Safe},
      {"", "desk.find", RiskTier::Sensitive},
      {"", "list", RiskTier::Safe},
      {"", "read_ticket", RiskTier::Safe},
      {"files", "find", RiskTier::Safe},
      {"desk", "find", RiskTier::Sensitive},
      {"other", "find", std::nullopt},
      {"files", "list", RiskTier::Safe},
      {"desk", "list", std::nullopt},
      {"other", "list", std::nullopt},
      {"files", "read_ticket", RiskTier::Safe},
      {"desk", "read_ticket", RiskTier::Safe},
      {"files", "desk.find", std::nullopt},
      {"files", "files.find", std::nullopt},
      {"files", ".read_ticket", std::nullopt},
  };
  for (const ServerCase& one : cases) {
    Office office = two_servers();
    office.server = one.server;
    const Decision decision = office.judge(one.call, "{}");
    EXPECT_EQ(decision.tier, one.tier) << one.server << ": " << one.call;
    EXPECT_EQ(decision.rule(), one.tier ? DefaultAllow : ToolUnregistered) << one.server << ": " << one.call;
  }
}

}  // namespace
}  // namespace yett
