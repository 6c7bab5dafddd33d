#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "model/call.h"
#include "text/json.h"

namespace yett {

struct Policy;
struct Tool;

/// A tool as a person has accepted it.
struct PinnedTool {
  std::string name;  // at its server
  Json definition;   // what of it reaches a client or closes its arguments: pinned_definition() of wire/mcp.h

  bool operator==(const PinnedTool&) const = default;
};

/// A server as a person has accepted it.
struct PinnedServer {
  std::string name;
  std::vector<std::string> command;
  std::string cwd;                // empty: the policy names none
  std::vector<PinnedTool> tools;  // by name

  /// nullptr for a tool that is not pinned. O(log n).
  [[nodiscard]] const PinnedTool* find(std::string_view tool) const;
  bool operator==(const PinnedServer&) const = default;
};

/// Who vouches for a lock: the name of an approver and the text of an Ed25519 signature over lock_statement().
struct LockSignature {
  std::string by;
  std::string signature;

  bool operator==(const LockSignature&) const = default;
};

/// `yett.lock` (docs/policy.md): the servers of a policy, as they are started, and their tools, as they define
/// themselves. A server or tool that is not in it is none. Values; the order of servers and tools is that of their
/// names.
struct ToolLock {
  std::vector<PinnedServer> servers;
  std::optional<LockSignature> signature;

  /// nullptr for a server that is not pinned. O(log n).
  [[nodiscard]] const PinnedServer* find(std::string_view server) const;
  /// Takes the place of a server of that name, or its own.
  void put(PinnedServer server);
  /// What is known of a tool that its server defines so: Offered, Unpinned or Changed.
  [[nodiscard]] Observation observe(std::string_view server, std::string_view name_at_server,
                                    const Json& definition) const;
  bool operator==(const ToolLock&) const = default;
};

/// The name of the server that is given behind `--`: it is no policy's own.
inline constexpr std::string_view kCommandServer = "command";

/// The servers of a lock that the policy does not have, joined by ", ": it was written for another policy of the same
/// folder, or for an earlier form of this one. Empty: there are none.
[[nodiscard]] std::string servers_of_others(const ToolLock& lock, const Policy& policy);

/// What to do where a policy and a lock do not fit: `otherwise`, and behind it, where the lock has servers of others,
/// that the policies of one folder share it.
[[nodiscard]] std::string hint_on_lock(const ToolLock& lock, const Policy& policy, std::string_view otherwise);

/// The longest lock that is read.
inline constexpr std::size_t kMaxLockBytes = 64u << 20;

/// The lock of a policy lies beside it.
[[nodiscard]] std::string lock_file_of(std::string_view policy_file);

/// Reads a lock, strictly: JSON of exactly the members that write_lock() writes, in any order. `file` is what errors
/// name. Fails with Input for everything else: a lock that says less than it seems pins nothing.
[[nodiscard]] Result<ToolLock> parse_lock(std::string_view text, const std::string& file);

/// The lock as text: the same lock has the same text, whatever the order in which it was put together, and a change of
/// one tool changes the lines of that tool.
[[nodiscard]] std::string write_lock(const ToolLock& lock);

/// The bytes that an approver signs: "yett-lock-v1", NUL and the canonical JSON (RFC 8785) of all but the signature.
[[nodiscard]] std::string lock_statement(const ToolLock& lock);

/// What a policy's lock says of a tool by its name alone, before any server was asked: Unpinned, or NotLooked.
[[nodiscard]] Observation observe_by_name(const Policy& policy, const Tool& tool);

/// What has changed between two locks, for a person.
struct LockChange {
  enum class Kind : std::uint8_t { ServerAdded, ServerRemoved, CommandChanged, ToolAdded, ToolRemoved, ToolChanged };
  Kind kind = Kind::ToolChanged;
  std::string server;
  std::string tool;  // empty where the server itself changed
  Json before;       // null: there was nothing
  Json after;

  /// Whether it replaces what a person has accepted by something else.
  [[nodiscard]] bool replaces() const { return kind == Kind::CommandChanged || kind == Kind::ToolChanged; }
};

/// In the order of names. O(size of both).
[[nodiscard]] std::vector<LockChange> lock_changes(const ToolLock& before, const ToolLock& after);

}  // namespace yett
