#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"
#include "guard/guard_server.h"
#include "policy/policy.h"
#include "policy/session_request.h"

namespace yett {

/// What `yett mcp` has found at its start. What of it a policy could change takes effect at the next start only.
struct McpStart {
  PolicyRef policy;
  SessionRequest request;  // with run and user
  TimePoint began{};
  std::vector<std::string> servers;  // their names in the policy, or what a command behind "--" goes by
  std::string state_folder;
};

/// Reads the policy of a running `yett mcp` again, and makes the session again from what was asked for at the start.
/// Never prolongs the session in force. A policy that does not grant the session holds all the same: the session keeps
/// its identity and has no right left.
class PolicyReload {
 public:
  /// `invocation` and `console` must outlive it.
  PolicyReload(const Invocation& invocation, const Console& console, McpStart start)
      : invocation_(invocation), console_(console), start_(std::move(start)) {}

  /// Fails as the loader does, when it is another policy than --policy-digest names, and when the lock that its tools
  /// were pinned by is gone.
  [[nodiscard]] Result<PolicyChange> operator()(const Session& in_force) const;

 private:
  void remark_on_server(const std::string& server, const Policy& policy, std::vector<std::string>& remarks) const;
  void remark_on_state(const Policy& policy, std::vector<std::string>& remarks) const;

  const Invocation& invocation_;
  const Console& console_;
  McpStart start_;
};

}  // namespace yett
