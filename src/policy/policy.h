#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/digest.h"
#include "base/error.h"
#include "base/time.h"
#include "model/approver.h"
#include "model/decision.h"
#include "model/mcp_opening.h"
#include "model/permission.h"
#include "model/run_tally.h"
#include "model/tool.h"
#include "policy/allowlist.h"
#include "policy/lint_warning.h"
#include "policy/redact_terms.h"
#include "policy/sandbox_terms.h"
#include "policy/secret_terms.h"
#include "policy/tool_lock.h"
#include "text/path.h"

namespace yett {

/// The table of tools: looked up by name in O(1), listed in the order of the policy.
class ToolTable {
 public:
  /// False when its server has a tool of that name already; nothing changes then.
  [[nodiscard]] bool insert(Tool tool);
  /// The tool of that name: "name" where one server has it, "server.name" wherever it is. nullptr for a tool that is
  /// not registered, and for a plain name that two servers have. The pointer lives as long as the table.
  [[nodiscard]] const Tool* find(std::string_view name) const;
  /// The tool of that name among those of `server` and those that belong to no server in particular.
  [[nodiscard]] const Tool* find_at(std::string_view server, std::string_view name) const;
  [[nodiscard]] const std::vector<Tool>& in_order() const { return tools_; }

 private:
  static constexpr std::size_t kSeveral = static_cast<std::size_t>(-1);

  std::vector<Tool> tools_;
  TextMap<std::size_t> by_name_;            // kSeveral: more than one server has it
  TextMap<std::size_t> by_qualified_name_;  // "server.name"
};

/// `[session]`: what a session gets, and what it may choose.
struct SessionTerms {
  PermissionSet permissions;              // of a session that names none
  std::vector<PermissionSet> may_choose;  // further sets that a session may name
  std::optional<std::string> tenant;      // set: a one-tenant policy
  Duration expires = std::chrono::hours(12);
  SourcePosition where{};
};

/// Whether the answer of the session's own user counts.
enum class OwnUser : std::uint8_t { NeverCounts, Counts };

/// `[approval.grants.X]`: the ceiling of what an approver may grant ahead.
struct GrantTerms {
  std::string name;
  std::size_t tool = 0;          // its index in the order of the table
  std::optional<Schema> schema;  // what the arguments must satisfy; absent: any that the tool takes
  std::uint32_t max_uses = 1;
  Duration max_for{};
  SourcePosition where;
};

/// `[approval]`.
struct ApprovalTerms {
  Duration expires = std::chrono::minutes(10);  // from the ask to the use; at most 24 h
  bool irreversible_writes = true;              // also ask before a write that cannot be undone
  std::optional<std::string> unsigned_because;  // why answers without a key are taken; absent: only signed ones count
  std::uint32_t max_pending = 20;               // a run
  std::uint32_t quorum = 1;                     // different people who must approve
  OwnUser own_user = OwnUser::Counts;           // four_eyes = true: never counts
  std::vector<std::string> notify;              // argv of what is told of each request; none: nothing
  std::vector<GrantTerms> grants;               // in the order of the file
  SourcePosition where{};
};

/// What the policy says of private data that leaves after untrusted text was read.
enum class FlowTerms : std::uint8_t { Deny, Confirm, Allow };

/// How an entry of a list was written.
enum class EntryForm : std::uint8_t { Host, Domain, Email, Id, Subdomains };

/// An entry of a list as its author wrote it.
struct ListEntry {
  EntryForm form = EntryForm::Id;
  std::string text;   // as it is kept and compared
  std::string spelt;  // as it was written, when that is another spelling; else empty
  std::string why;
  TimePoint lapses_at = TimePoint::max();
  SourcePosition where;
  std::vector<std::string> paths;         // of a host or subdomains: what a URL must be below one of; none: every path
  std::vector<AddressBlock> addresses{};  // of a host: private ranges that it may resolve into
};

/// A list as it was written: for people. Judging uses the Allowlist of the same entries.
struct WrittenList {
  ListIndex list = kEgressHosts;  // the list that it is, or that it replaces for `tenant`
  std::string key;                // "egress.hosts", "destinations.payees", "tenants.acme.emails"
  std::optional<std::string> tenant;
  SourcePosition where;
  std::vector<ListEntry> entries;
};

/// `[tenants.X]`: a tenant, and the lists that are its own.
struct TenantTerms {
  std::string name;
  std::unordered_map<ListIndex, ListIndex> lists;  // general list -> the list that takes its place
  SourcePosition where;
};

/// The tenants of a policy: looked up by name in O(1), listed in the order of the file.
class TenantTable {
 public:
  /// False when there is a tenant of that name already; nothing changes then.
  [[nodiscard]] bool insert(TenantTerms tenant);
  /// nullptr for a tenant that the policy does not name. The pointer lives as long as the table.
  [[nodiscard]] const TenantTerms* find(std::string_view name) const;
  [[nodiscard]] const std::vector<TenantTerms>& in_order() const { return tenants_; }
  [[nodiscard]] bool empty() const { return tenants_.empty(); }

