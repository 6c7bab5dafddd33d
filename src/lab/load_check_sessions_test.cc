// The checks of the loader on roles, limits and what a session gets, and those of a session's own file.
#include "lab/load_check_fixture.h"
#include "policy/session_request.h"

namespace yett {
namespace {

using enum RuleId;

const ToolCall& read_call() {
  static const ToolCall kCall = call_of("read_ticket", R"({"id":"T-1"})");
  return kCall;
}
const ToolCall& write_call() {
  static const ToolCall kCall = call_of("update_ticket", R"({"id":"T-1","note":"n"})");
  return kCall;
}

/// A policy whose [session] has these lines.
std::string session_lines(std::string_view lines, std::string_view sections = "") {
  return "[policy]\nname = \"n\"\nversion = 1\n[session]\n" + std::string(lines) + "\n[tools]\n" +
         std::string(policy_test::kReadNote) + std::string(sections);
}

void mix_private_and_foreign(Office& office) {
  office.state.private_seen = true;
  office.state.taken_in.insert(SourceKind::ToolOutput);
}

TEST(LoadChecks, OfRolesAreNeeded) {
  const auto granted = [](std::initializer_list<Capability> capabilities) {
    return [capabilities = std::vector(capabilities)](Office& office) {
      office.session.permissions = role("support");
      for (const Capability capability : capabilities) {
        office.session.permissions.grants[static_cast<std::size_t>(capability)] = SourceSet::all();
      }
    };
  };
  expect_needed({
      {sections("[permissions.support]\ncapabilities = [\"read\", \"write\"]\nsources = [\"user\", \"tool_output\", "
                "\"retrieved_document\"]\n[permissions.support.grants]\nread = [\"user\"]"),
       "stands beside capabilities and sources", "Of two tables of grants the wider one may count.",
       granted({Capability::Read, Capability::Write}), write_call()},
      {sections("[permissions.support.grants]\nread = [\"user\"]\n[permissions.Support.grants]\nwrite = [\"user\"]"),
       "reads like", "Who asks for one role gets the other.", granted({Capability::Read, Capability::Write}),
       write_call()},
      {sections("[permissions.support]\ntool = [\"read_note\"]\ngrants = { write = [\"user\"] }"), "unknown key",
       "A role whose tools are listed under a misspelt key is for every tool.", granted({Capability::Write}),
       write_call()},
      {sections("[permissions.support]\ntools = \"read_note\"\ngrants = { write = [\"user\"] }"), "expected a list",
       "A role whose tools cannot be read is for every tool.", granted({Capability::Write}), write_call()},
  });
}

TEST(LoadChecks, OfRolesThatHaveASecondLine) {
  const auto for_tools = [](std::vector<std::string> tools) {
    return [tools = std::move(tools)](Office& office) { office.session.permissions.tools = tools; };
  };
  const auto for_servers = [](std::vector<std::string> servers) {
    return [servers = std::move(servers)](Office& office) { office.session.permissions.servers = servers; };
  };
  const std::string two_servers =
      "[servers.a]\ncommand = [\"/a\"]\n[servers.a.tools]\nfind = { effect = \"read\", sensitivity = \"internal\", "
      "reversible = true }\n"
      "[servers.b]\ncommand = [\"/b\"]\n[servers.b.tools]\nfind = { effect = \"read\", sensitivity = \"internal\", "
      "reversible = true }\n";
  const std::string head = "[policy]\nname = \"n\"\nversion = 1\n[session]\npermissions = \"no execution\"\n";
  const auto two_finds = [](Office& office) {
    for (const char* server : {"a", "b"}) {
      Tool tool = reading_tool("find", {});
      tool.server = server;
      office.add(tool);
    }
    office.session.permissions.tools = std::vector<std::string>{"find"};
  };
  expect_needed({
      {sections("[permissions.\"read-only\".grants]\nwrite = [\"user\"]"), "is one of the five sets that always exist",
       "A set that everybody knows means something else in this policy.",
       [](Office& office) {
         office.policy.roles = {role("read-only")};
         office.policy.roles[0].grants[static_cast<std::size_t>(Capability::Write)] = SourceSet::all();
         office.session.permissions = *office.policy.find_permission_set("read-only");
       },
       write_call(), PermissionCapability},
      {sections("[permissions.support]\ntools = [\"read_note\"]"), "grants is missing",
       "A role that grants nothing is taken for one that grants all.",
       [](Office& office) { office.session.permissions = role("support"); }, read_call(), PermissionCapability},
      {sections("[permissions.support.grants]\nread = [\"usr\"]"), "expected \"user\"",
       "A kind of text that is misspelt is taken for all.",
       [](Office& office) { office.session.permissions = role("support"); }, read_call(), PermissionCapability},
      {sections("[permissions.support.grants]\nreading = [\"user\"]"), "unknown key",
       "A capability that is misspelt is taken for all.",
       [](Office& office) { office.session.permissions = role("support"); }, read_call(), PermissionCapability},
      {sections("[permissions.support]\ntools = [\"read_notes\"]\ngrants = { read = [\"user\"] }"), "there is no tool",
       "A role for a tool that is not there is for none.", for_tools({"read_notes"}), read_call(), PermissionTool},
      {sections("[permissions.support]\nservers = [\"files\"]\ngrants = { read = [\"user\"] }"), "there is no server",
       "A role for a server that is not there is for none.", for_servers({"files"}), read_call(), PermissionTool},
      {head + two_servers + "[permissions.support]\ntools = [\"find\"]\ngrants = { read = [\"user\"] }",
       "two servers have a tool", "A name that two servers have lets the tools of both through.", two_finds,
       call_of("a.find", "{}"), PermissionTool},
      {session_lines("permissions = \"read_only\""), "is no permission set",
       "A set that is misspelt is taken for the widest.", [](Office& office) { office.session.permissions = {}; },
       read_call(), PermissionCapability},
      {session_lines(""), "permissions is missing", "A session that nothing is said of gets everything.",
       [](Office& office) { office.session.permissions = {}; }, read_call(), PermissionCapability},
  });
}

TEST(LoadChecks, OfSectionsAreNeeded) {
  const auto later = [](Office& office) { office.now = kOfficeHours + std::chrono::hours(1); };
  const auto umbrella = [](Office& office) {
    office.session.tenant = "umbrella";
    office.session.allowed_tenants = {"umbrella"};
  };
  const auto hundred_calls = [](Office& office) {
    office.state.tally.minute = std::chrono::floor<std::chrono::minutes>(kOfficeHours).time_since_epoch().count();
    office.state.tally.calls_this_minute = 100;
  };
  expect_needed({
      {sections("[tenant.acme]"), "unknown key", "A misspelt section closes nothing: every tenant exists.", umbrella,
       read_call()},
      {sections("").insert(sections("").find("version"), "extends = \"base.toml\"\n"), "the base was not read",
       "A policy that was to stand on another one stands alone.", [](Office&) {}, write_call()},
      {sections("[egress]\nmax_bytes_out = \"1MiB\""), "is not in this version",
       "A run that was to carry little out carries out what it likes.", [](Office&) {}, write_call()},
      {sections("[limits]\ncalls_per_minute = \"60\""), "expected a number",
       "A limit that is not read is the default, ten times as wide.", hundred_calls, read_call()},
      {sections("[limits]\ncalls_per_minutes = 60"), "unknown key", "A limit under a misspelt key is none.",
       hundred_calls, read_call()},
      {session_lines("permissions = \"no execution\"\nexpires = \"30\""), "expected a duration",
       "A session that was to end in half an hour lives for twelve.", later, read_call()},
      {session_lines("permissions = \"no execution\"\nexpires = \"0s\""), "expected a duration",
       "Zero is taken for no end at all.", later, read_call()},
      {sections("[flows]\nprivate_to_outside = \"deny\""),
       "unknown key",
       "What was to be denied is asked about, and somebody says yes.",
       mix_private_and_foreign,
       note_to("bo@office.example"),
       {},
       ApprovalGiven::Yes},
  });
}

TEST(LoadChecks, OfSectionsThatHaveASecondLine) {
  const auto of_flow = [](Office& office) {
    mix_private_and_foreign(office);
    office.policy.flow = FlowTerms::Deny;
  };
  expect_needed({
      {sections("[flow]\nprivate_to_outside = \"never\""), "expected \"allow\"",
       "A word that is not read is taken for the default.", of_flow, note_to("bo@office.example"),
       FlowPrivateToOutside},
      {sections("[approval]\nirreversible_writes = \"false\""), "expected true or false", "A text is taken for false.",
       [](Office&) {}, call_of("delete_ticket", R"({"id":"T-1"})"), ApprovalIrreversibleWrite},
      {sections("[limits]\nresult_bytes = 100"), "expected a number of bytes", "A number without its unit is any.",
       [](Office& office) { office.policy.limits.result_bytes = 0; }, read_call(), SessionLimit},
      {session_lines("permissions = \"no execution\"\ntenant = \"umbrella\"", "[tenants.acme]\n"),
       "is not among [tenants]", "Every session is of a tenant that the policy does not know.",
       [](Office& office) {
         (void)office.policy.tenants.insert({"acme", {}, {}});
         office.session.tenant = "umbrella";
         office.session.allowed_tenants = {"umbrella"};
       },
       read_call(), TenancyOutOfScope},
  });
}

// --- The session's own file -----------------------------------------------------------------------------------------

/// A check on what a session asks for: the policy, and a file or flags that are refused.
struct SessionCheck {
  std::string policy;
  std::string session;
  std::string refusal;
  std::string harm;
  std::function<void(Office&)> amounts_to;
  ToolCall call;
  std::optional<RuleId> stopped_by{};
};

Result<Session> session_of(const std::string& policy, const std::string& text) {
  const auto request = parse_session_request(text, "session.json");
  if (!request) return std::unexpected(request.error());
  return make_session(policy_test::loaded(policy), *request, kOfficeHours);
}

TEST(SessionChecks, AreNeeded) {
  const std::string open = session_lines("permissions = \"read-only\"");
  const std::string one_tenant = session_lines("permissions = \"full access\"\ntenant = \"acme\"");
  const std::string tenants = session_lines("permissions = \"full access\"", "[tenants.acme]\n");
  const auto later = [](Office& office) { office.now = kOfficeHours + std::chrono::hours(1); };
  const auto of = [](std::string tenant, std::vector<std::string> allowed) {
    return [tenant = std::move(tenant), allowed = std::move(allowed)](Office& office) {
      office.session.tenant = tenant;
      office.session.allowed_tenants = allowed;
    };
  };
  const std::vector<SessionCheck> checks = {
      {open, R"({"run":"r","user":"ana","permissions":"full access"})",
       "session: the policy does not let a session choose permissions", "A session gives itself the widest set.",
       [](Office&) {}, write_call()},
      {one_tenant, R"({"run":"r","user":"ana","tenant":"globex"})", "is not the policy's",
       "A policy of one tenant serves another one, whose tools say nothing of tenants.",
       [=](Office& office) {
         of("globex", {"globex"})(office);
         Tool tool = reading_tool("read_contract", {{"customer", ArgumentRole::Content}});
         tool.sensitivity = Sensitivity::Private;
         office.add(tool);
       },
       call_of("read_contract", R"({"customer":"c"})")},
      {one_tenant, R"({"run":"r","user":"ana","allowed_tenants":["acme","globex"]})",
       "session: allowed_tenants names another tenant than the policy's",
       "The session thinks that it may act for both.", of("acme", {"acme", "globex"}),
       call_of("search_customers", R"({"tenant_id":"globex"})"), TenancyInArguments},
      {tenants, R"({"run":"r","user":"ana","tenant":"umbrella"})", "session: the policy has no tenant",
       "A tenant that does not exist has a session.",
       [=](Office& office) {
         (void)office.policy.tenants.insert({"acme", {}, {}});
         of("umbrella", {"umbrella"})(office);
       },
       read_call(), TenancyOutOfScope},
      {open, R"({"run":"r","user":"ana","expires":"2026-12-01T09:30:00Z"})", "session: unknown member",
       "A session that was to end in half an hour lives for twelve.", later, read_call()},
      {open, R"({"run":"r","user":"ana","expires_at":"2026-12-01T09:30:00"})", "is no time with a zone",
       "Half past nine is another moment elsewhere, and the session lives on.", later, read_call()},
      {open, R"({"run":"r","user":"ana","tenant":["acme"]})", "is not a string",
       "A tenant that cannot be read is taken for none.", [](Office& office) { office.session.tenant.reset(); },
       call_of("search_customers", R"({"query":"q"})"), TenancyNoTenant},
      {open, R"({"run":"r","user":"ana","tenant":"acme","allowed_tenants":"acme"})", "is not a list",
       "Tenants that cannot be read are taken for all.", of("acme", {}), read_call(), TenancyOutOfScope},
      {open, R"({"run":"r","user":"ana","tenant":"acme\u202E"})", "is no readable name",
       "A tenant looks like another one in every record.", of("acme\u202E", {"acme"}), read_call(), TenancyOutOfScope},
  };
  for (const SessionCheck& check : checks) {
    SCOPED_TRACE(check.session);
    const auto session = session_of(check.policy, check.session);
    ASSERT_FALSE(session) << "no check refuses this";
    EXPECT_NE(session.error().to_string().find(check.refusal), std::string::npos) << session.error().to_string();
    Office office;
    check.amounts_to(office);
    EXPECT_EQ(office.judge(check.call).rule(), check.stopped_by.value_or(DefaultAllow)) << check.harm;
  }
}

/// Who a run belongs to is no matter of judgement: what it took in, its limits and its requests would be another's.
TEST(SessionChecks, ThatKeepRunsApartHoldNoJudgement) {
  const std::string open = session_lines("permissions = \"read-only\"");
  for (const auto& [text, refusal] :
       {std::pair(R"({"user":"ana"})", "session: run is missing"),
        {R"({"run":"r"})", "session: user is missing"},
        {R"([])", "not a JSON object"},
        {R"({"run":"r","user":"ana","allowed_tenants":["acme","acme"]})", "session: allowed_tenants lists"}}) {
    const auto session = session_of(open, text);
    ASSERT_FALSE(session) << text;
    EXPECT_NE(session.error().to_string().find(refusal), std::string::npos) << session.error().to_string();
  }
}

}  // namespace
}  // namespace yett
