#include "cli/policy_reload.h"
#include "cli/policy_option.h"
#include "cli/state_option.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace yett {
namespace {

bool is_same_person(const Session& one, const Session& other) {
  return one.run == other.run && one.user == other.user && one.tenant == other.tenant;
}

bool is_started_alike(const ServerSpec& one, const ServerSpec& other) {
  return one.command == other.command && one.env == other.env && one.cwd == other.cwd;
}

/// The session in force without any right.
Session without_rights(Session session) {
  session.permissions = PermissionSet{};
  return session;
}

/// The session that the policy grants in place of the one in force.
Result<Session> session_again(const Policy& policy, const SessionRequest& request, TimePoint began,
                              const Session& in_force) {
  Result<Session> session = make_session(policy, request, began);
  if (!session) return session;
  if (!is_same_person(*session, in_force)) {
    return fail(ErrorKind::Input, "it is for another tenant than the session in force");
  }
  session->expires_at = std::min(session->expires_at, in_force.expires_at);
  return session;
}

}  // namespace

Result<void> require_no_server(const Policy& policy, std::string_view command_name) {
  const ServerSpec* namesake = policy.find_server(command_name);
  if (namesake == nullptr) return {};
  return fail(ErrorKind::Input,
              fmt::format("a command behind \"--\" goes by the name of this server: {}", command_name), namesake->where,
              "give the server another name");
}

Result<PolicyChange> PolicyReload::operator()(const Session& in_force) const {
  Result<PolicyRef> policy = load_named_policy(invocation_);
  if (!policy) return std::unexpected(policy.error());
  if (start_.policy->find_server(start_.server) == nullptr) {
    if (Result<void> is_free = require_no_server(**policy, start_.server); !is_free)
      return std::unexpected(is_free.error());
  }
  PolicyChange change{.policy = *policy, .session = {}};
  Result<Session> session = session_again(**policy, start_.request, start_.began, in_force);
  if (session) {
    change.session = std::move(*session);
  } else {
    change.session = without_rights(in_force);
    change.remarks.push_back("this policy does not grant the session, which has no right left: " +
                             session.error().to_string());
  }
  remark_on_server(**policy, change.remarks);
  remark_on_state(**policy, change.remarks);
  return change;
}

void PolicyReload::remark_on_server(const Policy& policy, std::vector<std::string>& remarks) const {
  const ServerSpec* running = start_.policy->find_server(start_.server);
  if (running == nullptr) return;
  const ServerSpec* wanted = policy.find_server(start_.server);
  if (wanted == nullptr) {
    remarks.push_back(
        fmt::format("this policy has no server {}; the one that runs goes on until the next start", start_.server));
  } else if (!is_started_alike(*running, *wanted)) {
    remarks.push_back(
        fmt::format("the command, environment or folder of server {} takes effect at the next start", start_.server));
  }
}

void PolicyReload::remark_on_state(const Policy& policy, std::vector<std::string>& remarks) const {
  const Result<std::string> folder = find_state_folder(invocation_, console_, &policy);
  const bool is_same = folder && *folder == start_.state_folder && policy.state.sync == start_.policy->state.sync;
  if (!is_same) remarks.emplace_back("what [state] says takes effect at the next start");
}

}  // namespace yett
