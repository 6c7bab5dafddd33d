#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/digest.h"
#include "base/error.h"
#include "base/time.h"
#include "model/decision.h"
#include "model/permission.h"
#include "model/tool.h"
#include "policy/allowlist.h"
#include "text/path.h"

namespace yett {

/// The table of tools: looked up by name in O(1), listed in the order of the policy.
class ToolTable {
 public:
  /// False when a tool of that name is there already; nothing changes then.
  [[nodiscard]] bool insert(Tool tool);
  /// nullptr for a tool that is not registered. The pointer lives as long as the table.
  [[nodiscard]] const Tool* find(std::string_view name) const;
  [[nodiscard]] const std::vector<Tool>& in_order() const { return tools_; }

 private:
  std::vector<Tool> tools_;
  TextMap<std::size_t> index_;
};

/// `[session]`: what a session gets, and what it may choose.
struct SessionTerms {
  PermissionSet permissions;              // of a session that names none
  std::vector<PermissionSet> may_choose;  // further sets that a session may name
  std::optional<std::string> tenant;      // set: a one-tenant policy
  Duration expires = std::chrono::hours(12);
  SourcePosition where{};
};

/// `[approval]`.
struct ApprovalTerms {
  Duration expires = std::chrono::minutes(10);  // from the ask to the use; at most 24 h
  bool irreversible_writes = true;              // also ask before a write that cannot be undone
  std::optional<std::string> unsigned_because;  // why answers without a key are taken; absent: only signed ones count
  std::uint32_t max_pending = 20;               // a run
  SourcePosition where{};
};

/// What the policy says of private data that leaves after untrusted text was read.
enum class FlowTerms : std::uint8_t { Deny, Confirm, Allow };

/// An entry of a list of [egress] as its author wrote it.
struct ListEntry {
  std::string text;   // as it is kept and compared
  std::string spelt;  // as it was written, when that is another spelling; else empty
  std::string why;
  SourcePosition where;
};

enum class ListKind : std::uint8_t { Hosts, EmailDomains, Emails };

/// A list of [egress] as it was written: for people. Judging uses Egress, which holds the same entries.
struct WrittenList {
  ListKind kind = ListKind::Hosts;
  SourcePosition where;
  std::vector<ListEntry> entries;
};

/// The key of the list: "hosts", "email_domains", "emails".
[[nodiscard]] std::string_view to_string(ListKind kind);

/// `[servers.X]`: an MCP server that Yett may start.
struct ServerSpec {
  std::string name;
  std::vector<std::string> command;                      // argv; the program by absolute path
  std::vector<std::pair<std::string, std::string>> env;  // the whole environment of the server
  std::optional<std::string> cwd;
  SourcePosition where;
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

/// A policy that was loaded whole and checked. Immutable; shared by everything that judges with it.
struct Policy {
  std::string file;
  std::string name;
  SessionTerms session;
  ToolTable tools;
  Egress egress;
  std::vector<WrittenList> written_lists;  // what `egress` was made of, in the order of the file
  std::vector<NamedRoot> paths;            // in the order of the file
  ApprovalTerms approval;
  FlowTerms flow = FlowTerms::Confirm;
  SourcePosition flow_where;
  std::vector<ServerSpec> servers;
  StateTerms state;
  Digest digest;  // over the canonical policy: a comment changes nothing

  [[nodiscard]] const ServerSpec* find_server(std::string_view server) const;
};

using PolicyRef = std::shared_ptr<const Policy>;

}  // namespace yett
