#include "policy/load_permissions.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "policy/policy_fixture.h"

namespace yett::policy_test {
namespace {

using Names = std::vector<std::string>;

/// A policy of the tool read_note with one role.
std::string with_role(std::string_view lines) { return with_section(fmt::format("[permissions.support]\n{}", lines)); }

/// A policy of two servers, both of which have the tool read, with one role.
std::string with_two_servers(std::string_view lines) {
  return fmt::format(
      "[policy]\nname = \"a\"\nversion = 1\n[session]\npermissions = \"support\"\n"
      "[servers.files]\ncommand = [\"/bin/cat\"]\n[servers.files.tools]\nread = {{ {0} }}\nfind = {{ {0} }}\n"
      "[servers.mail]\ncommand = [\"/bin/cat\"]\n[servers.mail.tools]\nread = {{ {0} }}\n"
      "[permissions.support]\ngrants = {{ read = [\"user\"] }}\n{1}",
      kThree, lines);
}

PermissionSet loaded_role(std::string_view text) {
  const Policy policy = loaded(text);
  const PermissionSet* role = policy.find_permission_set("support");
  if (role != nullptr) return *role;
  ADD_FAILURE() << "no role";
  return {};
}

TEST(LoadPermissions, GrantsEachCapabilityForItsKindsOfText) {
  const PermissionSet role =
      loaded_role(with_role("grants = { read = [\"user\", \"tool_output\", \"retrieved_document\"], external_access = "
                            "[\"user\"], write = [] }"));
  EXPECT_EQ(role.name, "support");
  EXPECT_EQ(role.grant(Capability::Read), SourceSet::all());
  EXPECT_EQ(role.grant(Capability::ExternalAccess), SourceSet{SourceKind::User});
  EXPECT_FALSE(role.has(Capability::Write)) << "an empty list means that nothing is allowed";
  EXPECT_FALSE(role.has(Capability::Execution)) << "what is not named is not granted";
  EXPECT_EQ(role.tools, std::nullopt);
  EXPECT_EQ(role.servers, std::nullopt);
}

TEST(LoadPermissions, TakesThePairFormForEachCapability) {
  const PermissionSet role =
      loaded_role(with_role("capabilities = [\"read\", \"execution\"]\nsources = [\"user\", \"retrieved_document\"]"));
  const SourceSet sources = {SourceKind::User, SourceKind::RetrievedDocument};
  EXPECT_EQ(role.grant(Capability::Read), sources);
  EXPECT_EQ(role.grant(Capability::Execution), sources);
  EXPECT_FALSE(role.has(Capability::Write));
  EXPECT_FALSE(role.has(Capability::ExternalAccess));
  const PermissionSet none = loaded_role(with_role("capabilities = []\nsources = [\"user\"]"));
  for (const Capability capability : kAllCapabilities) EXPECT_FALSE(none.has(capability));
}

TEST(LoadPermissions, RefusesRightsThatAreSaidTwiceOrNotAtAll) {
  const std::string twice =
      "permissions.support.grants: stands beside capabilities and sources (grants say it for each capability, "
      "capabilities and sources for all)";
  expect_refused_at_mark({
      {with_section("§[permissions.support]\ntools = []"),
       R"(permissions.support.grants is missing (grants = { read = ["user"] }))"},
      {with_role("grants = §{ read = [] }\ncapabilities = [\"read\"]\nsources = [\"user\"]"), twice},
      {with_role("grants = §{ read = [] }\nsources = [\"user\"]"), twice},
      {with_section("§[permissions.support]\ncapabilities = [\"read\"]"),
       R"(permissions.support.sources is missing (sources = ["user"]))"},
      {with_section("§[permissions.support]\nsources = [\"user\"]"),
       R"(permissions.support.capabilities is missing (capabilities = ["read"]))"},
      {"permissions = §[]\n" + with_section(""), "permissions: expected a table, found an empty list"},
      {with_section("[permissions]\nsupport = §\"read-only\""),
       R"(permissions.support: expected a table, found "read-only")"},
  });
}

TEST(LoadPermissions, RefusesWordsThatItDoesNotKnow) {
  const std::string sources = "expected \"user\", \"retrieved_document\" or \"tool_output\", found ";
  const std::string capabilities = "expected \"read\", \"external_access\", \"write\" or \"execution\", found ";
  expect_refused_at_mark({
      {with_role("§grant = { read = [\"user\"] }"),
       R"(unknown key permissions.support.grant (did you mean "grants"?))"},
      {with_role("grants = { §reed = [\"user\"] }"),
       R"(unknown key permissions.support.grants.reed (did you mean "read"?))"},
      {with_role("grants = { §execute = [\"user\"] }"), "unknown key permissions.support.grants.execute"},
      {with_role("grants = { read = [\"user\", §\"tool_outptu\"] }"),
       "permissions.support.grants.read[2]: " + sources + R"("tool_outptu" (did you mean "tool_output"?))"},
      {with_role("grants = { read = [§\"trusted\"] }"),
       "permissions.support.grants.read[1]: " + sources + R"("trusted")"},
      {with_role("grants = { read = §true }"), "permissions.support.grants.read: expected a list, found true"},
      {with_role("grants = §[\"read\"]"), "permissions.support.grants: expected a table, found a list"},
      {with_role("capabilities = [§\"send\"]\nsources = [\"user\"]"),
       "permissions.support.capabilities[1]: " + capabilities + R"("send")"},
      {with_role("capabilities = [\"read\"]\nsources = [§\"User\"]"),
       "permissions.support.sources[1]: " + sources + R"("User" (did you mean "user"?))"},
      {with_role("grants = { read = [\"user\", §\"user\"] }"),
       "permissions.support.grants.read[2]: \"user\" is listed already (remove one of them)"},
      {with_role("capabilities = [\"read\", §\"read\"]\nsources = [\"user\"]"),
       "permissions.support.capabilities[2]: \"read\" is listed already (remove one of them)"},
  });
}

TEST(LoadPermissions, RefusesNamesThatAreOrReadLikeAnotherSets) {
  const auto named = [](std::string_view name) {
    return with_section(fmt::format("[permissions.§{}]\ngrants = {{ read = [\"user\"] }}", name));
  };
  expect_refused_at_mark({
      {named("read-only"),
       "permissions.read-only is one of the five sets that always exist (give the role a name of its own)"},
      {named("\"full access\""),
       "permissions.\"full access\" is one of the five sets that always exist (give the role a name of its own)"},
      {named("full-access"),
       "permissions.full-access is one of the five sets that always exist (give the role a name of its own)"},
      {named("Read_Only"),
       "permissions.Read_Only reads like \"read-only\" (names must differ by more than case, - and _)"},
      {named("\"a\\u0007\""),
       "\"a\\u{0007}\" is no name for a permission set (1 to 128 bytes, no control or invisible "
       "characters)"},
      {named("\"\""), "\"\" is no name for a permission set (1 to 128 bytes, no control or invisible characters)"},
      {with_role("grants = {}\n[permissions.§Sup-Port]\ngrants = {}"),
       "permissions.Sup-Port reads like \"support\" (names must differ by more than case, - and _)"},
      {with_section("[permissions.§\"r\u0435ad-only\".grants]\nread = [\"user\"]"),
       "permissions.\"r\\u{0435}ad-only\" reads like \"read-only\" (names must differ by more than case, - and "
       "_)"},
  });
  EXPECT_EQ(refusal(with_section("[permissions.\"second line\"]\ngrants = {}")), "loaded");
}

TEST(LoadPermissions, RefusesToolsAndServersThatThePolicyDoesNotHave) {
  const std::string rights = "grants = { read = [\"user\"] }\n";
  expect_refused_at_mark({
      {with_role(rights + "tools = [§\"read_ntoe\"]"),
       R"(permissions.support.tools[1]: there is no tool "read_ntoe" (did you mean "read_note"?))"},
      {with_role(rights + "tools = [\"read_note\", §\"*\"]"), R"(permissions.support.tools[2]: there is no tool "*")"},
      {with_role(rights + "tools = [\"read_note\", §\"read_note\"]"),
       "permissions.support.tools[2]: \"read_note\" is listed already (remove one of them)"},
      {with_role(rights + "tools = §\"read_note\""),
       R"(permissions.support.tools: expected a list, found "read_note" (write ["read_note"]))"},
      {with_role(rights + "tools = [§7]"), "permissions.support.tools[1]: expected a string, found the number 7"},
      {with_role(rights + "servers = [§\"files\"]"), R"(permissions.support.servers[1]: there is no server "files")"},
      {with_two_servers("servers = [§\"fiels\"]"),
       R"(permissions.support.servers[1]: there is no server "fiels" (did you mean "files"?))"},
      {with_two_servers("servers = [\"files\", §\"files\"]"),
       "permissions.support.servers[2]: \"files\" is listed already (remove one of them)"},
      {with_two_servers("tools = [§\"read\"]"),
       R"(permissions.support.tools[1]: two servers have a tool "read" ("SERVER.read"))"},
      {with_two_servers("tools = [§\"mail.find\"]"), R"(permissions.support.tools[1]: there is no tool "mail.find")"},
  });
}

TEST(LoadPermissions, NamesTheToolsAndServersThatItIsFor) {
  const PermissionSet role = loaded_role(with_two_servers("tools = [\"files.read\", \"find\"]\nservers = [\"files\"]"));
  EXPECT_EQ(role.tools, (Names{"files.read", "find"}));
  EXPECT_EQ(role.servers, Names{"files"});
  const PermissionSet nothing = loaded_role(with_two_servers("tools = []\nservers = []"));
  EXPECT_EQ(nothing.tools, Names{}) << "an empty list means that nothing is allowed";
  EXPECT_EQ(nothing.servers, Names{});
}

TEST(LoadPermissions, TakesTheOnlyServerForEveryServer) {
  const std::string server = "\n[servers.files]\ncommand = [\"/bin/cat\"]";
  const std::string rights = "grants = { read = [\"user\"] }\n";
  EXPECT_EQ(loaded_role(with_role(rights + "servers = [\"files\"]" + server)).servers, std::nullopt);
  EXPECT_EQ(loaded_role(with_role(rights + "servers = []" + server)).servers, Names{});
}

TEST(LoadPermissions, OffersRolesToSessions) {
  const std::string text = fmt::format(
      "[policy]\nname = \"a\"\nversion = 1\n[session]\npermissions = \"support\"\nmay_choose = [\"read-only\", "
      "\"night\"]\n[tools]\n{}[permissions.support]\ngrants = {{ read = [\"user\"] }}\n"
      "[permissions.night]\ncapabilities = [\"read\"]\nsources = [\"user\"]\n",
      kReadNote);
  const Policy policy = loaded(text);
  ASSERT_EQ(policy.roles.size(), 2u);
  EXPECT_EQ(policy.session.permissions, policy.roles[0]);
  ASSERT_EQ(policy.session.may_choose.size(), 2u);
  EXPECT_EQ(policy.session.may_choose[1], policy.roles[1]);
  EXPECT_EQ(policy.find_permission_set("Support"), nullptr);
}

}  // namespace
}  // namespace yett::policy_test