 private:
  std::vector<TenantTerms> tenants_;
  TextMap<std::size_t> by_name_;
};

/// `[servers.X]`: an MCP server that Yett may start.
struct ServerSpec {
  std::string name;
  std::vector<std::string> command;                      // argv; the program by absolute path
  std::vector<std::pair<std::string, std::string>> env;  // the whole environment of the server, beside `secrets`
  std::vector<ServerSecret> secrets;                     // what it is given for as long as it lives
  std::optional<std::string> cwd;
  std::vector<std::pair<std::string, std::string>> rename;  // name at the server -> name that the client sees
  std::vector<McpMethod> methods;                           // that are open beside its tools; each has a line
  std::vector<ClientRequest> client_requests;               // what it may ask the client for
  SandboxTerms sandbox;                                     // what holds it in
  SourcePosition where;

  [[nodiscard]] bool is_open(McpMethod method) const;
  [[nodiscard]] bool may_ask(ClientRequest request) const;
};

/// `[run]`: the commands that are given behind "--", of `yett run` and of `yett mcp`.
struct RunTerms {
  std::vector<std::pair<std::string, std::string>> env{};  // beside what every command gets (docs/isolation.md)
  std::vector<ServerSecret> secrets{};
  SandboxTerms sandbox{};
  SourcePosition where{};
};

/// `[paths.X]`: a named root.
struct NamedRoot {
  std::string name;
  PathRoot root;
  SourcePosition where;
};

enum class StateSync : std::uint8_t { Full, Os };

/// `[state]`.
struct StateTerms {
  std::optional<std::string> dir;
  StateSync sync = StateSync::Full;
};

/// `[audit]`.
struct AuditTerms {
  std::optional<Duration> keep;            // how long records stay; absent: whoever prunes has to say it
  std::vector<std::string> checkpoint_to;  // argv of the program that keeps checkpoints elsewhere; empty: none
};

/// A policy that was loaded whole and checked. Immutable; shared by everything that judges with it.
struct Policy {
  std::string file;
  std::vector<std::string> bases;  // the files that it stands on by `extends`, nearest first
  std::string name;
  SessionTerms session;
  std::vector<PermissionSet> roles;  // [permissions.X]
  ToolTable tools;
  /// The lists of destinations: those of [egress] first, then those of [destinations], then those of tenants.
  std::vector<Allowlist> lists = {{.name = "hosts", .kind = DestinationKind::Url},
                                  {.name = "emails", .kind = DestinationKind::Email}};
  TextMap<ListIndex> list_index;           // of those of [destinations], by name
  std::vector<WrittenList> written_lists;  // what `lists` were made of, in the order of the file
  std::vector<NamedRoot> paths;            // in the order of the file
  TenantTable tenants;                     // none: the session brings its tenant
  ApprovalTerms approval;
  std::vector<Approver> approvers;  // whose signed answers count, in the order of the file
  FlowTerms flow = FlowTerms::Confirm;
  SourcePosition flow_where;
  RunLimits limits;
  SourcePosition limits_where;
  std::vector<SecretSpec> secrets;  // in the order of the file
  std::vector<ServerSpec> servers;
  RunTerms run;
  RedactTerms redact;
  StateTerms state;
  AuditTerms audit;
  std::optional<ToolLock> lock;            // beside the file; absent: nobody has pinned its tools
  std::vector<LintWarning> load_warnings;  // of lint(): about what the file says and the loaded policy no longer shows
  Digest digest;                           // over the canonical policy: a comment changes nothing

  [[nodiscard]] const ServerSpec* find_server(std::string_view server) const;
  /// nullptr when [secrets] has none of that name; never for one that a server names.
  [[nodiscard]] const SecretSpec* find_secret(std::string_view secret) const;
  /// The list of [destinations] that has this name. O(1).
  [[nodiscard]] std::optional<ListIndex> find_list(std::string_view list) const;
  /// The lists of [destinations], in the order of the file.
  [[nodiscard]] std::span<const Allowlist> named_lists() const;
  /// False for a tenant that the policy does not know: with [tenants] only those named there exist.
  [[nodiscard]] bool knows_tenant(std::string_view tenant) const;
  /// The list that a destination is judged against: the tenant's own where it has one. O(1).
  [[nodiscard]] const Allowlist& list_for(ListIndex list, const std::optional<std::string>& tenant) const;
  /// The set of that name: a built-in one or a role; nullptr when there is none.
  [[nodiscard]] const PermissionSet* find_permission_set(std::string_view set) const;
};

using PolicyRef = std::shared_ptr<const Policy>;

}  // namespace yett
