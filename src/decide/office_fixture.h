#pragma once

#include <initializer_list>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "decide/evaluate.h"
#include "policy/open_entry_fixture.h"
#include "policy/policy.h"

namespace yett {

// A small office for tests: one tool for each thing that a rule can be about, and a session in which every good call
// below is allowed. It is made by hand, not loaded, so that tests can build what the loader refuses.

/// The roots of the office.
inline constexpr std::size_t kDesk = 0;
inline constexpr std::size_t kShelf = 1;

inline Tool office_tool(std::string name, Effect effect, Sensitivity sensitivity, Reversibility reversibility,
                        std::initializer_list<BoundArgument> arguments) {
  Tool tool;
  tool.name = std::move(name);
  tool.effect = effect;
  tool.sensitivity = sensitivity;
  tool.reversibility = reversibility;
  tool.arguments = arguments;
  tool.reads.roots = {kDesk, kShelf};
  tool.writes.roots = {kDesk, kShelf};
  tool.review = Review::Done;
  tool.lapses_at = TimePoint::max();
  return tool;
}

/// The lists of the office behind those of [egress].
inline constexpr ListIndex kPayees = 2;
inline constexpr ListIndex kRepos = 3;

/// A role without grants, of every tool and server.
inline PermissionSet role(std::string name) {
  PermissionSet set;
  set.name = std::move(name);
  return set;
}

/// A command without subcommands and options.
inline ListedCommand listed_command(std::string program) {
  ListedCommand command;
  command.program = std::move(program);
  return command;
}

/// An argument below the top level; e-mail is judged against the e-mail list of [egress].
inline BoundArgument at(std::string_view place, ArgumentRole role) {
  return {parse_pointer(place).value(), role, role == ArgumentRole::Email ? kEgressEmails : kEgressHosts};
}

inline std::vector<Tool> office_tools() {
  using enum Effect;
  using enum Sensitivity;
  using enum Reversibility;
  using enum ArgumentRole;
  std::vector<Tool> tools = {
      office_tool("read_ticket", Read, Internal, Reversible, {{"id", Content}}),
      office_tool("search_customers", Read, Private, Reversible, {{"tenant_id", Tenant}, {"query", Content}}),
      office_tool("update_ticket", Write, Internal, Reversible, {{"id", Content}, {"note", Content}}),
      office_tool("delete_ticket", Write, Internal, Irreversible, {{"id", Content}}),
      office_tool("call_webhook", Send, Internal, Reversible, {{"url", Url}, {"body", Content}}),
      office_tool("notify", Send, Internal, Reversible,
                  {{"to", Email}, {"cc", Email}, {"subject", Content}, {"body", Content}}),
      office_tool("send_email", Send, Internal, Irreversible,
                  {{"to", Email}, {"cc", Email}, {"bcc", Email}, {"subject", Content}, {"body", Content}}),
      office_tool("read_file", Read, Internal, Reversible, {{"path", ReadPath}}),
      office_tool("write_file", Write, Internal, Reversible, {{"path", WritePath}, {"text", Content}}),
      office_tool("save_report", Write, Internal, Reversible, {{"callback", Url}, {"text", Content}}),
      office_tool("run_checks", Execute, Internal, Reversible, {{"suite", Content}}),
      office_tool("run_script", Execute, Internal, Irreversible, {{"script", Content}}),
      office_tool("invite", Send, Internal, Reversible, {{"title", Content}}),
      office_tool("set_owner", Write, Internal, Reversible, {{"account", Unbound}, {"id", Content}}),
      office_tool("push_files", Write, Internal, Reversible,
                  {at("/files/*/path", WritePath), at("/files/*/text", Content), {"note", Content}}),
      office_tool(
          "open_issue", Send, Internal, Reversible,
          {{Pointer::to_key("owner"), Part, kRepos}, {Pointer::to_key("repo"), Part, kRepos}, {"title", Content}}),
      office_tool("pay", Send, Private, Irreversible,
                  {{Pointer::to_key("payee"), Id, kPayees}, {"amount", Content}, {"note", Content}}),
      office_tool("find_orders", Read, Private, Reversible, {at("/filter/org", Tenant), at("/filter/text", Content)}),
      office_tool("run_command", Execute, Internal, Reversible, {{"argv", Command}}),
      office_tool("draft", Read, Internal, Reversible, {{"id", Content}}),
  };
  for (Tool& tool : tools) {
    if (tool.name == "search_customers") tool.tenant = TenantSource::Arguments;
    if (tool.name == "invite") tool.fixed_destination = "participants of the event";
    if (tool.name == "find_orders") tool.tenant = TenantSource::Arguments;
    if (tool.name == "pay") tool.tenant = TenantSource::Credential;
    if (tool.name == "open_issue") tool.joins = {{.parts = {0, 1}, .list = kRepos}};
    if (tool.name == "run_command") tool.commands = {listed_command("/usr/bin/make")};
    if (tool.name == "draft") tool.review = Review::Pending;
    if (tool.name == "read_file") tool.returns = Returns::RetrievedDocument;
  }
  return tools;
}

inline Policy office_policy() {
  Policy policy;
  policy.name = "office";
  policy.digest = sha256("office");
  for (Tool& tool : office_tools()) (void)policy.tools.insert(std::move(tool));
  policy.lists[kEgressHosts].hosts = {{"hooks.office.example", {OpenEntry{.port = 443}}},
                                      {"api.office.example", {OpenEntry{.port = 8443}}}};
  policy.lists[kEgressEmails].domains = {{"office.example", TimePoint::max()}};
  policy.lists[kEgressEmails].emails = {{"sam@contractor.example", TimePoint::max()}};
  policy.lists.push_back({.name = "payees", .kind = DestinationKind::Id, .ids = {{"ACC-1", TimePoint::max()}}});
  policy.lists.push_back({.name = "repos", .kind = DestinationKind::Id, .ids = {{"office/site", TimePoint::max()}}});
  policy.paths = {{"desk", *parse_path_root("/srv/office/{tenant}/desk", PathAccess::Write), {}},
                  {"shelf", *parse_path_root("/srv/office/shelf", PathAccess::Read), {}}};
  policy.approval.unsigned_because = "a test";
  return policy;
}

inline constexpr TimePoint kOfficeHours =
    std::chrono::sys_days{std::chrono::year{2026} / 12 / 1} + std::chrono::hours(9);

inline Session office_session() {
  Session session;
  session.run = "r-1";
  session.user = "ana";
  session.tenant = "acme";
  session.allowed_tenants = {"acme"};
  session.permissions = *find_builtin_permission_set("full access");
  session.expires_at = kOfficeHours + std::chrono::hours(8);
  return session;
}

/// A JSON text that the test vouches for.
inline Json json_of(std::string_view text) { return parse_json(text).value(); }

inline ToolCall call_of(std::string tool, std::string_view arguments) {
  return ToolCall::readable(std::move(tool), json_of(arguments));
}

/// Everything that a judgement depends on, each part open to the test.
struct Office {
  Policy policy = office_policy();
  Session session = office_session();
  SessionState state = SessionState::of_new_run();
  Evidence evidence;
  TimePoint now = kOfficeHours;
  std::vector<std::string> sealed;
  std::string server;  // in front of which the gate stands; empty: any

  /// Refers to this office and to `call`; both must outlive it.
  [[nodiscard]] Query query(const ToolCall& call) const {
    return {.policy = policy,
            .session = session,
            .state = state,
            .call = call,
            .evidence = evidence,
            .now = now,
            .server = server,
            .sealed = sealed};
  }
  [[nodiscard]] Decision judge(const ToolCall& call, const Engine& engine = Engine::strict()) const {
    return yett::judge(engine, query(call));
  }
  [[nodiscard]] Decision judge(std::string tool, std::string_view arguments) const {
    return judge(call_of(std::move(tool), arguments));
  }

  /// The office with one more tool, which must not be there yet.
  [[nodiscard]] static Office with(Tool tool) {
    Office office;
    office.add(std::move(tool));
    return office;
  }
  template <typename Change>
  void change_tool(std::string_view name, Change change) {
    ToolTable changed;
    for (Tool tool : policy.tools.in_order()) {
      if (tool.name == name) change(tool);
      (void)changed.insert(std::move(tool));
    }
    policy.tools = std::move(changed);
  }
  void add(Tool tool) {
    const std::string name = tool.name;
    if (!policy.tools.insert(std::move(tool))) throw std::logic_error("the office has a tool " + name + " already");
  }
};

// How GoogleTest shows these.
inline void PrintTo(RuleId rule, std::ostream* out) { *out << to_string(rule); }
inline void PrintTo(const Json& value, std::ostream* out) { *out << write_json(value); }

/// The rules that a decision names: the deciding one first.
inline std::vector<RuleId> rules_of(const Decision& decision) {
  std::vector<RuleId> rules = {decision.rule()};
  for (const Finding& finding : decision.also) rules.push_back(finding.rule);
  return rules;
}

/// One call for each tool of the office that is allowed, or asks, and that no rule denies.
inline std::vector<ToolCall> good_calls() {
  return {
      call_of("read_ticket", R"({"id":"T-1"})"),
      call_of("search_customers", R"({"query":"late"})"),
      call_of("update_ticket", R"({"id":"T-1","note":"done"})"),
      call_of("delete_ticket", R"({"id":"T-1"})"),
      call_of("call_webhook", R"({"url":"https://hooks.office.example/x","body":"b"})"),
      call_of("notify", R"({"to":"bo@office.example","subject":"s","body":"b"})"),
      call_of("send_email", R"({"to":"bo@office.example","subject":"s","body":"b"})"),
      call_of("read_file", R"({"path":"/srv/office/shelf/a.txt"})"),
      call_of("write_file", R"({"path":"/srv/office/acme/desk/a.txt","text":"t"})"),
      call_of("save_report", R"({"callback":"https://api.office.example:8443/","text":"t"})"),
      call_of("run_checks", R"({"suite":"fast"})"),
      call_of("run_script", R"({"script":"fast"})"),
      call_of("invite", R"({"title":"lunch"})"),
      call_of("set_owner", R"({"account":"bo","id":"T-1"})"),
      call_of("push_files", R"({"files":[{"path":"/srv/office/acme/desk/a.txt","text":"t"}],"note":"n"})"),
      call_of("open_issue", R"({"owner":"office","repo":"site","title":"t"})"),
      call_of("pay", R"({"payee":"ACC-1","amount":5})"),
      call_of("find_orders", R"({"filter":{"text":"late"}})"),
  };
}

}  // namespace yett
